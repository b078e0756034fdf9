// RUN: kopt-opt %s | kopt-opt | FileCheck %s
// RUN: kopt-opt --mlir-print-op-generic %s | kopt-opt | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: kopt.kernel @scale(
  // CHECK-SAME: memref<64x1024xf32> {kopt.out}) attributes {grid = #{{.*}}, schedule = #kopt.launch<warps = 8>}
  kopt.kernel @scale(%x: memref<64x1024xf32>, %w: memref<1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    // CHECK: kopt.program_id 0
    %i = kopt.program_id 0
    // CHECK: kopt.load %{{.*}}[%{{.*}}, %{{.*}}] {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    // CHECK: kopt.load %{{.*}}[%{{.*}}] map #{{.*}} {cache = #kopt.cache<keep>} : memref<1024xf32> -> tensor<1x1024xf32>
    %v = kopt.load %w[%c0] map affine_map<(d0, d1)[s0] -> (d1 + s0)> {cache = #kopt.cache<keep>} : memref<1024xf32> -> tensor<1x1024xf32>
    // CHECK: kopt.iota 1 : tensor<1x1024xi32>
    %k = kopt.iota 1 : tensor<1x1024xi32>
    // CHECK: kopt.reduce(%{{.*}}, %{{.*}}) axis 1 identity [0.000000e+00 : f32, 0 : i32] {across = #kopt.across<lanes>}
    %s:2 = kopt.reduce (%t, %k) axis 1 identity [0.0 : f32, 0 : i32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>, tensor<1x1024xi32>) -> (tensor<1xf32>, tensor<1xi32>) {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %c = arith.addf %a, %b : f32
      %ci = arith.maxsi %ai, %bi : i32
      kopt.yield %c, %ci : f32, i32
    }
    // CHECK: kopt.broadcast %{{.*}} dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    %b = kopt.broadcast %s#0 dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    // CHECK: kopt.quotient %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<1x1024xf32>
    %quotient = kopt.quotient %b, %b, %b, %b : tensor<1x1024xf32>
    %q = arith.mulf %v, %b : tensor<1x1024xf32>
    // CHECK: kopt.place %{{.*}} in <swizzle = 8> : tensor<1x1024xf32>
    %p = kopt.place %q in <swizzle = 8> : tensor<1x1024xf32>
    // CHECK: kopt.store %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.store %p, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    // CHECK: kopt.return
    kopt.return
  }
}

// CHECK-LABEL: func.func @host
func.func @host(%x: tensor<64x1024xf32>, %w: tensor<1024xf32>) -> tensor<64x1024xf32> {
  %e = tensor.empty() : tensor<64x1024xf32>
  // CHECK: kopt.launch @kernels::@scale ins(%{{.*}}, %{{.*}} : tensor<64x1024xf32>, tensor<1024xf32>) outs(%{{.*}} : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  %r = kopt.launch @kernels::@scale ins(%x, %w : tensor<64x1024xf32>, tensor<1024xf32>) outs(%e : tensor<64x1024xf32>) -> tensor<64x1024xf32>
  return %r : tensor<64x1024xf32>
}
