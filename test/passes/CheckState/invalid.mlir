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

// -----

gpu.module @cluster_scan {
  kopt.kernel @k(%x: memref<4x64xf32>, %o: memref<4x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 1, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<4x64xf32> -> tensor<1x64xf32>
    // expected-error@+1 {{expected a kernel with a cluster of 1 block, but got a cluster of 2}}
    %s, %total = kopt.scan(%t) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> (tensor<1x64xf32>, tensor<1xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i, %c0] : tensor<1x64xf32>, memref<4x64xf32>
    kopt.return
  }
}

// -----

// Each program has 8 blocks.
gpu.module @cluster_grid {
  // expected-error@+1 {{expected a grid of at most 268435455 programs, but got affine_map<() -> (268435456)>}}
  kopt.kernel @k() attributes {grid = affine_map<() -> (268435456)>, schedule = #kopt.launch<cluster = 8>} {
    kopt.return
  }
}

// -----

gpu.module @cluster_signal {
  kopt.kernel @k(%f: memref<4xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 1, cluster = 4>} {
    %i = kopt.program_id 0
    // expected-error@+1 {{expected a kernel with a cluster of 1 block, but got a cluster of 4}}
    kopt.signal %f[%i] : memref<4xi32>
    kopt.return
  }
}

// -----

gpu.module @cluster_layouts {
  kopt.kernel @k(%x: memref<256x4xf32>, %o: memref<4x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0, %c0] : memref<256x4xf32> -> tensor<256x4xf32>
    %u = kopt.transpose %t perm [1, 0] : tensor<256x4xf32> -> tensor<4x256xf32>
    // expected-error@-1 {{expected elements to stay in their block, but got a conversion over a cluster of 2 blocks}}
    kopt.store %u, %o[%c0, %c0] : tensor<4x256xf32>, memref<4x256xf32>
    kopt.return
  }
}
