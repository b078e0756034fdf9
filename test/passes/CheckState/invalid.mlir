// RUN: kopt-opt %s -kopt-check-state -split-input-file -verify-diagnostics

gpu.module @form1 {
  // expected-error@+1 {{expected a grid, but got a kernel in form 1; tile it first}}
  kopt.kernel @k(%o: memref<64xf32> {kopt.out}) {
    kopt.return
  }
}

// -----

gpu.module @grid {
  // expected-error@+1 {{expected a grid of at most 2147483647 programs, but got affine_map<() -> (65536, 32768)>}}
  kopt.kernel @k(%o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (65536, 32768)>} {
    kopt.return
  }
}

// -----

gpu.module @shared {
  // expected-error@+1 {{expected at most 232448 bytes of shared memory, but got 232449}}
  kopt.kernel @k(%o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, kopt.shared_bytes = 232449 : i64} {
    kopt.return
  }
}

// -----

gpu.module @dynamic {
  kopt.kernel @k(%x: memref<?xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (s0)>} {
    // expected-error@+1 {{expected static tiles, but got 'tensor<?xf32>'}}
    %t = kopt.load %x : memref<?xf32> -> tensor<?xf32>
    kopt.return
  }
}

// -----

gpu.module @rank {
  kopt.kernel @k(%o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{expected tiles of rank at most 5, but got 'tensor<1x1x1x1x1x64xi32>'}}
    %t = kopt.iota 5 : tensor<1x1x1x1x1x64xi32>
    kopt.return
  }
}

// -----

gpu.module @element {
  kopt.kernel @k(%o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{expected tiles of index or of 1, 8, 16, 32 or 64 bits an element, but got 'tensor<8xi5>'}}
    %t = kopt.iota 0 : tensor<8xi5>
    kopt.return
  }
}

// -----

gpu.module @operation {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = kopt.load %x : memref<8x8xf32> -> tensor<8x8xf32>
    // expected-error@+1 {{expected elementwise operations, scf and kopt on tiles, but got 'tensor.collapse_shape'}}
    %u = tensor.collapse_shape %t [[0, 1]] : tensor<8x8xf32> into tensor<64xf32>
    kopt.return
  }
}

// -----

gpu.module @registers {
  // expected-error@+1 {{expected tiles of at most 255 registers a thread at once, but got about 256}}
  kopt.kernel @k(%x: memref<32x1024xf32>, %o: memref<32x1024xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %t = kopt.load %x : memref<32x1024xf32> -> tensor<32x1024xf32>
    // expected-note@+1 {{live here}}
    kopt.store %t, %o : tensor<32x1024xf32>, memref<32x1024xf32>
    kopt.return
  }
}
