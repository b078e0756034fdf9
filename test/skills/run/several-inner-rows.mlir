// Short rows of one axis by one program, and what they share loaded as wide as they
// use it: odd extents, a row below an access; rows of a matrix are another card's.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,several_inner_rows,broadcast_loads set-knob=several_inner_rows.rows=2 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=shared --device=sim
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim
// REQUIRES: sim

// CHECK-DAG: card @several_inner_rows applied at @shared_0, rows = 2
// CHECK-DAG: card @broadcast_loads applied at @shared_0/load#1
// CHECK-DAG: card @several_inner_rows applied at @narrow_0, rows = 2
// CHECK-DAG: card @broadcast_loads refused at @narrow_0/load#1: G3: a row of the tile has 8 bytes, less than an access of 16
// CHECK-DAG: card @several_inner_rows refused at @matrix_0: G1: rows lie on axis 0 of the grid alone
#id = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#last = affine_map<(d0, d1, d2) -> (d2)>
func.func @shared(%x: tensor<3x6x35xf32>, %w: tensor<35xf32>) -> tensor<3x6x35xf32> {
  %e = tensor.empty() : tensor<3x6x35xf32>
  %r = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<3x6x35xf32>, tensor<35xf32>) outs(%e : tensor<3x6x35xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<3x6x35xf32>
  return %r : tensor<3x6x35xf32>
}
func.func @narrow(%x: tensor<2x10x2xf32>, %w: tensor<2xf32>) -> tensor<2x10x2xf32> {
  %e = tensor.empty() : tensor<2x10x2xf32>
  %r = linalg.generic {indexing_maps = [#id, #last, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %w : tensor<2x10x2xf32>, tensor<2xf32>) outs(%e : tensor<2x10x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<2x10x2xf32>
  return %r : tensor<2x10x2xf32>
}
func.func @matrix(%x: tensor<32x33xf32>) -> tensor<32x33xf32> {
  %e = tensor.empty() : tensor<32x33xf32>
  %r = linalg.negf ins(%x : tensor<32x33xf32>) outs(%e : tensor<32x33xf32>) -> tensor<32x33xf32>
  return %r : tensor<32x33xf32>
}
