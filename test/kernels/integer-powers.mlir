// fpowi with exponents that are constants, and that are data of 8 and 64 bits.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=constants --device=sim
// RUN: kopt-gate %s %t.mlir --entry=data --device=sim
// RUN: kopt-gate %s %t.mlir --entry=data --device=interpret
// RUN: kopt-translate --kopt-to-ptx %t.mlir | FileCheck %s
// REQUIRES: sim

// A square is one product.
// CHECK-LABEL: .entry constants_0(
// CHECK: mul.{{(rn.)?}}f32
// CHECK-NOT: .f64
// CHECK: .entry
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @constants(%x: tensor<5x7xf32>) -> (tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>) {
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  %minus = arith.constant -5 : i64
  %e = tensor.empty() : tensor<5x7xf32>
  %square = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf32>) outs(%e : tensor<5x7xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.fpowi %a, %two : f32, i64
    linalg.yield %p : f32
  } -> tensor<5x7xf32>
  %more:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x7xf32>) outs(%e, %e : tensor<5x7xf32>, tensor<5x7xf32>) {
  ^bb0(%a: f32, %o: f32, %q: f32):
    %p = math.fpowi %a, %three : f32, i64
    %r = math.fpowi %a, %minus : f32, i64
    linalg.yield %p, %r : f32, f32
  } -> (tensor<5x7xf32>, tensor<5x7xf32>)
  return %square, %more#0, %more#1 : tensor<5x7xf32>, tensor<5x7xf32>, tensor<5x7xf32>
}
func.func @data(%x: tensor<5x7xf32>, %h: tensor<5x7xf16>, %d: tensor<5x7xf64>, %n: tensor<5x7xi8>, %m: tensor<5x7xi64>)
    -> (tensor<5x7xf32>, tensor<5x7xf16>, tensor<5x7xf64>) {
  %e = tensor.empty() : tensor<5x7xf32>
  %eh = tensor.empty() : tensor<5x7xf16>
  %ed = tensor.empty() : tensor<5x7xf64>
  %r:3 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %h, %d, %n, %m : tensor<5x7xf32>, tensor<5x7xf16>, tensor<5x7xf64>, tensor<5x7xi8>, tensor<5x7xi64>)
      outs(%e, %eh, %ed : tensor<5x7xf32>, tensor<5x7xf16>, tensor<5x7xf64>) {
  ^bb0(%a: f32, %b: f16, %c: f64, %k: i8, %l: i64, %o: f32, %oh: f16, %od: f64):
    %p = math.fpowi %a, %l : f32, i64
    %q = math.fpowi %b, %k : f16, i8
    %s = math.fpowi %c, %k : f64, i8
    linalg.yield %p, %q, %s : f32, f16, f64
  } -> (tensor<5x7xf32>, tensor<5x7xf16>, tensor<5x7xf64>)
  return %r#0, %r#1, %r#2 : tensor<5x7xf32>, tensor<5x7xf16>, tensor<5x7xf64>
}
