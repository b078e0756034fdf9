// A quotient by 1 folds, so the fused kernel stores what it loads: a store that
// is of no structured operation is kept, or the card refuses.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_elementwise_launches,tile_by_index,tile_to_grid explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --device=sim --families=normal,small_integers
// REQUIRES: sim

// CHECK: card @fuse_elementwise_launches applied
// CHECK: card @tile_by_index refused at @f_1: action: a store of what the structured operation does not give
// CHECK: card @tile_to_grid applied at @f_1
#r = affine_map<(r) -> (r)>
#o = affine_map<(r, c) -> (r)>
#x = affine_map<(r, c) -> (r, c)>
func.func @f(%total: tensor<4xf32>, %x: tensor<4x8xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %mean = linalg.generic {indexing_maps = [#r, #r], iterator_types = ["parallel"]} ins(%total : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %m = arith.divf %a, %one : f32
    linalg.yield %m : f32
  } -> tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %sum = linalg.generic {indexing_maps = [#x, #o, #o], iterator_types = ["parallel", "reduction"]} ins(%x, %mean : tensor<4x8xf32>, tensor<4xf32>) outs(%z : tensor<4xf32>) {
  ^bb0(%a: f32, %m: f32, %acc: f32):
    %d = arith.subf %a, %m : f32
    %s = arith.addf %acc, %d : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %mean, %sum : tensor<4xf32>, tensor<4xf32>
}
