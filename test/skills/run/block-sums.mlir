// Long sums in blocks: static, dynamic, and rows next to columns.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,block_sums set-knob=tile_to_grid.cols=32,tile_to_grid.depth=1,block_sums.chain=16 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=most --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,block_sums,block_sums set-knob=tile_to_grid.cols=32,tile_to_grid.depth=1,block_sums.chain=16 explain=remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE
// REQUIRES: sim

// CHECK: card @block_sums applied at @columns_0/for#0
// CHECK: card @block_sums applied at @rows_0/for#0
// CHECK: card @block_sums refused at @most_0/for#0: action: a carried value is no sum of floating-point numbers
// A block is not split again.
// TWICE: remark: card @block_sums applied at @columns_0/for#0, chain = 16
// TWICE: remark: card @block_sums refused at @columns_0/for#0/for#0: action: the loop has at most 16 iterations
// CHECK: card @block_sums refused at @short_0/for#0: G1: the loop has 16 iterations, at most a block of 16

func.func @columns(%x: tensor<70x33xf32>) -> tensor<33xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<70x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
  return %r : tensor<33xf32>
}
func.func @rows(%x: tensor<3x?xf64>) -> tensor<3xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<3x?xf64>) outs(%f : tensor<3xf64>) dimensions = [1]
  return %r : tensor<3xf64>
}
func.func @most(%x: tensor<70x33xf32>) -> tensor<33xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<70x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
  return %r : tensor<33xf32>
}
func.func @short(%x: tensor<16x33xf32>) -> tensor<33xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<16x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
  return %r : tensor<33xf32>
}
