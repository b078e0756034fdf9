// Tiles of a grid: a ragged matrix, one row, one column, all elements to one.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_column --device=sim
// RUN: kopt-gate %s %t.mlir --entry=total --device=sim
// REQUIRES: sim

// CHECK: card @tile_to_grid applied at @ragged_0
// CHECK: card @tile_to_grid applied at @one_row_0
// CHECK: card @tile_to_grid applied at @one_column_0
// CHECK: card @tile_to_grid applied at @total_0

func.func @ragged(%x: tensor<33x127xf32>) -> tensor<33x127xf32> {
  %e = tensor.empty() : tensor<33x127xf32>
  %r = linalg.negf ins(%x : tensor<33x127xf32>) outs(%e : tensor<33x127xf32>) -> tensor<33x127xf32>
  return %r : tensor<33x127xf32>
}
func.func @one_row(%x: tensor<1x77xf32>) -> tensor<1xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<1x77xf32>) outs(%f : tensor<1xf32>) dimensions = [1]
  return %r : tensor<1xf32>
}
func.func @one_column(%x: tensor<77x1xf32>) -> tensor<77xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<77xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<77xf32>) -> tensor<77xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<77x1xf32>) outs(%f : tensor<77xf32>) dimensions = [1]
  return %r : tensor<77xf32>
}
func.func @total(%x: tensor<33x127xf32>) -> tensor<f32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<33x127xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}
