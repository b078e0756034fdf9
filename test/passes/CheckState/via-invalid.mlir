// RUN: kopt-opt %s -kopt-check-state -split-input-file -verify-diagnostics

gpu.module @path {
  kopt.kernel @k(%x: memref<64xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{expected via #kopt.direct, but got "tma"}}
    %t = kopt.load %x {via = "tma"} : memref<64xf32> -> tensor<64xf32>
    kopt.return
  }
}

// -----

gpu.module @narrow {
  kopt.kernel @k(%x: memref<64xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{expected an access of whole elements of 'f32', but got 2 bytes}}
    %t = kopt.load %x {via = #kopt.direct<bytes = 2>} : memref<64xf32> -> tensor<64xf32>
    kopt.return
  }
}

// -----

gpu.module @pitch {
  kopt.kernel @k(%x: memref<3x4097xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (3)>} {
    // expected-error@+1 {{expected a stride of a multiple of 4 elements along dimension 0 for accesses of 16 bytes, but got 4097}}
    %t = kopt.load %x {via = #kopt.direct<bytes = 16>} : memref<3x4097xf32> -> tensor<4x4096xf32>
    kopt.return
  }
}

// -----

gpu.module @transposed {
  kopt.kernel @k(%x: memref<64x64xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{expected accesses of 8 bytes to run along the contiguous dimension of 'memref<64x64xf32>'}}
    %t = kopt.load %x map affine_map<(d0, d1) -> (d1, d0)> {via = #kopt.direct<bytes = 8>} : memref<64x64xf32> -> tensor<64x64xf32>
    kopt.return
  }
}

// -----

gpu.module @offset {
  kopt.kernel @k(%x: memref<64xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (8)>} {
    %c6 = arith.constant 6 : index
    %i = kopt.program_id 0
    %c = arith.muli %i, %c6 : index
    %v = arith.constant dense<0.0> : tensor<32xf32>
    // expected-error@+1 {{expected the innermost offset to be a multiple of 4 elements for accesses of 16 bytes, but got one known to be a multiple of 2}}
    kopt.store %v, %o[%c] {via = #kopt.direct<bytes = 16>} : tensor<32xf32>, memref<64xf32>
    kopt.return
  }
}

// -----

// Not even a known multiple is enough: 2 elements of 4.
gpu.module @dynamic_pitch {
  kopt.kernel @k(%x: memref<?x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {assume = affine_set<()[s0, s1] : (s1 mod 2 == 0)>, grid = affine_map<()[s0, s1] -> (s0)>} {
    // expected-error@+1 {{expected a stride of a multiple of 4 elements along dimension 0 for accesses of 16 bytes, but got a dynamic one}}
    %t = kopt.load %x {via = #kopt.direct<bytes = 16>} : memref<?x?xf32> -> tensor<4x4096xf32>
    kopt.return
  }
}
