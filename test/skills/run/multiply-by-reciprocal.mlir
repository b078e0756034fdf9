// Rows divided by their sum; in the last program every element has a divisor of
// its own.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,multiply_by_reciprocal explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=own --device=sim
// REQUIRES: sim

// CHECK: card @multiply_by_reciprocal applied at @ragged_1
// CHECK: card @multiply_by_reciprocal applied at @one_row_1
// CHECK: card @multiply_by_reciprocal refused at @own_0: action: no f32 division by a value that repeats along the tile

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @ragged(%x: tensor<33x127xf32>) -> tensor<33x127xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<33x127xf32>) outs(%f : tensor<33xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<33x127xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<33x127xf32>, tensor<33xf32>) outs(%o : tensor<33x127xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<33x127xf32>
  return %r : tensor<33x127xf32>
}
func.func @one_row(%x: tensor<1x77xf32>) -> tensor<1x77xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<1x77xf32>) outs(%f : tensor<1xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<1x77xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<1x77xf32>, tensor<1xf32>) outs(%o : tensor<1x77xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<1x77xf32>
  return %r : tensor<1x77xf32>
}
func.func @own(%x: tensor<5x60xf32>, %y: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %e = tensor.empty() : tensor<5x60xf32>
  %r = linalg.div ins(%x, %y : tensor<5x60xf32>, tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
