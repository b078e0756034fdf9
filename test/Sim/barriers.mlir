// Barriers that part of a block does not reach, or reaches at different places.
// The seed shuffles the order of the warps.
// RUN: not kopt-run %s --entry=divergent 2>&1 | FileCheck %s --check-prefix=DIVERGENT
// RUN: not kopt-run %s --entry=not_reached 2>&1 | FileCheck %s --check-prefix=NOT-REACHED
// RUN: not kopt-run %s --entry=deadlock 2>&1 | FileCheck %s --check-prefix=DEADLOCK
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT

!shared = memref<64xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}

  gpu.func @divergent(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c4 = arith.constant 4 : index
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %low = arith.cmpi ult, %tid, %c4 : index
    scf.if %low {
      gpu.barrier
    } else {
      // DIVERGENT: barriers.mlir:[[#@LINE+1]]:{{[0-9]+}}: divergence: threads of one warp wait for barrier 0 at different operations
      gpu.barrier
    }
    memref.store %n, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @not_reached(%o0: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c32 = arith.constant 32 : index
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<64xi32>
    %low = arith.cmpi ult, %tid, %c32 : index
    scf.if %low {
      // NOT-REACHED: barriers.mlir:[[#@LINE+1]]:{{[0-9]+}}: divergence: thread 32 exits while 32 threads wait at barrier 0; first waiting, block (0,0,0) thread (0,0,0)
      gpu.barrier
    }
    gpu.return
  }

  gpu.func @deadlock(%o0: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c32 = arith.constant 32 : index
    %b1 = arith.constant 1 : i32
    %b2 = arith.constant 2 : i32
    %all = arith.constant 64 : i32
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<64xi32>
    %low = arith.cmpi ult, %tid, %c32 : index
    scf.if %low {
      // DEADLOCK-DAG: barriers.mlir:[[#@LINE+1]]:{{[0-9]+}}: deadlock: no thread can run: 32 threads wait for a barrier, first, block (0,0,0) thread (0,0,0)
      nvvm.barrier id = %b1 number_of_threads = %all
    } else {
      // DEADLOCK-DAG: barriers.mlir:[[#@LINE+1]]:{{[0-9]+}}: deadlock: no thread can run: 32 threads wait for a barrier, first, block (0,0,0) thread (32,0,0)
      nvvm.barrier id = %b2 number_of_threads = %all
    }
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c8 = arith.constant 8 : index
    %c0 = arith.constant 0 : index
    %c63 = arith.constant 63 : index
    %b1 = arith.constant 1 : i32
    %all = arith.constant 64 : i32
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %tile[%tid] : !shared
    nvvm.barrier id = %b1 number_of_threads = %all
    %from = arith.subi %c63, %tid : index
    %v = memref.load %tile[%from] : !shared
    %rest = arith.remui %tid, %c8 : index
    %i = arith.divui %tid, %c8 : index
    %some = arith.cmpi eq, %rest, %c0 : index
    scf.if %some {
      memref.store %v, %o0[%i] : memref<8xi32>
    }
    gpu.return
  }
}

// DIVERGENT: error: the machine reported
func.func @divergent() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@divergent
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// NOT-REACHED: error: the machine reported
func.func @not_reached() -> tensor<64xi32> {
  %e0 = tensor.empty() : tensor<64xi32>
  %r = kopt.launch @kernels::@not_reached
      outs(%e0 : tensor<64xi32>) -> tensor<64xi32>
  return %r : tensor<64xi32>
}

// DEADLOCK: error: the machine reported 2 errors
func.func @deadlock() -> tensor<64xi32> {
  %e0 = tensor.empty() : tensor<64xi32>
  %r = kopt.launch @kernels::@deadlock
      outs(%e0 : tensor<64xi32>) -> tensor<64xi32>
  return %r : tensor<64xi32>
}

// CORRECT: dense<"0x3F000000370000002F000000270000001F000000170000000F00000007000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
