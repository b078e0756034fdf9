// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_by_index params="{elements = 64}"},canonicalize)' | FileCheck %s
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_by_index params="{elements = 0}"})' 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_to_grid})' 2>&1 | FileCheck %s --check-prefix=IRREGULAR

// One flat range of coordinates, whose digits are the parallel loops; what a loop does not
// change is read before it.
// CHECK: #[[GRID:.*]] = affine_map<() -> (2)>
// CHECK: grid = #[[GRID]]
// CHECK: kopt.iota 0 : tensor<64xi32>
// CHECK: arith.remui
// CHECK: arith.divui
// CHECK: kopt.load %{{.*}} indices
// CHECK: scf.for
// CHECK: kopt.load %{{.*}} indices
// CHECK: scf.yield
// CHECK: kopt.store
// BAD: expected 1 to 4096 elements a program, but got 0
// IRREGULAR: the indexing map of operand 0 is not a projected permutation
func.func @window(%x: tensor<7x18xf32>, %b: tensor<7xf32>) -> tensor<7x16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7x16xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<7x16xf32>) -> tensor<7x16xf32>
  %k = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(n, w, k) -> (n, w + k)>, affine_map<(n, w, k) -> (n)>, affine_map<(n, w, k) -> (k)>, affine_map<(n, w, k) -> (n, w)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %b, %k : tensor<7x18xf32>, tensor<7xf32>, tensor<3xf32>) outs(%i : tensor<7x16xf32>) {
  ^bb0(%a: f32, %s: f32, %u: f32, %c: f32):
    %m = arith.mulf %a, %s : f32
    %n = arith.addf %c, %m : f32
    linalg.yield %n : f32
  } -> tensor<7x16xf32>
  return %r : tensor<7x16xf32>
}
