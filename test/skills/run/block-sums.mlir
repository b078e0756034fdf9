// Long sums in blocks: static, dynamic, and rows next to columns.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,block_sums set-knob=tile_to_grid.cols=32,tile_to_grid.depth=1,block_sums.chain=16 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=most --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,block_sums,block_sums set-knob=tile_to_grid.cols=32,tile_to_grid.depth=1,block_sums.chain=16 explain=remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE
// REQUIRES: sim

// CHECK: card @block_sums applied at @columns_0/for#0
// CHECK: card @block_sums applied at @rows_0/for#0
// CHECK: card @block_sums refused at @most_0/for#0: action: the loop carries no sum of floating-point numbers
// A sum beside what is none, and one that is contracted.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_elementwise_launches,tile_to_grid,tile_by_index,contract_multiply_add,block_sums set-knob=tile_to_grid.cols=32,tile_to_grid.depth=1,block_sums.chain=64 explain=remarks" -o %t.late.mlir 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: kopt-gate %s %t.late.mlir --entry=squares --device=sim
// RUN: kopt-gate %s %t.late.mlir --entry=both --device=sim
// LATE: card @block_sums applied at @squares_0/for#0
// LATE: card @block_sums applied at @both_0/for#0
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
func.func @squares(%x: tensor<3000x33xf32>) -> tensor<33xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r = linalg.reduce ins(%x : tensor<3000x33xf32>) outs(%f : tensor<33xf32>) dimensions = [0]
    (%in: f32, %out: f32) {
      %p = arith.mulf %in, %in : f32
      %s = arith.addf %out, %p : f32
      linalg.yield %s : f32
    }
  return %r : tensor<33xf32>
}
func.func @both(%x: tensor<3000x33xf32>) -> (tensor<33xf32>, tensor<33xf32>) {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %g = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %r:2 = linalg.reduce ins(%x, %x : tensor<3000x33xf32>, tensor<3000x33xf32>) outs(%f, %g : tensor<33xf32>, tensor<33xf32>) dimensions = [0]
    (%a: f32, %b: f32, %sum: f32, %max: f32) {
      %s = arith.addf %sum, %a : f32
      %m = arith.maximumf %max, %b : f32
      linalg.yield %s, %m : f32, f32
    }
  return %r#0, %r#1 : tensor<33xf32>, tensor<33xf32>
}
