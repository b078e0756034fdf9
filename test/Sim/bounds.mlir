// Accesses outside global and shared memory are reported where they are made;
// the kernel runs on.
// RUN: not kopt-run %s --entry=global_read 2>&1 | FileCheck %s --check-prefix=GLOBAL-READ
// RUN: not kopt-run %s --entry=global_write 2>&1 | FileCheck %s --check-prefix=GLOBAL-WRITE
// RUN: not kopt-run %s --entry=shared_read 2>&1 | FileCheck %s --check-prefix=SHARED-READ
// RUN: not kopt-run %s --entry=shared_write 2>&1 | FileCheck %s --check-prefix=SHARED-WRITE
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT

!shared = memref<8xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}

  gpu.func @global_read(%x0: memref<8xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %i = arith.addi %tid, %c1 : index
    // GLOBAL-READ: bounds.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: read of 4 bytes at arg0+32 of 32 bytes, block (0,0,0) thread (7,0,0) (llvm.load, 1 times)
    %v = memref.load %x0[%i] : memref<8xi32>
    memref.store %v, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @global_write(%x0: memref<8xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %i = arith.subi %tid, %c1 : index
    %v = memref.load %x0[%tid] : memref<8xi32>
    // GLOBAL-WRITE: bounds.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: write of 4 bytes at result0-4 of 32 bytes, block (0,0,0) thread (0,0,0) (llvm.store, 1 times)
    memref.store %v, %o0[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @shared_read(%x0: memref<8xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %v = memref.load %x0[%tid] : memref<8xi32>
    memref.store %v, %tile[%tid] : !shared
    gpu.barrier
    %i = arith.addi %tid, %c1 : index
    // SHARED-READ: bounds.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: read of 4 bytes at shared address 1056, block has [1024, 1056)
    %w = memref.load %tile[%i] : !shared
    memref.store %w, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @shared_write(%x0: memref<8xi32>, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c1 = arith.constant 1 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %v = memref.load %x0[%tid] : memref<8xi32>
    %i = arith.subi %tid, %c1 : index
    memref.store %v, %o0[%tid] : memref<8xi32>
    // SHARED-WRITE: bounds.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: write of 4 bytes at shared address 1020, block has [1024, 1056)
    memref.store %v, %tile[%i] : !shared
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %tile[%tid] : !shared
    gpu.barrier
    %w = memref.load %tile[%tid] : !shared
    memref.store %w, %o0[%tid] : memref<8xi32>
    gpu.return
  }
}

// GLOBAL-READ: error: the machine reported 1 errors
func.func @global_read(%x0: tensor<8xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@global_read ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// GLOBAL-WRITE: error: the machine reported 1 errors
func.func @global_write(%x0: tensor<8xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@global_write ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SHARED-READ: error: the machine reported 1 errors
func.func @shared_read(%x0: tensor<8xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@shared_read ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SHARED-WRITE: error: the machine reported 1 errors
func.func @shared_write(%x0: tensor<8xi32>) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@shared_write ins(%x0 : tensor<8xi32>)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CORRECT: dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
