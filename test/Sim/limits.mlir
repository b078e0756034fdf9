// Launches that a GPU refuses, and kernels that never end.
// RUN: not kopt-run %s --entry=endless --workers="kopt-sim-worker --loops=100000" 2>&1 | FileCheck %s --check-prefix=ENDLESS
// RUN: not kopt-run %s --entry=too_much_shared 2>&1 | FileCheck %s --check-prefix=TOO-MUCH-SHARED
// RUN: kopt-run %s --entry=all_shared | FileCheck %s --check-prefix=ALL-SHARED
// RUN: not kopt-run %s --entry=block_too_large 2>&1 | FileCheck %s --check-prefix=BLOCK-TOO-LARGE
// RUN: kopt-run %s --entry=ends --workers="kopt-sim-worker --loops=100" | FileCheck %s --check-prefix=ENDS

gpu.module @kernels {
  gpu.func @endless(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : i32
    %true = arith.constant true
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %last = scf.while (%i = %n) : (i32) -> i32 {
      memref.store %i, %o0[%c0] : memref<8xi32>
      scf.condition(%true) %i : i32
    } do {
    ^bb0(%i: i32):
      %next = arith.addi %i, %c1 : i32
      // ENDLESS: limits.mlir:[[#@LINE+1]]:{{[0-9]+}}: timeout: the block used up its 100000 loop iterations, block (0,0,0) thread (0,0,0)
      scf.yield %next : i32
    }
    gpu.return
  }

  gpu.func @too_much_shared(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>, kopt.dyn_smem = 232449 : i64} {
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @all_shared(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>, kopt.dyn_smem = 232448 : i64} {
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @block_too_large(%o0: memref<1025xi32>) kernel
      attributes {known_block_size = array<i32: 1025, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<1025xi32>
    gpu.return
  }

  gpu.func @ends(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %c0) -> i32 : i32 {
      %t = arith.addi %s, %i : i32
      scf.yield %t : i32
    }
    memref.store %sum, %o0[%tid] : memref<8xi32>
    gpu.return
  }
}

// ENDLESS: error: the machine reported 1 errors
func.func @endless() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@endless
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// TOO-MUCH-SHARED: error: resources: 232449 bytes of shared memory, a block has 232448
func.func @too_much_shared() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@too_much_shared
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// ALL-SHARED: dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<8xi32>
func.func @all_shared() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@all_shared
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// BLOCK-TOO-LARGE: error: 'kopt.launch' op expected 1 to 1024 threads a block, but got 1025
func.func @block_too_large() -> tensor<1025xi32> {
  %e0 = tensor.empty() : tensor<1025xi32>
  %r = kopt.launch @kernels::@block_too_large
      outs(%e0 : tensor<1025xi32>) -> tensor<1025xi32>
  return %r : tensor<1025xi32>
}

// ENDS: dense<"0x00000000000000000100000003000000060000000A0000000F00000015000000"> : tensor<8xi32>
func.func @ends() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@ends
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
