// Tiles that were full have no mask, tiles of a power of two that cover the same
// row need one: the largest of negative numbers is not the padding's zero. Softmax
// does two such reductions.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,fuse_reduction_launches,tile_to_grid,rows_in_registers set-knob=tile_to_grid.cols=32 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=largest --device=sim
// RUN: kopt-gate %s %t.mlir --entry=softmax --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,fuse_reduction_launches,tile_to_grid,bounded_rows_in_registers set-knob=tile_to_grid.cols=32,bounded_rows_in_registers.extent=512" -o %t.bounded.mlir
// RUN: kopt-gate %s %t.bounded.mlir --entry=largest --device=sim
// RUN: kopt-gate %s %t.bounded.mlir --entry=softmax --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,fuse_reduction_launches,tile_to_grid,defer_reductions,rows_in_registers set-knob=tile_to_grid.cols=32 explain=remarks" 2>&1 | FileCheck %s --check-prefix=LATE
// REQUIRES: sim

// CHECK: card @rows_in_registers applied at @largest_
// CHECK: card @rows_in_registers applied at @softmax_
// LATE: card @rows_in_registers refused at @largest_{{.*}}: action: a reduction after a loop over full tiles, which would not be full
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @largest(%x: tensor<5x96xf32>) -> tensor<5xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<5x96xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = math.absf %a : f32
    %k = arith.negf %n : f32
    %r = arith.maximumf %k, %b : f32
    linalg.yield %r : f32
  } -> tensor<5xf32>
  return %m : tensor<5xf32>
}
func.func @softmax(%x: tensor<3x96xf32>) -> tensor<3x96xf32> {
  %e = tensor.empty() : tensor<3x96xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<3x96xf32>) outs(%e : tensor<3x96xf32>) -> tensor<3x96xf32>
  return %r : tensor<3x96xf32>
}
