// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared -verify-diagnostics

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
