// What was never written must not be read: shared memory starts empty in every
// block, outputs in every run.
// RUN: not kopt-run %s --entry=shared_read 2>&1 | FileCheck %s --check-prefix=SHARED-READ
// RUN: not kopt-run %s --entry=next_block 2>&1 | FileCheck %s --check-prefix=NEXT-BLOCK
// RUN: not kopt-run %s --entry=output 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT

!shared = memref<8xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}

  gpu.func @shared_read(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c5 = arith.constant 5 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    %some = arith.cmpi ult, %tid, %c5 : index
    scf.if %some {
      memref.store %n, %tile[%tid] : !shared
    }
    gpu.barrier
    // SHARED-READ: uninitialised.mlir:[[#@LINE+1]]:{{[0-9]+}}: uninitialised: read of shared address {{10(44|48|52)}} never written, block (0,0,0) thread ({{[567]}},0,0) (llvm.load, 3 times)
    %w = memref.load %tile[%tid] : !shared
    memref.store %w, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @next_block(%o0: memref<16xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %c8 = arith.constant 8 : index
    %tid = gpu.thread_id x
    %bid = gpu.block_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    %first = arith.cmpi eq, %bid, %c0 : index
    scf.if %first {
      memref.store %n, %tile[%tid] : !shared
    }
    gpu.barrier
    // NEXT-BLOCK: uninitialised.mlir:[[#@LINE+1]]:{{[0-9]+}}: uninitialised: read of shared address {{[0-9]+}} never written, block (1,0,0) thread ({{[0-7]}},0,0) (llvm.load, 8 times)
    %w = memref.load %tile[%tid] : !shared
    %row = arith.muli %bid, %c8 : index
    %i = arith.addi %row, %tid : index
    memref.store %w, %o0[%i] : memref<16xi32>
    gpu.return
  }

  gpu.func @output(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    // OUTPUT: uninitialised.mlir:[[#@LINE+1]]:{{[0-9]+}}: uninitialised: read of 4 bytes at result0+0 of 32 bytes, not all ever written, block (0,0,0) thread (0,0,0) (llvm.load, 8 times)
    %v = memref.load %o0[%tid] : memref<8xi32>
    %w = arith.addi %v, %c1 : i32
    memref.store %w, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c1 = arith.constant 1 : i32
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %tile[%tid] : !shared
    gpu.barrier
    %w = memref.load %tile[%tid] : !shared
    memref.store %w, %o0[%tid] : memref<8xi32>
    %v = memref.load %o0[%tid] : memref<8xi32>
    %z = arith.addi %v, %c1 : i32
    memref.store %z, %o0[%tid] : memref<8xi32>
    gpu.return
  }
}

// SHARED-READ: error: the machine reported 1 errors
func.func @shared_read() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@shared_read
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// NEXT-BLOCK: error: the machine reported 1 errors
func.func @next_block() -> tensor<16xi32> {
  %e0 = tensor.empty() : tensor<16xi32>
  %r = kopt.launch @kernels::@next_block
      outs(%e0 : tensor<16xi32>) -> tensor<16xi32>
  return %r : tensor<16xi32>
}

// OUTPUT: error: the machine reported 1 errors
func.func @output() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@output
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CORRECT: dense<"0x0100000002000000030000000400000005000000060000000700000008000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
