// Parts in form 1, one after another: of what is read by index, of what a
// producer computes, of what reads a concatenation.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=index_parts},canonicalize,cse)' | FileCheck %s --check-prefix=PARTS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=parts_by_index,fuse_elementwise_launches,fuse_elementwise_launches" 2>/dev/null | FileCheck %s

// PARTS: #[[$HIGH:.*]] = affine_map<(d0, d1) -> (d0, d1 + 24)>
// PARTS: kopt.kernel @joined_0
// PARTS-DAG: %[[A:.*]] = kopt.load %arg0 : memref<4x24xf32> -> tensor<4x24xf32>
// PARTS-DAG: %[[B:.*]] = kopt.load %arg1 : memref<4x8xf32> -> tensor<4x8xf32>
// PARTS: kopt.store %[[A]], %arg2
// PARTS: kopt.store %[[B]], %arg2 map #[[$HIGH]] : tensor<4x8xf32>, memref<4x32xf32>

// The bias is read in two parts, and the sum stored in two.
// CHECK: kopt.kernel @joined_1
// CHECK-NOT: linalg.index
// CHECK-DAG: kopt.load %{{.*}} map #[[MAP:.*]] : memref<32xf32> -> tensor<8xf32>
// CHECK-DAG: kopt.store %{{.*}} : tensor<4x24xf32>, memref<4x32xf32>
// CHECK-DAG: kopt.store %{{.*}} : tensor<4x8xf32>, memref<4x32xf32>
// CHECK: kopt.return
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @joined(%x: tensor<4x24xf32>, %y: tensor<4x8xf32>, %b: tensor<32xf32>) -> tensor<4x32xf32> {
  %c = tensor.concat dim(1) %x, %y : (tensor<4x24xf32>, tensor<4x8xf32>) -> tensor<4x32xf32>
  %e = tensor.empty() : tensor<4x32xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%c, %b : tensor<4x32xf32>, tensor<32xf32>) outs(%e : tensor<4x32xf32>) {
  ^bb0(%l: f32, %m: f32, %o: f32):
    %s = arith.addf %l, %m : f32
    linalg.yield %s : f32
  } -> tensor<4x32xf32>
  return %r : tensor<4x32xf32>
}
