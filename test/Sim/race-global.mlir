// Blocks of a grid are not ordered: two that touch one place, one of them
// writing, are a race unless both are atomic.
// RUN: not kopt-run %s --entry=write_write 2>&1 | FileCheck %s --check-prefix=WRITE-WRITE
// RUN: not kopt-run %s --entry=read_write 2>&1 | FileCheck %s --check-prefix=READ-WRITE
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT

gpu.module @kernels {
  gpu.func @write_write(%o0: memref<1xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %bid = gpu.block_id x
    %n = arith.index_cast %bid : index to i32
    // WRITE-WRITE: race-global.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: write of result0 at byte 0, which another block writes in this launch, block (1,0,0) thread (0,0,0) (llvm.store, 3 times)
    memref.store %n, %o0[%c0] : memref<1xi32>
    gpu.return
  }

  gpu.func @read_write(%o0: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %bid = gpu.block_id x
    %n = arith.index_cast %bid : index to i32
    memref.store %n, %o0[%bid] : memref<4xi32>
    %before = arith.subi %bid, %c1 : index
    %from = arith.maxsi %before, %c0 : index
    // READ-WRITE: race-global.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: read of result0 at byte 0, which another block writes in this launch, block (1,0,0)
    %v = memref.load %o0[%from] : memref<4xi32>
    memref.store %v, %o0[%bid] : memref<4xi32>
    gpu.return
  }

  gpu.func @correct(%o0: memref<1xi32> {kopt.inout}) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %old = memref.atomic_rmw addi %n, %o0[%c0] : (i32, memref<1xi32>) -> i32
    gpu.return
  }

  gpu.func @zero(%o0: memref<1xi32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : i32
    %i = gpu.block_id x
    memref.store %c0, %o0[%i] : memref<1xi32>
    gpu.return
  }
}

// WRITE-WRITE: error: the machine reported 1 errors
func.func @write_write() -> tensor<1xi32> {
  %e0 = tensor.empty() : tensor<1xi32>
  %r = kopt.launch @kernels::@write_write
      outs(%e0 : tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// READ-WRITE: error: the machine reported 1 errors
func.func @read_write() -> tensor<4xi32> {
  %e0 = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@read_write
      outs(%e0 : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// CORRECT: dense<"0xC0070000"> : tensor<1xi32>
func.func @correct() -> tensor<1xi32> {
  %e = tensor.empty() : tensor<1xi32>
  %e0 = kopt.launch @kernels::@zero outs(%e : tensor<1xi32>) -> tensor<1xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}
