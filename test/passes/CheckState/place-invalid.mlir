// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-allocate-shared))'

gpu.module @m { kopt.kernel @swizzle(%x: memref<64xf32>) attributes {grid = affine_map<() -> (1)>} {
  %t = kopt.load %x : memref<64xf32> -> tensor<64xf32>
  // expected-error@+1 {{has no lowering with a fixed swizzle, but got 8}}
  %s = kopt.place %t in <swizzle = 8> : tensor<64xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @cluster(%x: memref<256xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<cluster = 2>} {
  %t = kopt.load %x : memref<256xf32> -> tensor<256xf32>
  // expected-error@+1 {{expected a kernel with a cluster of 1 block, but got a cluster of 2}}
  %s = kopt.place %t in <> : tensor<256xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @large(%x: memref<65536xf32>, %o: memref<65536xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 32>} {
  %t = kopt.load %x : memref<65536xf32> -> tensor<65536xf32>
  // expected-error@+1 {{expected to need at most 232448 bytes of shared memory with what is there before, but got 262144}}
  %s = kopt.place %t in <> : tensor<65536xf32>
  kopt.store %s, %o : tensor<65536xf32>, memref<65536xf32>
  kopt.return
} }
