// The weights are read before the reduction of the row, and the result stays.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,early_loads explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ORDER --input-file=%t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim
// REQUIRES: sim

// CHECK: card @early_loads applied at @weighted
// ORDER: kopt.kernel @weighted
// ORDER: kopt.load %arg0
// ORDER-NEXT: kopt.load %arg1
// ORDER: kopt.reduce
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @weighted(%x: tensor<7x77xf32>, %w: tensor<77xf32>) -> tensor<7x77xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<7x77xf32>) outs(%z : tensor<7xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<7x77xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %w : tensor<7x77xf32>, tensor<7xf32>, tensor<77xf32>) outs(%o : tensor<7x77xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %y = arith.mulf %d, %c : f32
    linalg.yield %y : f32
  } -> tensor<7x77xf32>
  return %r : tensor<7x77xf32>
}
