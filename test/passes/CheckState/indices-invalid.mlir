// Index tiles, atomic updates: what the machine or the width of an access forbids.
// RUN: kopt-opt %s -kopt-check-state -split-input-file -verify-diagnostics

// The numbers differ along the row that an access would take at once.
gpu.module @along_the_row {
  kopt.kernel @k(%x: memref<64x1024xf32>, %i: memref<64xi32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %i[%c0] : memref<64xi32> -> tensor<64xi32>
    // expected-error@+1 {{expected accesses of 16 bytes to run along the contiguous dimension of 'memref<64x1024xf32>'}}
    %t = kopt.load %x indices(%n dims [array<i64: 1>] : tensor<64xi32>) map affine_map<(d0, d1)[s0] -> (s0, d0 * 64 + d1)> {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<4x64xf32>
    kopt.return
  }
}

// -----

// A number says where in the row the tile starts: at no known multiple.
gpu.module @start_of_row {
  kopt.kernel @k(%x: memref<64x1024xf32>, %i: memref<4xi32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %i[%c0] : memref<4xi32> -> tensor<4xi32>
    // expected-error@+1 {{expected the innermost offset to be a multiple of 4 elements for accesses of 16 bytes, but got one known to be a multiple of 1}}
    %t = kopt.load %x indices(%n dims [array<i64: 0>] : tensor<4xi32>) map affine_map<(d0, d1)[s0] -> (d0, d1 + s0)> {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<4x64xf32>
    kopt.return
  }
}

// -----

// Multiples of numbers of 64 bits may come out in bounds.
gpu.module @multiple {
  kopt.kernel @k(%x: memref<1024xf32>, %i: memref<4xi64>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %i[%c0] : memref<4xi64> -> tensor<4xi64>
    // expected-error@+1 {{expected index tiles of at most 32 bits where the map does more than add one to a coordinate, as 64 bits may overflow, but got affine_map<(d0, d1)[s0] -> (d1 + s0 * 16)>}}
    %t = kopt.load %x indices(%n dims [array<i64: 0>] : tensor<4xi64>) map affine_map<(d0, d1)[s0] -> (s0 * 16 + d1)> : memref<1024xf32> -> tensor<4x16xf32>
    kopt.return
  }
}

// -----

// So may sums of two.
gpu.module @sum {
  kopt.kernel @k(%x: memref<1024xf32>, %i: memref<4xindex>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %i[%c0] : memref<4xindex> -> tensor<4xindex>
    // expected-error@+1 {{expected index tiles of at most 32 bits}}
    %t = kopt.load %x indices(%n, %n dims [array<i64: 0>, array<i64: 1>] : tensor<4xindex>, tensor<4xindex>) map affine_map<(d0, d1)[s0, s1] -> (s0 + s1)> : memref<1024xf32> -> tensor<4x4xf32>
    kopt.return
  }
}

// -----

// Quotient and remainder of the number itself do not wrap around.
gpu.module @pages {
  kopt.kernel @k(%x: memref<64x16xf32>, %i: memref<4xi64>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %i[%c0] : memref<4xi64> -> tensor<4xi64>
    %t = kopt.load %x indices(%n dims [array<i64: 0>] : tensor<4xi64>) map affine_map<(d0)[s0] -> (s0 floordiv 16, s0 mod 16)> : memref<64x16xf32> -> tensor<4xf32>
    kopt.return
  }
}

// -----

gpu.module @bf16 {
  kopt.kernel @k(%o: memref<64xbf16> {kopt.inout}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<1.0> : tensor<64xbf16>
    // expected-error@+1 {{expected elements that the machine combines by addf, f32 or f64, but got 'bf16'}}
    kopt.scatter_reduce addf %v, %o[%c0] : tensor<64xbf16>, memref<64xbf16>
    kopt.return
  }
}

// -----

gpu.module @i1 {
  kopt.kernel @k(%o: memref<64xi1> {kopt.inout}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant dense<true> : tensor<64xi1>
    // expected-error@+1 {{expected elements that the machine combines by ori, 8, 16, 32 or 64 bits, but got 'i1'}}
    kopt.scatter_reduce ori %v, %o[%c0] : tensor<64xi1>, memref<64xi1>
    kopt.return
  }
}
