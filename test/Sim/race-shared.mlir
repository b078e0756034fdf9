// Accesses of one block that no barrier orders are races, whatever the
// schedule: happens-before, not luck, finds them. A report says where both
// accesses are.
// RUN: not kopt-run %s --entry=read_after_write 2>&1 | FileCheck %s --check-prefix=READ-AFTER-WRITE
// RUN: not kopt-run %s --entry=write_after_read 2>&1 | FileCheck %s --check-prefix=WRITE-AFTER-READ
// RUN: not kopt-run %s --entry=write_after_write 2>&1 | FileCheck %s --check-prefix=WRITE-AFTER-WRITE
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT
// RUN: not kopt-run %s --entry=read_after_write --workers="kopt-sim-worker --seed=1" 2>&1 | FileCheck %s --check-prefix=READ-AFTER-WRITE
// RUN: not kopt-run %s --entry=read_after_write --workers="kopt-sim-worker --seed=2" 2>&1 | FileCheck %s --check-prefix=READ-AFTER-WRITE
// RUN: not kopt-run %s --entry=read_after_write --workers="kopt-sim-worker --seed=3" 2>&1 | FileCheck %s --check-prefix=READ-AFTER-WRITE
// RUN: not kopt-run %s --entry=write_after_read --workers="kopt-sim-worker --seed=1" 2>&1 | FileCheck %s --check-prefix=WRITE-AFTER-READ
// RUN: not kopt-run %s --entry=write_after_read --workers="kopt-sim-worker --seed=2" 2>&1 | FileCheck %s --check-prefix=WRITE-AFTER-READ
// RUN: not kopt-run %s --entry=write_after_read --workers="kopt-sim-worker --seed=3" 2>&1 | FileCheck %s --check-prefix=WRITE-AFTER-READ
// RUN: kopt-run %s --entry=correct --workers="kopt-sim-worker --seed=1" | FileCheck %s --check-prefix=CORRECT
// RUN: kopt-run %s --entry=correct --workers="kopt-sim-worker --seed=2" | FileCheck %s --check-prefix=CORRECT
// RUN: kopt-run %s --entry=correct --workers="kopt-sim-worker --seed=3" | FileCheck %s --check-prefix=CORRECT
// RUN: not kopt-run %s --entry=read_after_write --workers="kopt-sim-worker --no-races" 2>&1 | FileCheck %s --check-prefix=OFF

// Without the detector, the schedule decides: here some read comes first.
// OFF: uninitialised: read of shared address

!shared = memref<64xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}

  gpu.func @read_after_write(%o0: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    // READ-AFTER-WRITE: race: {{read|write after read|write}}
    memref.store %n, %tile[%tid] : !shared
    %from = arith.subi %c63, %tid : index
    %v = memref.load %tile[%from] : !shared
    memref.store %v, %o0[%tid] : memref<64xi32>
    gpu.return
  }

  gpu.func @write_after_read(%o0: memref<64xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %tile[%tid] : !shared
    gpu.barrier
    %from = arith.subi %c63, %tid : index
    // WRITE-AFTER-READ-DAG: race-shared.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: read at shared address
    %v = memref.load %tile[%from] : !shared
    // WRITE-AFTER-READ-DAG: race-shared.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: write after read at shared address {{[0-9]+}}: not ordered after access by thread {{[0-9]+}}
    memref.store %v, %tile[%tid] : !shared
    memref.store %v, %o0[%tid] : memref<64xi32>
    gpu.return
  }

  gpu.func @write_after_write(%o0: memref<1xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    // WRITE-AFTER-WRITE: race-shared.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: write at shared address 1024: not ordered after access by thread {{[0-9]+}}, block (0,0,0) thread ({{[0-9]+}},0,0) (llvm.store, 63 times)
    memref.store %n, %tile[%c0] : !shared
    // WRITE-AFTER-WRITE-NEXT: race-shared.mlir:[[#@LINE-1]]:{{[0-9]+}}: note: the other access (llvm.store)
    gpu.barrier
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %v = memref.load %tile[%c0] : !shared
      memref.store %v, %o0[%c0] : memref<1xi32>
    }
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c8 = arith.constant 8 : index
    %c63 = arith.constant 63 : index
    %tid = gpu.thread_id x
    %tile = memref.get_global @tile : !shared
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %tile[%tid] : !shared
    gpu.barrier
    %from = arith.subi %c63, %tid : index
    %v = memref.load %tile[%from] : !shared
    gpu.barrier
    memref.store %v, %tile[%tid] : !shared
    %some = arith.cmpi ult, %tid, %c8 : index
    scf.if %some {
      %w = memref.load %tile[%tid] : !shared
      memref.store %w, %o0[%tid] : memref<8xi32>
    }
    gpu.return
  }
}

// READ-AFTER-WRITE: error: the machine reported
func.func @read_after_write() -> tensor<64xi32> {
  %e0 = tensor.empty() : tensor<64xi32>
  %r = kopt.launch @kernels::@read_after_write
      outs(%e0 : tensor<64xi32>) -> tensor<64xi32>
  return %r : tensor<64xi32>
}

// WRITE-AFTER-READ: error: the machine reported
func.func @write_after_read() -> tensor<64xi32> {
  %e0 = tensor.empty() : tensor<64xi32>
  %r = kopt.launch @kernels::@write_after_read
      outs(%e0 : tensor<64xi32>) -> tensor<64xi32>
  return %r : tensor<64xi32>
}

// WRITE-AFTER-WRITE: error: the machine reported 1 errors
func.func @write_after_write() -> tensor<1xi32> {
  %e0 = tensor.empty() : tensor<1xi32>
  %r = kopt.launch @kernels::@write_after_write
      outs(%e0 : tensor<1xi32>) -> tensor<1xi32>
  return %r : tensor<1xi32>
}

// CORRECT: dense<"0x3F0000003E0000003D0000003C0000003B0000003A0000003900000038000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
