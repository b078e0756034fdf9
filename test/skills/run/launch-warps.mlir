// Eight warps for long rows; a short row has too few bytes for them.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,launch_warps set-knob=tile_to_grid.cols=4096 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=even --device=sim
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim
// REQUIRES: sim

// CHECK: card @launch_warps applied at @even_1
// CHECK: card @launch_warps applied at @ragged_1
// CHECK: card @launch_warps applied at @one_row_0
// CHECK: card @launch_warps refused at @narrow_1: G2: the largest access has

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @even(%x: tensor<3x2048xf32>) -> tensor<3x2048xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3x2048xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<3x2048xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<3x2048xf32>, tensor<3xf32>) outs(%o : tensor<3x2048xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x2048xf32>
  return %r : tensor<3x2048xf32>
}
func.func @ragged(%x: tensor<3x1501xf32>) -> tensor<3x1501xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3x1501xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<3x1501xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<3x1501xf32>, tensor<3xf32>) outs(%o : tensor<3x1501xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x1501xf32>
  return %r : tensor<3x1501xf32>
}
func.func @one_row(%x: tensor<1x4097xf32>) -> tensor<1x4097xf32> {
  %e = tensor.empty() : tensor<1x4097xf32>
  %r = linalg.negf ins(%x : tensor<1x4097xf32>) outs(%e : tensor<1x4097xf32>) -> tensor<1x4097xf32>
  return %r : tensor<1x4097xf32>
}
func.func @narrow(%x: tensor<3x127xf32>) -> tensor<3x127xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<3x127xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<3x127xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<3x127xf32>, tensor<3xf32>) outs(%o : tensor<3x127xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<3x127xf32>
  return %r : tensor<3x127xf32>
}
