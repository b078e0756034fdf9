// Reductions by shuffles, of all warps and of columns; nothing is reduced where a
// row has one element.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,lane_reductions explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_column --device=sim
// REQUIRES: sim

// CHECK-DAG: card @lane_reductions applied at @ragged_0
// CHECK-DAG: card @lane_reductions applied at @one_row_0
// CHECK-DAG: card @lane_reductions applied at @columns_0

func.func @ragged(%x: tensor<33x127xf32>) -> tensor<33xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<33x127xf32>) outs(%f : tensor<33xf32>) dimensions = [1]
  return %r : tensor<33xf32>
}
func.func @one_row(%x: tensor<1x77xf32>) -> tensor<1xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<1x77xf32>) outs(%f : tensor<1xf32>) dimensions = [1]
  return %r : tensor<1xf32>
}
func.func @columns(%x: tensor<130x33xf32>) -> tensor<33xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<130x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
  return %r : tensor<33xf32>
}
func.func @one_column(%x: tensor<77x1xf32>) -> tensor<77xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<77xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<77xf32>) -> tensor<77xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<77x1xf32>) outs(%f : tensor<77xf32>) dimensions = [1]
  return %r : tensor<77xf32>
}
