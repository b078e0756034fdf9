// A kernel in vectors of four with a tail of three, right as it stands, and with
// one fault each in the memory that it touches or asks for.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// The tail as a whole vector: one element past the end is read, the right
// elements are stored.
// RUN: sed '/^ *.*TAIL$/d; s,^//PAST,,' %t/kernel.mlir > %t/past.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/past.mlir --device=sim | FileCheck %s --check-prefix=PAST
// RUN: sed 's,^//BEFORE,,; s,load %%x\[%%at\],load %%x[%%before],' %t/kernel.mlir > %t/before.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/before.mlir --device=sim | FileCheck %s --check-prefix=BEFORE
// RUN: sed 's,^//ADDRESS,,' %t/kernel.mlir > %t/address.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/address.mlir --device=sim | FileCheck %s --check-prefix=ADDRESS

// Vectors that say 16 bytes, from the second element on.
// RUN: sed 's,^//ODD,,; s,load %%x\[%%at\],load %%x[%%odd],' %t/kernel.mlir > %t/misaligned.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/misaligned.mlir --device=sim | FileCheck %s --check-prefix=MISALIGNED

// One byte of shared memory more than a block has; threads beyond a block's.
// RUN: sed 's,kopt.grid,kopt.dyn_smem = 232449 : i64\, kopt.grid,' %t/kernel.mlir > %t/shared.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/shared.mlir --device=sim | FileCheck %s --check-prefix=SHARED
// RUN: sed 's,i32: 32\, 1\, 1,i32: 32\, 33\, 1,' %t/kernel.mlir > %t/threads.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/threads.mlir --device=sim | FileCheck %s --check-prefix=THREADS
// RUN: sed 's,() -> (1),() -> (2147483648),' %t/kernel.mlir > %t/grid.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/grid.mlir --device=sim | FileCheck %s --check-prefix=GRID
// REQUIRES: sim

// PAST: rejected (out-of-bounds): out-of-bounds: read of 16 bytes at arg0+400 of 412 bytes
// BEFORE: rejected (out-of-bounds): out-of-bounds: read of 16 bytes at arg0-16 of 412 bytes
// ADDRESS: rejected (out-of-bounds): out-of-bounds: write of 4 bytes at address 0x{{[0-9a-f]+}}, no buffer
// MISALIGNED: rejected (fault): misaligned: read of 16 bytes needs alignment 16
// SHARED: rejected (resources): 232449 bytes of shared memory, a block has 232448
// THREADS: rejected (illegal-state): {{.*}}expected 1 to 1024 threads a block, but got 1056
// GRID: rejected (illegal-state): {{.*}}the grid has more than 2^31 - 1 programs

//--- original.mlir
#id = affine_map<(d0) -> (d0)>
func.func @next(%x: tensor<103xf32>) -> tensor<103xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<103xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : tensor<103xf32>) outs(%e : tensor<103xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = arith.addf %v, %one : f32
    linalg.yield %y : f32
  } -> tensor<103xf32>
  return %r : tensor<103xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  gpu.func @next(%x: memref<103xf32>, %o: memref<103xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %ones = arith.constant dense<1.0> : vector<4xf32>
    %one = arith.constant 1.0 : f32
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %c25 = arith.constant 25 : index
    %c100 = arith.constant 100 : index
    %tid = gpu.thread_id x
    %at = arith.muli %tid, %c4 : index
    %whole = arith.cmpi ult, %tid, %c25 : index
    scf.if %whole {
//BEFORE      %before = arith.subi %at, %c4 : index
//ODD      %odd = arith.addi %at, %c1 : index
      %v = vector.load %x[%at] {alignment = 16 : i64} : memref<103xf32>, vector<4xf32>
      %y = arith.addf %v, %ones : vector<4xf32>
      vector.store %y, %o[%at] {alignment = 16 : i64} : memref<103xf32>, vector<4xf32>
    }
//ADDRESS    %far = arith.constant 4096 : i64
//ADDRESS    %pointer = llvm.inttoptr %far : i64 to !llvm.ptr
//ADDRESS    llvm.store %one, %pointer : f32, !llvm.ptr
    %part = arith.cmpi ult, %tid, %c3 : index
    scf.if %part {
      %place = arith.addi %tid, %c100 : index
      %v = memref.load %x[%place] : memref<103xf32> // TAIL
//PAST      %all = vector.load %x[%c100] : memref<103xf32>, vector<4xf32>
//PAST      %v = vector.extract %all[%tid] : f32 from vector<4xf32>
      %y = arith.addf %v, %one : f32
      memref.store %y, %o[%place] : memref<103xf32>
    }
    gpu.return
  }
}
func.func @next(%x: tensor<103xf32>) -> tensor<103xf32> {
  %e = tensor.empty() : tensor<103xf32>
  %r = kopt.launch @kernels::@next ins(%x : tensor<103xf32>) outs(%e : tensor<103xf32>) -> tensor<103xf32>
  return %r : tensor<103xf32>
}
