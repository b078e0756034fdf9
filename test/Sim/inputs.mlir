// A tensor argument is a value: a kernel that writes to it is wrong, whatever
// it writes.
// RUN: not kopt-run %s --entry=write_input 2>&1 | FileCheck %s --check-prefix=WRITE-INPUT
// RUN: not kopt-run %s --entry=atomic_input 2>&1 | FileCheck %s --check-prefix=ATOMIC-INPUT
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT

gpu.module @kernels {
  gpu.func @write_input(%x0: memref<8xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %v = memref.load %x0[%tid] : memref<8xi32>
    // WRITE-INPUT: inputs.mlir:[[#@LINE+1]]:{{[0-9]+}}: input-modified: write of 4 bytes at arg0+0 of 32 bytes, an input, block (0,0,0) thread (0,0,0) (llvm.store, 8 times)
    memref.store %v, %x0[%tid] : memref<8xi32>
    memref.store %v, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @atomic_input(%x0: memref<8xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : i32
    %tid = gpu.thread_id x
    // ATOMIC-INPUT: inputs.mlir:[[#@LINE+1]]:{{[0-9]+}}: input-modified: atomic of 4 bytes at arg0+0 of 32 bytes, an input
    %v = memref.atomic_rmw addi %c0, %x0[%tid] : (i32, memref<8xi32>) -> i32
    memref.store %v, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32> {kopt.inout}) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %v = memref.load %o0[%tid] : memref<8xi32>
    %w = arith.addi %v, %n : i32
    memref.store %w, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @zero(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    %c0 = arith.constant 0 : i32
    %i = gpu.block_id x
    memref.store %c0, %o0[%i] : memref<8xi32>
    gpu.return
  }
}

// WRITE-INPUT: error: the machine reported 1 errors
func.func @write_input(%x0: tensor<8xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@write_input ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// ATOMIC-INPUT: error: the machine reported 1 errors
func.func @atomic_input(%x0: tensor<8xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@atomic_input ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CORRECT: dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %e0 = kopt.launch @kernels::@zero outs(%e : tensor<8xi32>) -> tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
