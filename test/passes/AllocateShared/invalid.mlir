// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared -split-input-file -verify-diagnostics

// 64 results with 1024 partials each.
gpu.module @kernels {
  kopt.kernel @big(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 32>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<64x1024xf32>
    // expected-error@+1 {{expected to need at most 232448 bytes of shared memory, but got 262144}}
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<64x1024xf32>) -> tensor<64xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    kopt.return
  }
}

// -----

// A sort has its inputs in shared memory, and so have the first k where they are
// many.
gpu.module @kernels {
  kopt.kernel @sorts(%x: memref<32768xi64>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 32>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32768xi64> -> tensor<32768xi64>
    // expected-error@+1 {{expected to need at most 232448 bytes of shared memory, but got 262144}}
    %s = kopt.sort (%t) axis 0 : (tensor<32768xi64>) -> tensor<32768xi64> {
    ^bb0(%a: i64, %b: i64):
      %c = arith.cmpi slt, %a, %b : i64
      kopt.yield %c : i1
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @many(%x: memref<32768xi64>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 32>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32768xi64> -> tensor<32768xi64>
    // expected-error@+1 {{expected to need at most 232448 bytes of shared memory, but got 262144}}
    %s = kopt.top_k (%t) axis 0 k 4096 : (tensor<32768xi64>) -> tensor<4096xi64> {
    ^bb0(%a: i64, %b: i64):
      %c = arith.cmpi slt, %a, %b : i64
      kopt.yield %c : i1
    }
    kopt.return
  }
}
