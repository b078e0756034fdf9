// A vector access must be aligned to its size, in global and shared memory.
// RUN: not kopt-run %s --entry=global_load 2>&1 | FileCheck %s --check-prefix=GLOBAL-LOAD
// RUN: not kopt-run %s --entry=global_store 2>&1 | FileCheck %s --check-prefix=GLOBAL-STORE
// RUN: not kopt-run %s --entry=shared_store 2>&1 | FileCheck %s --check-prefix=SHARED-STORE
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT

!shared = memref<16xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}

  gpu.func @global_load(%x0: memref<8xi32>, %o0: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %i = arith.addi %tid, %c1 : index
    // GLOBAL-LOAD: misaligned.mlir:[[#@LINE+1]]:{{[0-9]+}}: misaligned: read of 16 bytes needs alignment 16, address ends in 0x{{[0-9a-f]*}}4
    %v = vector.load %x0[%i] {alignment = 16 : i64} : memref<8xi32>, vector<4xi32>
    vector.store %v, %o0[%c0] {alignment = 16 : i64} : memref<4xi32>, vector<4xi32>
    gpu.return
  }

  gpu.func @global_store(%x0: memref<4xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %tid = gpu.thread_id x
    %i = arith.addi %tid, %c2 : index
    %v = vector.load %x0[%c0] {alignment = 16 : i64} : memref<4xi32>, vector<4xi32>
    // GLOBAL-STORE: misaligned.mlir:[[#@LINE+1]]:{{[0-9]+}}: misaligned: write of 16 bytes needs alignment 16, address ends in 0x{{[0-9a-f]*}}8
    vector.store %v, %o0[%i] {alignment = 16 : i64} : memref<8xi32>, vector<4xi32>
    gpu.return
  }

  gpu.func @shared_store(%x0: memref<4xi32>, %o0: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %tid = gpu.thread_id x
    %i = arith.addi %tid, %c2 : index
    %tile = memref.get_global @tile : !shared
    %v = vector.load %x0[%c0] {alignment = 16 : i64} : memref<4xi32>, vector<4xi32>
    // SHARED-STORE: misaligned.mlir:[[#@LINE+1]]:{{[0-9]+}}: misaligned: write of 16 bytes needs alignment 16, address ends in 0x8
    vector.store %v, %tile[%i] {alignment = 16 : i64} : !shared, vector<4xi32>
    vector.store %v, %o0[%c0] {alignment = 16 : i64} : memref<4xi32>, vector<4xi32>
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c4 = arith.constant 4 : index
    %tid = gpu.thread_id x
    %i = arith.muli %tid, %c4 : index
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    %v = vector.broadcast %n : i32 to vector<4xi32>
    vector.store %v, %tile[%i] {alignment = 16 : i64} : !shared, vector<4xi32>
    %w = vector.load %tile[%i] {alignment = 16 : i64} : !shared, vector<4xi32>
    vector.store %w, %o0[%i] {alignment = 16 : i64} : memref<8xi32>, vector<4xi32>
    gpu.return
  }
}

// GLOBAL-LOAD: error: the machine reported 1 errors
func.func @global_load(%x0: tensor<8xi32>) -> tensor<4xi32> {
  %e0 = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@global_load ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// GLOBAL-STORE: error: the machine reported 1 errors
func.func @global_store(%x0: tensor<4xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@global_store ins(%x0 : tensor<4xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SHARED-STORE: error: the machine reported 1 errors
func.func @shared_store(%x0: tensor<4xi32>) -> tensor<4xi32> {
  %e0 = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@shared_store ins(%x0 : tensor<4xi32>)
      outs(%e0 : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CORRECT: dense<"0x0000000000000000000000000000000001000000010000000100000001000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
