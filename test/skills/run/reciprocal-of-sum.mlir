// Rows divided by the sum of their exponentials, in all families: also rows of minus infinity,
// of one element, and in f16. A division by any other sum stays one.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one --device=sim
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim
// RUN: kopt-gate %s %t.mlir --entry=mean --device=sim --families=normal
// REQUIRES: sim

// CHECK: card @reciprocal_of_sum applied at @rows_3
// CHECK: card @reciprocal_of_sum refused at @mean_{{[0-9]}}: action: no f32 division by a sum of exponentials below their maximum

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @rows(%x: tensor<6x500xf32>) -> tensor<6x500xf32> {
  %e = tensor.empty() : tensor<6x500xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<6x500xf32>) outs(%e : tensor<6x500xf32>) -> tensor<6x500xf32>
  return %s : tensor<6x500xf32>
}
func.func @one(%x: tensor<5x1xf32>) -> tensor<5x1xf32> {
  %e = tensor.empty() : tensor<5x1xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<5x1xf32>) outs(%e : tensor<5x1xf32>) -> tensor<5x1xf32>
  return %s : tensor<5x1xf32>
}
func.func @half(%x: tensor<4x130xf16>) -> tensor<4x130xf16> {
  %e = tensor.empty() : tensor<4x130xf16>
  %s = linalg.softmax dimension(1) ins(%x : tensor<4x130xf16>) outs(%e : tensor<4x130xf16>) -> tensor<4x130xf16>
  return %s : tensor<4x130xf16>
}
func.func @mean(%x: tensor<4x300xf32>) -> tensor<4x300xf32> {
  %z = arith.constant 0.0 : f32
  %v = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4x300xf32>) outs(%f : tensor<4xf32>) dimensions = [1]
  %e = tensor.empty() : tensor<4x300xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<4x300xf32>, tensor<4xf32>) outs(%e : tensor<4x300xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<4x300xf32>
  return %r : tensor<4x300xf32>
}
