// A sum of all elements by four blocks in two launches: zero, then add. By
// integers that is exact in any order; by floats it depends on the order.
// RUN: split-file %s %t
// RUN: sed 's,f32,i32,g; s,0\.0,0,; s,addf,addi,' %t/original.mlir > %t/integers.mlir
// RUN: sed 's,f32,i32,g; s,0\.0,0,; s,addf,addi,' %t/kernel.mlir > %t/exact.mlir
// RUN: kopt-gate %t/integers.mlir %t/exact.mlir --device=sim

// RUN: %exits 2 kopt-gate %t/original.mlir %t/kernel.mlir --device=sim | FileCheck %s --check-prefix=FLOATS

// No launch that zeroes; an addition that is not atomic.
// RUN: sed '/ZERO$/d; s,outs(%%z :,outs(%%e :,; s,{kopt.inout},,' %t/exact.mlir > %t/unset.mlir
// RUN: %exits 2 kopt-gate %t/integers.mlir %t/unset.mlir --device=sim | FileCheck %s --check-prefix=UNSET
// RUN: sed '/ATOMIC$/d; s,^//PLAIN,,' %t/exact.mlir > %t/plain.mlir
// RUN: %exits 2 kopt-gate %t/integers.mlir %t/plain.mlir --device=sim | FileCheck %s --check-prefix=PLAIN
// REQUIRES: sim

// FLOATS: rejected (nondeterministic): result0 differs between two launches
// UNSET: rejected (illegal-state): {{.*}}expected output 0 of @add to be written only, but got 'memref.atomic_rmw'
// PLAIN: rejected (race): race: {{.*}} of result0 at byte 0, which another block writes in this launch

//--- original.mlir
func.func @sum(%x: tensor<256xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<256xf32>) outs(%f : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}

//--- kernel.mlir
gpu.module @kernels {
  gpu.func @zero(%o: memref<f32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %zero = arith.constant 0.0 : f32
    memref.store %zero, %o[] : memref<f32>
    gpu.return
  }
  gpu.func @add(%x: memref<256xf32>, %o: memref<f32> {kopt.inout}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (4)>} {
    %c64 = arith.constant 64 : index
    %block = gpu.block_id x
    %tid = gpu.thread_id x
    %first = arith.muli %block, %c64 : index
    %i = arith.addi %first, %tid : index
    %v = memref.load %x[%i] : memref<256xf32>
    memref.atomic_rmw addf %v, %o[] : (f32, memref<f32>) -> f32 // ATOMIC
//PLAIN    %before = memref.load %o[] : memref<i32>
//PLAIN    %after = arith.addi %before, %v : i32
//PLAIN    memref.store %after, %o[] : memref<i32>
    gpu.return
  }
}
func.func @sum(%x: tensor<256xf32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %z = kopt.launch @kernels::@zero outs(%e : tensor<f32>) -> tensor<f32> // ZERO
  %r = kopt.launch @kernels::@add ins(%x : tensor<256xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}
