// Block 0 stores, block 1 reads what it stored: ordered by a release and an acquire
// of a flag in @correct; then one link of the chain less each.
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT
// RUN: kopt-run %s --entry=correct --workers="kopt-sim-worker --seed=3" | FileCheck %s --check-prefix=CORRECT
// RUN: not kopt-run %s --entry=no_barrier 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not kopt-run %s --entry=no_barrier --workers="kopt-sim-worker --seed=3" 2>&1 | FileCheck %s --check-prefix=BARRIER
// RUN: not kopt-run %s --entry=no_release 2>&1 | FileCheck %s --check-prefix=RELEASE
// RUN: not kopt-run %s --entry=no_handing_on 2>&1 | FileCheck %s --check-prefix=HAND
// REQUIRES: sim

// Block 0 leaves zeros, block 1 the numbers that block 0 gave it.
// CORRECT: dense<"0x{{0+}}010000000200000003000000040000000500000
gpu.module @kernels {
  gpu.func @correct(%o: memref<128xi32>, %d: memref<64xi32> {kopt.workspace}, %f: memref<1xi32> {kopt.workspace}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (2)>, kopt.cooperative} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %number = arith.index_cast %tid : index to i32
    %is_first = arith.cmpi eq, %tid, %c0 : index
    %stores = arith.cmpi eq, %block, %c0 : index
    scf.if %stores {
      memref.store %number, %d[%tid] : memref<64xi32>
      gpu.barrier
      scf.if %is_first {
        %old = kopt_nv.add_release %one, %f[%c0] : memref<1xi32>
      }
      memref.store %zero, %o[%tid] : memref<128xi32>
    } else {
      scf.if %is_first {
        scf.while : () -> () {
          %seen = kopt_nv.load_acquire %f[%c0] : memref<1xi32>
          %waits = arith.cmpi eq, %seen, %zero : i32
          scf.condition(%waits)
        } do {
          scf.yield
        }
        %reset = kopt_nv.add_release %minus, %f[%c0] : memref<1xi32>
      }
      gpu.barrier
      %v = memref.load %d[%tid] : memref<64xi32>
      %at = arith.addi %tid, %c64 : index
      memref.store %v, %o[%at] : memref<128xi32>
    }
    gpu.return
  }
  gpu.func @no_barrier(%o: memref<128xi32>, %d: memref<64xi32> {kopt.workspace}, %f: memref<1xi32> {kopt.workspace}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (2)>, kopt.cooperative} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %number = arith.index_cast %tid : index to i32
    %is_first = arith.cmpi eq, %tid, %c0 : index
    %stores = arith.cmpi eq, %block, %c0 : index
    scf.if %stores {
      memref.store %number, %d[%tid] : memref<64xi32>
      scf.if %is_first {
        %old = kopt_nv.add_release %one, %f[%c0] : memref<1xi32>
      }
      memref.store %zero, %o[%tid] : memref<128xi32>
    } else {
      scf.if %is_first {
        scf.while : () -> () {
          %seen = kopt_nv.load_acquire %f[%c0] : memref<1xi32>
          %waits = arith.cmpi eq, %seen, %zero : i32
          scf.condition(%waits)
        } do {
          scf.yield
        }
        %reset = kopt_nv.add_release %minus, %f[%c0] : memref<1xi32>
      }
      gpu.barrier
      // BARRIER: flags.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: read of workspace0 at byte {{[0-9]+}}, which another block writes in this launch
      %v = memref.load %d[%tid] : memref<64xi32>
      %at = arith.addi %tid, %c64 : index
      memref.store %v, %o[%at] : memref<128xi32>
    }
    gpu.return
  }
  gpu.func @no_release(%o: memref<128xi32>, %d: memref<64xi32> {kopt.workspace}, %f: memref<1xi32> {kopt.workspace}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (2)>, kopt.cooperative} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %number = arith.index_cast %tid : index to i32
    %is_first = arith.cmpi eq, %tid, %c0 : index
    %stores = arith.cmpi eq, %block, %c0 : index
    scf.if %stores {
      memref.store %number, %d[%tid] : memref<64xi32>
      gpu.barrier
      scf.if %is_first {
        memref.store %one, %f[%c0] : memref<1xi32>
      }
      memref.store %zero, %o[%tid] : memref<128xi32>
    } else {
      scf.if %is_first {
        scf.while : () -> () {
          %seen = kopt_nv.load_acquire %f[%c0] : memref<1xi32>
          %waits = arith.cmpi eq, %seen, %zero : i32
          scf.condition(%waits)
        } do {
          scf.yield
        }
        %reset = kopt_nv.add_release %minus, %f[%c0] : memref<1xi32>
      }
      gpu.barrier
      // RELEASE: race: {{read|write}} of workspace1 at byte 0, which another block {{reads|writes}} in this launch
      %v = memref.load %d[%tid] : memref<64xi32>
      %at = arith.addi %tid, %c64 : index
      memref.store %v, %o[%at] : memref<128xi32>
    }
    gpu.return
  }
  gpu.func @no_handing_on(%o: memref<128xi32>, %d: memref<64xi32> {kopt.workspace}, %f: memref<1xi32> {kopt.workspace}) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (2)>, kopt.cooperative} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    %minus = arith.constant -1 : i32
    %tid = gpu.thread_id x
    %block = gpu.block_id x
    %number = arith.index_cast %tid : index to i32
    %is_first = arith.cmpi eq, %tid, %c0 : index
    %stores = arith.cmpi eq, %block, %c0 : index
    scf.if %stores {
      memref.store %number, %d[%tid] : memref<64xi32>
      gpu.barrier
      scf.if %is_first {
        %old = kopt_nv.add_release %one, %f[%c0] : memref<1xi32>
      }
      memref.store %zero, %o[%tid] : memref<128xi32>
    } else {
      scf.if %is_first {
        scf.while : () -> () {
          %seen = kopt_nv.load_acquire %f[%c0] : memref<1xi32>
          %waits = arith.cmpi eq, %seen, %zero : i32
          scf.condition(%waits)
        } do {
          scf.yield
        }
        %reset = kopt_nv.add_release %minus, %f[%c0] : memref<1xi32>
      }
      // HAND: flags.mlir:[[#@LINE+1]]:{{[0-9]+}}: race: read of workspace0 at byte {{[0-9]+}}, which another block writes in this launch
      %v = memref.load %d[%tid] : memref<64xi32>
      %at = arith.addi %tid, %c64 : index
      memref.store %v, %o[%at] : memref<128xi32>
    }
    gpu.return
  }
}
func.func @correct() -> tensor<128xi32> {
  %e = tensor.empty() : tensor<128xi32>
  %r = kopt.launch @kernels::@correct outs(%e : tensor<128xi32>) -> tensor<128xi32>
  return %r : tensor<128xi32>
}
func.func @no_barrier() -> tensor<128xi32> {
  %e = tensor.empty() : tensor<128xi32>
  %r = kopt.launch @kernels::@no_barrier outs(%e : tensor<128xi32>) -> tensor<128xi32>
  return %r : tensor<128xi32>
}
func.func @no_release() -> tensor<128xi32> {
  %e = tensor.empty() : tensor<128xi32>
  %r = kopt.launch @kernels::@no_release outs(%e : tensor<128xi32>) -> tensor<128xi32>
  return %r : tensor<128xi32>
}
func.func @no_handing_on() -> tensor<128xi32> {
  %e = tensor.empty() : tensor<128xi32>
  %r = kopt.launch @kernels::@no_handing_on outs(%e : tensor<128xi32>) -> tensor<128xi32>
  return %r : tensor<128xi32>
}
