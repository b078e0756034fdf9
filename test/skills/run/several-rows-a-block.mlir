// Four short rows a program, where their number is no multiple of four too; three
// rows are too few.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,several_rows_a_block explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=even --device=sim
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_column --device=sim
// RUN: kopt-gate %s %t.mlir --entry=few --device=sim
// REQUIRES: sim

// CHECK: card @several_rows_a_block applied at @even_1
// CHECK: card @several_rows_a_block applied at @ragged_1
// CHECK: card @several_rows_a_block refused at @few_1: G2: there are 3 rows, fewer than 4

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @even(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<64x64xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<64x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<64x64xf32>, tensor<64xf32>) outs(%o : tensor<64x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<64x64xf32>
  return %r : tensor<64x64xf32>
}
func.func @ragged(%x: tensor<33x63xf32>) -> tensor<33x63xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<33x63xf32>) outs(%f : tensor<33xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<33x63xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<33x63xf32>, tensor<33xf32>) outs(%o : tensor<33x63xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<33x63xf32>
  return %r : tensor<33x63xf32>
}
func.func @one_column(%x: tensor<77x1xf32>) -> tensor<77x1xf32> {
  %e = tensor.empty() : tensor<77x1xf32>
  %r = linalg.negf ins(%x : tensor<77x1xf32>) outs(%e : tensor<77x1xf32>) -> tensor<77x1xf32>
  return %r : tensor<77x1xf32>
}
func.func @few(%x: tensor<3x64xf32>) -> tensor<3x64xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3x64xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<3x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<3x64xf32>, tensor<3xf32>) outs(%o : tensor<3x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x64xf32>
  return %r : tensor<3x64xf32>
}
