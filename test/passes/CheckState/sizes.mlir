// Tiles that are made again at each use have limits too; divisors are positive.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-check-state))'
gpu.module @kernels {
  kopt.kernel @constant() attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    // expected-error @+1 {{'arith.constant' op expected tiles of at most 1024 elements for each of 32 threads, but got 'tensor<32769xi64>'}}
    %h = arith.constant dense<1> : tensor<32769xi64>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @huge() attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    // expected-error @+1 {{'arith.constant' op expected tiles of at most 1024 elements for each of 128 threads, but got 'tensor<4611686018427387904x4xi64>'}}
    %h = arith.constant dense<1> : tensor<4611686018427387904x4xi64>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @quotient(%x: memref<64xi32>) attributes {grid = affine_map<() -> (1)>} {
    // expected-error @+1 {{'kopt.load' op expected divisors of at least 1 in its map, but got 0}}
    %t = kopt.load %x map affine_map<(d0) -> (d0 floordiv 0)> : memref<64xi32> -> tensor<64xi32>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @remainder(%x: memref<64xi32>) attributes {grid = affine_map<() -> (1)>} {
    %p = kopt.program_id 0
    // expected-error @+1 {{'affine.apply' op expected divisors of at least 1 in its map, but got -3}}
    %q = affine.apply affine_map<(d0) -> (d0 mod -3)>(%p)
    %t = kopt.load %x[%q] : memref<64xi32> -> tensor<64xi32>
    kopt.return
  }
}
