// Loops of reductions over rows and columns; the last kernel has no loop.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,defer_reductions set-knob=tile_to_grid.cols=32 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=no_loop --device=sim
// REQUIRES: sim

// CHECK: card @defer_reductions applied at @rows_0/for#0
// CHECK: card @defer_reductions applied at @columns_0/for#0
// CHECK: card @defer_reductions applied at @one_row_0/for#0
// CHECK-NOT: card @defer_reductions applied at @no_loop

func.func @rows(%x: tensor<3x127xf32>) -> tensor<3xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<3x127xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}
func.func @columns(%x: tensor<129x33xf32>) -> tensor<33xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<129x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
  return %r : tensor<33xf32>
}
func.func @one_row(%x: tensor<1x77xf32>) -> tensor<1xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<1x77xf32>) outs(%f : tensor<1xf32>) dimensions = [1]
  return %r : tensor<1xf32>
}
func.func @no_loop(%x: tensor<77x1xf32>) -> tensor<77xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<77xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<77xf32>) -> tensor<77xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<77x1xf32>) outs(%f : tensor<77xf32>) dimensions = [1]
  return %r : tensor<77xf32>
}
