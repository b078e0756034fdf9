// An intermediate that stays an output has a tile in each program: kernels are
// not merged where several programs would write it, nor where the axis of what
// one of them reduces would be shared.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=column --device=sim
// RUN: kopt-gate %s %t.mlir --entry=product --device=sim
// REQUIRES: sim

// CHECK: card @fuse_elementwise_launches refused at @column/launch#1: expect: the merged kernel could not be tiled: several programs would write one result

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#a = affine_map<(d0, d1, d2) -> (d0, d2)>
#b = affine_map<(d0, d1, d2) -> (d2, d1)>
#c = affine_map<(d0, d1, d2) -> (d0, d1)>
func.func @column(%x: tensor<5xf32>, %z: tensor<5x3000xf32>) -> (tensor<5xf32>, tensor<5x3000xf32>) {
  %e = tensor.empty() : tensor<5xf32>
  %f = tensor.empty() : tensor<5x3000xf32>
  %n = linalg.negf ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n, %z : tensor<5xf32>, tensor<5x3000xf32>) outs(%f : tensor<5x3000xf32>) {
  ^bb0(%l: f32, %m: f32, %o: f32):
    %s = arith.addf %l, %m : f32
    linalg.yield %s : f32
  } -> tensor<5x3000xf32>
  return %n, %r : tensor<5xf32>, tensor<5x3000xf32>
}
func.func @product(%x: tensor<7x40xf32>, %w: tensor<40x32xf32>) -> (tensor<7x40xf32>, tensor<7x32xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x40xf32>
  %f = tensor.empty() : tensor<7x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%f : tensor<7x32xf32>) -> tensor<7x32xf32>
  %n = linalg.negf ins(%x : tensor<7x40xf32>) outs(%e : tensor<7x40xf32>) -> tensor<7x40xf32>
  %r = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%n, %w : tensor<7x40xf32>, tensor<40x32xf32>) outs(%z : tensor<7x32xf32>) {
  ^bb0(%l: f32, %m: f32, %o: f32):
    %p = arith.mulf %l, %m : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<7x32xf32>
  return %n, %r : tensor<7x40xf32>, tensor<7x32xf32>
}
