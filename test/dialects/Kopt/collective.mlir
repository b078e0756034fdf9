// RUN: kopt-opt %s | kopt-opt | FileCheck %s
// RUN: kopt-opt --mlir-print-op-generic %s | kopt-opt | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: kopt.kernel @collective(
  // CHECK-SAME: memref<64xi32> {kopt.workspace}
  // CHECK-SAME: schedule = #kopt.launch<cluster = 2>
  kopt.kernel @collective(%x: memref<64x1024xf32>, %i: memref<4xi64>, %bins: memref<256xi32> {kopt.inout}, %o: memref<64x1024xf32> {kopt.out}, %flags: memref<64xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<cluster = 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %p = kopt.program_id 0
    %idx = kopt.load %i[%c0] : memref<4xi64> -> tensor<4xi64>
    // CHECK: kopt.load %{{.*}}[%{{.*}}] indices(%{{.*}} dims {{\[}}array<i64: 0>] : tensor<4xi64>) map #{{.*}} : memref<64x1024xf32> -> tensor<4x1024xf32>
    %t = kopt.load %x[%c0] indices(%idx dims [array<i64: 0>] : tensor<4xi64>) map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<64x1024xf32> -> tensor<4x1024xf32>
    // CHECK: kopt.transpose %{{.*}} perm [1, 0] : tensor<4x1024xf32> -> tensor<1024x4xf32>
    %tt = kopt.transpose %t perm [1, 0] : tensor<4x1024xf32> -> tensor<1024x4xf32>
    // CHECK: kopt.scan(%{{.*}}) axis 0 identity [0.000000e+00 : f32] exclusive reverse : (tensor<1024x4xf32>) -> (tensor<1024x4xf32>, tensor<4xf32>)
    %s, %total = kopt.scan (%tt) axis 0 identity [0.0 : f32] exclusive reverse : (tensor<1024x4xf32>) -> (tensor<1024x4xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    // CHECK: kopt.sort(%{{.*}}) axis 1 : (tensor<4x1024xf32>) -> tensor<4x1024xf32>
    %sorted = kopt.sort (%t) axis 1 : (tensor<4x1024xf32>) -> tensor<4x1024xf32> {
    ^bb0(%a: f32, %b: f32):
      %before = arith.cmpf ogt, %a, %b : f32
      kopt.yield %before : i1
    }
    %k = kopt.iota 1 : tensor<4x1024xi32>
    // CHECK: kopt.top_k(%{{.*}}, %{{.*}}) axis 1 k 8 : (tensor<4x1024xf32>, tensor<4x1024xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>)
    %top, %at = kopt.top_k (%t, %k) axis 1 k 8 : (tensor<4x1024xf32>, tensor<4x1024xi32>) -> (tensor<4x8xf32>, tensor<4x8xi32>) {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %before = arith.cmpf ogt, %a, %b : f32
      kopt.yield %before : i1
    }
    // CHECK: kopt.histogram %{{.*}} : tensor<4x8xi32> -> tensor<256xi32>
    %h = kopt.histogram %at : tensor<4x8xi32> -> tensor<256xi32>
    // CHECK: kopt.scatter_reduce addi %{{.*}}, %{{.*}}[%{{.*}}] : tensor<256xi32>, memref<256xi32>
    kopt.scatter_reduce addi %h, %bins[%c0] : tensor<256xi32>, memref<256xi32>
    // CHECK: kopt.signal %{{.*}}[%{{.*}}] : memref<64xi32>
    kopt.signal %flags[%p] : memref<64xi32>
    // CHECK: kopt.await %{{.*}}[%{{.*}}] signals %{{.*}} readers %{{.*}} : memref<64xi32>
    kopt.await %flags[%p] signals %c1 readers %c1 : memref<64xi32>
    kopt.store %sorted, %o indices(%idx dims [array<i64: 0>] : tensor<4xi64>) map affine_map<(d0, d1)[s0] -> (s0, d1)> : tensor<4x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
}
