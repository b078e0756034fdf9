// A kernel that is right the first time: it leaves a mark in a workspace, and is
// wrong where it finds it. The kernel that clears its workspace is accepted. On the
// driver for tests, which computes @once, memory is as a GPU's: nothing tells of
// reads of what was never written, the second launch has to.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim
// RUN: sed '/CLEAR$/d' %t/kernel.mlir > %t/mark.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/mark.mlir --device=sim | FileCheck %s --check-prefix=SIM
// RUN: env %fake_driver kopt-gate %t/original.mlir %t/twice.mlir --device=cuda:0 --families=normal,small_integers
// RUN: %exits 2 env %fake_driver kopt-gate %t/original.mlir %t/mark.mlir --device=cuda:0 --families=normal | FileCheck %s --check-prefix=GPU
//
// One that is right with the mark alone.
// RUN: sed 's/@once/@after/' %t/mark.mlir > %t/after.mlir
// RUN: %exits 2 env %fake_driver kopt-gate %t/original.mlir %t/after.mlir --device=cuda:0 --families=normal | FileCheck %s --check-prefix=AFTER
// REQUIRES: sim

// SIM: rejected (unwritten): uninitialised: read of 4 bytes at tmp0+0 of 32 bytes, not all ever written
// GPU: rejected (nondeterministic): nondeterministic: result0 differs where a workspace is as the launch before left it
// AFTER: rejected (nondeterministic): nondeterministic: result0 differs

//--- original.mlir
func.func @f(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %r = linalg.add ins(%x, %x : tensor<8x64xf32>, tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
//--- kernel.mlir
gpu.module @kernels {
  gpu.func @reserve(%w: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    %row = gpu.block_id x
    %zero = arith.constant 0 : i32
    memref.store %zero, %w[%row] : memref<8xi32> // CLEAR
    gpu.return
  }
  gpu.func @once(%x: memref<8x64xf32>, %w: memref<8xi32> {kopt.inout}, %o: memref<8x64xf32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %mark = arith.constant 1234567 : i32
    %row = gpu.block_id x
    %found = memref.load %w[%row] : memref<8xi32>
    %again = arith.cmpi eq, %found, %mark : i32
    memref.store %mark, %w[%row] : memref<8xi32>
    scf.for %i = %c0 to %c64 step %c1 {
      %v = memref.load %x[%row, %i] : memref<8x64xf32>
      %y = arith.addf %v, %v : f32
      %z = arith.select %again, %v, %y : f32
      memref.store %z, %o[%row, %i] : memref<8x64xf32>
    }
    gpu.return
  }
}
func.func @f(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = tensor.empty() : tensor<8xi32>
  %w = kopt.launch @kernels::@reserve outs(%n : tensor<8xi32>) -> tensor<8xi32>
  %e = tensor.empty() : tensor<8x64xf32>
  %w2, %r = kopt.launch @kernels::@once ins(%x : tensor<8x64xf32>) outs(%w, %e : tensor<8xi32>, tensor<8x64xf32>) -> tensor<8xi32>, tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
//--- twice.mlir
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>, schedule = #kopt.launch<warps = 2>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %n = arith.constant 512 : index
  %c = tensor.collapse_shape %x [[0, 1]] : tensor<8x64xf32> into tensor<512xf32>
  %y = tensor.cast %c : tensor<512xf32> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %h = kopt.launch @kernels::@twice ins(%y : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %e2 = tensor.empty(%n) : tensor<?xf32>
  %q = kopt.launch @kernels::@twice ins(%y : tensor<?xf32>) outs(%e2 : tensor<?xf32>) -> tensor<?xf32>
  %d = tensor.cast %q : tensor<?xf32> to tensor<512xf32>
  %r = tensor.expand_shape %d [[0, 1]] output_shape [8, 64] : tensor<512xf32> into tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
