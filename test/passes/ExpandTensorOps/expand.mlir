// RUN: kopt-opt -kopt-expand-tensor-ops %s | FileCheck %s

// A sort counts for each element what is before it, and puts it there.
// CHECK-LABEL: func.func @sort
// CHECK-NOT: tm_tensor
// CHECK: %[[RANKS:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg0 : tensor<9xi32>, tensor<9xi32>) outs(%{{.*}} : tensor<9xi32>)
// CHECK: arith.extui
// CHECK: arith.addi
// CHECK: %[[KEYS:.*]] = linalg.generic {{.*}} ins(%[[RANKS]], %arg0 :
// CHECK: %[[VALUES:.*]] = linalg.generic {{.*}} ins(%[[RANKS]], %arg1 :
// CHECK: return %[[KEYS]], %[[VALUES]]
func.func @sort(%x: tensor<9xi32>, %v: tensor<9xf32>) -> (tensor<9xi32>, tensor<9xf32>) {
  %s:2 = tm_tensor.sort dimension(0) outs(%x, %v : tensor<9xi32>, tensor<9xf32>) {
  ^bb0(%a: i32, %b: i32, %p: f32, %q: f32):
    %c = arith.cmpi slt, %a, %b : i32
    tm_tensor.yield %c : i1
  } -> tensor<9xi32>, tensor<9xf32>
  return %s#0, %s#1 : tensor<9xi32>, tensor<9xf32>
}

// A reshape by extents of the host is a view.
// CHECK-LABEL: func.func @reshape
// CHECK: %[[LINE:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]]
// CHECK: tensor.expand_shape %[[LINE]] {{\[\[}}0, 1]] output_shape [%arg1, 2]
func.func @reshape(%x: tensor<?x4xf32>, %n: index) -> tensor<?x2xf32> {
  %c2 = arith.constant 2 : index
  %s = tensor.from_elements %n, %c2 : tensor<2xindex>
  %r = tensor.reshape %x(%s) : (tensor<?x4xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  return %r : tensor<?x2xf32>
}
// CHECK-LABEL: func.func @to_scalar
// CHECK: tensor.collapse_shape %arg0 [] : tensor<1xf32> into tensor<f32>
func.func @to_scalar(%x: tensor<1xf32>, %s: tensor<0xindex>) -> tensor<f32> {
  %r = tensor.reshape %x(%s) : (tensor<1xf32>, tensor<0xindex>) -> tensor<f32>
  return %r : tensor<f32>
}
