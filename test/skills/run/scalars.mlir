// Scalars of the host reach the bodies of kernels: in a reduction's, in an
// elementwise one, and one that the host computes from others.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-gate %s %t.plain.mlir --entry=f --arg=1:2.5 --arg=2:-1.5 --arg=3:-7 --families=normal,small_integers --json=%t.json
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=f --arg=1:2.5 --arg=2:-1.5 --arg=3:-7 --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=scale --arg=0:70 --arg=1:0.5 --families=normal,small_integers
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid" -o %t.grid.mlir
// RUN: kopt-gate %s %t.grid.mlir --entry=constant_operands
// RUN: FileCheck %s < %t.json
// REQUIRES: sim

// CHECK: "1:2.5{{.*}} 2:-1.5{{.*}} 3:-7"

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @f(%x: tensor<16x256xf32>, %k: f32, %m: f32, %i: i32) -> (tensor<16x256xf32>, tensor<16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16x256xf32>) outs(%z : tensor<16xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %q = arith.mulf %a, %k : f32
    %t = arith.addf %acc, %q : f32
    linalg.yield %t : f32
  } -> tensor<16xf32>
  %km = arith.addf %k, %m : f32
  %fi = arith.sitofp %i : i32 to f32
  %o = tensor.empty() : tensor<16x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<16x256xf32>, tensor<16xf32>) outs(%o : tensor<16x256xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %v = arith.addf %b, %km : f32
    %w = arith.mulf %v, %a : f32
    %y = arith.addf %w, %fi : f32
    linalg.yield %y : f32
  } -> tensor<16x256xf32>
  return %r, %s : tensor<16x256xf32>, tensor<16xf32>
}
func.func @scale(%a: tensor<?xf32>, %k: f32) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.mulf %x, %k : f32
    linalg.yield %y : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
// Constants as operands of structured operations, of whatever rank.
func.func @constant_operands(%x: tensor<3x40xf32>) -> (tensor<3x40xf32>, tensor<i32>) {
  %k = arith.constant 0.5 : f32
  %n = arith.constant 7 : i32
  %o = tensor.empty() : tensor<3x40xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> ()>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %k : tensor<3x40xf32>, f32) outs(%o : tensor<3x40xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<3x40xf32>
  %e = tensor.empty() : tensor<i32>
  %s = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%n : i32) outs(%e : tensor<i32>) {
  ^bb0(%a: i32, %b: i32):
    linalg.yield %a : i32
  } -> tensor<i32>
  return %r, %s : tensor<3x40xf32>, tensor<i32>
}
