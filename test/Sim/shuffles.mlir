// Every lane of a shuffle's mask must take part; lanes without a source keep
// their value.
// RUN: not kopt-run %s --entry=lane_missing 2>&1 | FileCheck %s --check-prefix=LANE-MISSING
// RUN: not kopt-run %s --entry=elsewhere 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not kopt-run %s --entry=half_mask 2>&1 | FileCheck %s --check-prefix=HALF-MASK
// RUN: kopt-run %s --entry=correct | FileCheck %s --check-prefix=CORRECT
// RUN: kopt-run %s --entry=down | FileCheck %s --check-prefix=DOWN

gpu.module @kernels {
  gpu.func @lane_missing(%o0: memref<32xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<32xi32>
    %low = arith.cmpi ult, %tid, %c16 : index
    scf.if %low {
      // LANE-MISSING: shuffles.mlir:[[#@LINE+1]]:{{[0-9]+}}: divergence: lane 16 exits while lanes 0xffff wait for it in a warp-wide operation
      %v, %ok = gpu.shuffle xor %n, %one, %width : i32
      memref.store %v, %o0[%tid] : memref<32xi32>
    }
    gpu.return
  }

  gpu.func @elsewhere(%o0: memref<32xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c16 = arith.constant 16 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %low = arith.cmpi ult, %tid, %c16 : index
    %r = scf.if %low -> i32 {
      %v, %ok = gpu.shuffle xor %n, %one, %width : i32
      scf.yield %v : i32
    } else {
      // ELSEWHERE: shuffles.mlir:[[#@LINE+1]]:{{[0-9]+}}: divergence: shfl.sync: lane 16 (mask 0xffffffff) meets lanes 0xffff that wait elsewhere (mask 0xffffffff)
      %w, %ok = gpu.shuffle down %n, %one, %width : i32
      scf.yield %w : i32
    }
    memref.store %r, %o0[%tid] : memref<32xi32>
    gpu.return
  }

  gpu.func @half_mask(%o0: memref<32xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %half = llvm.mlir.constant(65535 : i32) : i32
    %one = llvm.mlir.constant(16 : i32) : i32
    %clamp = llvm.mlir.constant(31 : i32) : i32
    %c16 = arith.constant 16 : index
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<32xi32>
    %low = arith.cmpi ult, %tid, %c16 : index
    scf.if %low {
      // HALF-MASK: shuffles.mlir:[[#@LINE+1]]:{{[0-9]+}}: divergence: shfl.sync: lane 0 reads lane 16, which does not take part
      %v = nvvm.shfl.sync bfly %half, %n, %one, %clamp : i32 -> i32
      memref.store %v, %o0[%tid] : memref<32xi32>
    }
    gpu.return
  }

  gpu.func @correct(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c8 = arith.constant 8 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %v, %ok = gpu.shuffle xor %n, %one, %width : i32
    %low = arith.cmpi ult, %tid, %c8 : index
    scf.if %low {
      memref.store %v, %o0[%tid] : memref<8xi32>
    }
    gpu.return
  }

  gpu.func @down(%o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c8 = arith.constant 8 : index
    %two = arith.constant 2 : i32
    %all = arith.constant -1 : i32
    // Segments of 4 lanes; 28 in bits 8 to 12 selects them.
    %clamp = arith.constant 7199 : i32
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    %v = nvvm.shfl.sync down %all, %n, %two, %clamp : i32 -> i32
    %low = arith.cmpi ult, %tid, %c8 : index
    scf.if %low {
      memref.store %v, %o0[%tid] : memref<8xi32>
    }
    gpu.return
  }
}

// LANE-MISSING: error: the machine reported
func.func @lane_missing() -> tensor<32xi32> {
  %e0 = tensor.empty() : tensor<32xi32>
  %r = kopt.launch @kernels::@lane_missing
      outs(%e0 : tensor<32xi32>) -> tensor<32xi32>
  return %r : tensor<32xi32>
}

// ELSEWHERE: error: the machine reported
func.func @elsewhere() -> tensor<32xi32> {
  %e0 = tensor.empty() : tensor<32xi32>
  %r = kopt.launch @kernels::@elsewhere
      outs(%e0 : tensor<32xi32>) -> tensor<32xi32>
  return %r : tensor<32xi32>
}

// HALF-MASK: error: the machine reported
func.func @half_mask() -> tensor<32xi32> {
  %e0 = tensor.empty() : tensor<32xi32>
  %r = kopt.launch @kernels::@half_mask
      outs(%e0 : tensor<32xi32>) -> tensor<32xi32>
  return %r : tensor<32xi32>
}

// CORRECT: dense<"0x0100000000000000030000000200000005000000040000000700000006000000"> : tensor<8xi32>
func.func @correct() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// DOWN: dense<"0x0200000003000000020000000300000006000000070000000600000007000000"> : tensor<8xi32>
func.func @down() -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@down
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
