// Rows that are read twice by tiles of 32 columns; the last row has no place in
// the registers.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,rows_in_registers set-knob=tile_to_grid.cols=32,rows_in_registers.registers=64 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim
// REQUIRES: sim

// CHECK: card @rows_in_registers applied at @ragged_1
// CHECK: card @rows_in_registers applied at @one_row_1
// CHECK: card @rows_in_registers refused at @long_1: {{expect|check-state}}:

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @ragged(%x: tensor<5x127xf32>) -> tensor<5x127xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<5x127xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<5x127xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<5x127xf32>, tensor<5xf32>) outs(%o : tensor<5x127xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<5x127xf32>
  return %r : tensor<5x127xf32>
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
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<1x77xf32>
  return %r : tensor<1x77xf32>
}
func.func @long(%x: tensor<2x16001xf32>) -> tensor<2x16001xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<2x16001xf32>) outs(%f : tensor<2xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<2x16001xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<2x16001xf32>, tensor<2xf32>) outs(%o : tensor<2x16001xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<2x16001xf32>
  return %r : tensor<2x16001xf32>
}
