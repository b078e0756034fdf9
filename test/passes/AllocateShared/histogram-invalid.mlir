// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared -verify-diagnostics

// One counter a bin, and one more: 4 * 60001 bytes, rounded up to 16.
gpu.module @bins {
  kopt.kernel @k(%x: memref<32xi32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32xi32> -> tensor<32xi32>
    // expected-error@+1 {{'kopt.histogram' op expected to need at most 232448 bytes of shared memory, but got 240016}}
    %h = kopt.histogram %t : tensor<32xi32> -> tensor<60000xi32>
    kopt.return
  }
}
