// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared -verify-diagnostics

// 8192 results with 8 partials each, twice.
#rows = #kopt.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[1, 0], [2, 0], [4, 0]], reps = [1, 256]>
gpu.module @kernels {
  kopt.kernel @big(%x: memref<8x8192xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1, cluster = 8>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0, %c0] {layout = #rows} : memref<8x8192xf32> -> tensor<8x8192xf32>
    // expected-error@+1 {{expected to need at most 232448 bytes of shared memory, but got 524288}}
    %s = kopt.reduce (%t) axis 0 identity [0.0 : f32] : (tensor<8x8192xf32>) -> tensor<8192xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    kopt.return
  }
}
