// RUN: kopt-opt %s -split-input-file -verify-diagnostics

gpu.module @m { kopt.kernel @perm(%x: memref<4x8xf32>) {
  %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
  // expected-error@+1 {{expected perm to be a permutation of the 2 dimensions, but got [0, 0]}}
  %p = kopt.transpose %t perm [0, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @shape(%x: memref<4x8xf32>) {
  %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
  // expected-error@+1 {{expected a result of type 'tensor<8x4xf32>', but got 'tensor<4x8xf32>'}}
  %p = kopt.transpose %t perm [1, 0] : tensor<4x8xf32> -> tensor<4x8xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @totals(%x: memref<4x8xf32>) {
  %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
  // expected-error@+1 {{expected 2 results, but got 1}}
  %s = kopt.scan (%t) axis 1 identity [0.0 : f32] : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    kopt.yield %a : f32
  }
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @order(%x: memref<4x8xf32>) {
  %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
  // expected-error@+1 {{expected the comparison to yield one i1}}
  %s = kopt.sort (%t) axis 1 : (tensor<4x8xf32>) -> tensor<4x8xf32> {
  ^bb0(%a: f32, %b: f32):
    kopt.yield %a : f32
  }
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @k(%x: memref<4x8xf32>) {
  %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
  // expected-error@+1 {{expected k to be at most the extent 8, but got 9}}
  %s = kopt.top_k (%t) axis 1 k 9 : (tensor<4x8xf32>) -> tensor<4x9xf32> {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    kopt.yield %c : i1
  }
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @bins(%x: memref<8xi8>) {
  %t = kopt.load %x : memref<8xi8> -> tensor<8xi8>
  // expected-error@+1 {{expected at most 256 bins for elements of 'i8', but got 512}}
  %h = kopt.histogram %t : tensor<8xi8> -> tensor<512xi32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @dims(%x: memref<9x8xf32>, %i: memref<4xi32>) {
  %t = kopt.load %i : memref<4xi32> -> tensor<4xi32>
  // expected-error@+1 {{expected extent 8 of dimension 0 of index tile 0, but got 4}}
  %g = kopt.load %x indices(%t dims [array<i64: 1>] : tensor<4xi32>) map affine_map<(d0, d1)[s0] -> (s0, d1)> : memref<9x8xf32> -> tensor<4x8xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @map(%x: memref<9x8xf32>, %i: memref<4xi32>) {
  %t = kopt.load %i : memref<4xi32> -> tensor<4xi32>
  // expected-error@+1 {{expected a map that takes the index tiles}}
  %g = kopt.load %x indices(%t dims [array<i64: 0>] : tensor<4xi32>) : memref<9x8xf32> -> tensor<4x8xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @kind(%x: memref<8xf32>, %o: memref<8xf32> {kopt.inout}) {
  %t = kopt.load %x : memref<8xf32> -> tensor<8xf32>
  // expected-error@+1 {{expected elements that addi combines, but got 'f32'}}
  kopt.scatter_reduce addi %t, %o : tensor<8xf32>, memref<8xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @readonly(%x: memref<8xf32>, %o: memref<8xf32>) {
  %t = kopt.load %x : memref<8xf32> -> tensor<8xf32>
  // expected-error@+1 {{expected argument 1 to be kopt.workspace or kopt.inout}}
  kopt.scatter_reduce addf %t, %o : tensor<8xf32>, memref<8xf32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @flag(%f: memref<8xi32> {kopt.workspace}) {
  // expected-error@+1 {{expected 1 indices, but got 0}}
  kopt.signal %f[] : memref<8xi32>
  kopt.return
} }

// -----

gpu.module @m {
  // expected-error@+1 {{expected cluster to be a power of two from 1 to 8, but got 3}}
  kopt.kernel @cluster() attributes {schedule = #kopt.launch<cluster = 3>} {
    kopt.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{expected kopt.workspace arguments to come last, but got argument 1 after one}}
  kopt.kernel @order(%f: memref<8xi32> {kopt.workspace}, %x: memref<8xf32>) {
    kopt.return
  }
}

// -----

gpu.module @m {
  // expected-error@+1 {{expected workspace argument 0 to have static extents, row-major, but got 'memref<?xi32>'}}
  kopt.kernel @extents(%f: memref<?xi32> {kopt.workspace}) {
    kopt.return
  }
}

// -----

gpu.module @m { kopt.kernel @signals(%f: memref<8xi32> {kopt.workspace}) {
  %c0 = arith.constant 0 : index
  %many = arith.constant 65536 : index
  // expected-error@+1 {{expected from 1 to 65535 signals, but got 65536}}
  kopt.await %f[%c0] signals %many readers %many : memref<8xi32>
  kopt.return
} }

// -----

gpu.module @m { kopt.kernel @readers(%f: memref<8xi32> {kopt.workspace}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{expected from 1 to 32767 readers, but got 0}}
  kopt.await %f[%c0] signals %c1 readers %c0 : memref<8xi32>
  kopt.return
} }
