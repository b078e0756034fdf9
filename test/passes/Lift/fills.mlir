// Fills that no kernel takes in become kernels: by an argument, and results of
// their own. A sum that takes terms away is a sum. What the kernels compute is
// what the program does.
// RUN: kopt-opt %s --kopt-lift | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --arg=0:5x40 --arg=1:1.25 --families=normal,nan_lanes,small_integers
// REQUIRES: sim

// CHECK-LABEL: kopt.kernel @fills_0
// CHECK: arith.negf
// CHECK: arith.addf
// CHECK-LABEL: kopt.kernel @fills_1(
// CHECK: arith.subi
// CHECK: arith.addi
// CHECK: kopt.kernel @fills_2(%[[SCALAR:.*]]: f32
// CHECK: linalg.yield %[[SCALAR]] : f32
// CHECK-LABEL: func.func @fills
// CHECK-NOT: linalg.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @fills(%x: tensor<?x40xf32>, %s: f32) -> (tensor<?xf32>, tensor<?xi32>, tensor<?x40xf32>, tensor<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i32
  %k = arith.constant 7 : i32
  %d = tensor.dim %x, %c0 : tensor<?x40xf32>
  %i = tensor.empty(%d) : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?x40xf32>
  %n = tensor.empty(%d) : tensor<?xi32>
  %j = tensor.empty() : tensor<3x4xi32>
  %f = linalg.fill ins(%s : f32) outs(%i : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x40xf32>) outs(%f : tensor<?xf32>) {
  ^bb0(%a: f32, %c: f32):
    %q = arith.subf %c, %a : f32
    linalg.yield %q : f32
  } -> tensor<?xf32>
  %m = linalg.fill ins(%k : i32) outs(%n : tensor<?xi32>) -> tensor<?xi32>
  %t = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x40xf32>) outs(%m : tensor<?xi32>) {
  ^bb0(%a: f32, %c: i32):
    %q = arith.subi %c, %one : i32
    linalg.yield %q : i32
  } -> tensor<?xi32>
  %g = linalg.fill ins(%s : f32) outs(%e : tensor<?x40xf32>) -> tensor<?x40xf32>
  %h = linalg.fill ins(%k : i32) outs(%j : tensor<3x4xi32>) -> tensor<3x4xi32>
  return %r, %t, %g, %h : tensor<?xf32>, tensor<?xi32>, tensor<?x40xf32>, tensor<3x4xi32>
}
