// Dimensions of one element and results that nobody uses go.
// RUN: kopt-opt -kopt-lift %s | FileCheck %s

#all = affine_map<(i, j) -> (i, j)>
#keep = affine_map<(i, j) -> (i, 0)>

// A front end's softmax: a maximum with its place, kept dimensions.
// CHECK-LABEL: gpu.module
// CHECK: kopt.kernel @front_0(%{{.*}}: memref<4x9xf32>, %{{.*}}: memref<4xf32> {kopt.out})
// CHECK: kopt.kernel @front_1(%{{.*}}: memref<4x9xf32>, %{{.*}}: memref<4xf32>, %{{.*}}: memref<4x9xf32> {kopt.out})
// CHECK-LABEL: func.func @front
// CHECK-NOT: shape
// CHECK-COUNT-2: kopt.launch
// CHECK-NOT: shape
// CHECK: return
func.func @front(%x: tensor<4x9xf32>) -> tensor<4x9xf32> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<4x1xf32>
  %i = linalg.fill ins(%low : f32) outs(%e : tensor<4x1xf32>) -> tensor<4x1xf32>
  %f = tensor.empty() : tensor<4x1xi64>
  %k = linalg.fill ins(%zero : i64) outs(%f : tensor<4x1xi64>) -> tensor<4x1xi64>
  %m:2 = linalg.generic {indexing_maps = [#all, #keep, #keep], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x9xf32>) outs(%i, %k : tensor<4x1xf32>, tensor<4x1xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %v = arith.maximumf %a, %b : f32
    %g = arith.cmpf ogt, %a, %b : f32
    %w = arith.select %g, %n, %c : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<4x1xf32>, tensor<4x1xi64>)
  %o = tensor.empty() : tensor<4x9xf32>
  %r = linalg.generic {indexing_maps = [#all, #keep, #all], iterator_types = ["parallel", "parallel"]} ins(%x, %m#0 : tensor<4x9xf32>, tensor<4x1xf32>) outs(%o : tensor<4x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<4x9xf32>
  return %r : tensor<4x9xf32>
}
