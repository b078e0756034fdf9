// RUN: kopt-opt %s | kopt-opt | FileCheck %s
// RUN: kopt-opt %s --mlir-print-op-generic | kopt-opt | FileCheck %s

// CHECK-LABEL: func @scan
// CHECK: tm_tensor.scan dimension(0) inclusive(false) ins(%{{.*}} : tensor<?xi32>) outs(%{{.*}}, %{{.*}} : tensor<?xi32>, tensor<i32>)
// CHECK: tm_tensor.yield %{{.*}} : i32
// CHECK: -> tensor<?xi32>, tensor<i32>
func.func @scan(%x: tensor<?xi32>, %a: tensor<i32>) -> tensor<?xi32> {
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<?xi32>) outs(%x, %a : tensor<?xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    tm_tensor.yield %v : i32
  } -> tensor<?xi32>, tensor<i32>
  return %r#0 : tensor<?xi32>
}

// CHECK-LABEL: func @scatter
// CHECK: tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(false) ins(
func.func @scatter(%u: tensor<3xf32>, %i: tensor<3x2xi32>, %x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(false)
      ins(%u, %i : tensor<3xf32>, tensor<3x2xi32>) outs(%x : tensor<8x4xf32>) {
  ^bb0(%n: f32, %o: f32):
    tm_tensor.yield %n : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// CHECK-LABEL: func @order
// CHECK: tm_tensor.sort dimension(0) outs(
// CHECK: tm_tensor.topk dimension(0) ins(
func.func @order(%x: tensor<9xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> (tensor<9xf32>, tensor<2xi32>) {
  %s = tm_tensor.sort dimension(0) outs(%x : tensor<9xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<9xf32>
  %t:2 = tm_tensor.topk dimension(0) ins(%x : tensor<9xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %s, %t#1 : tensor<9xf32>, tensor<2xi32>
}

// CHECK-LABEL: func @attention
// CHECK: tm_tensor.attention ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : {{.*}}) outs(%{{.*}} : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
func.func @attention(%q: tensor<2x8x4xf32>, %m: tensor<8x8xf32>) -> tensor<2x8x4xf32> {
  %r = tm_tensor.attention ins(%q, %q, %q, %m : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<8x8xf32>)
      outs(%q : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %r : tensor<2x8x4xf32>
}
