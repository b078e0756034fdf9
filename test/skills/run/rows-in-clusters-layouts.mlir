// Layouts of accesses that would move elements between the blocks of a cluster:
// refused with the reason, and one large block holds the row. A row of weights
// lies as a slice of what it is multiplied with.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=transposed --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=weighted --device=sim --families=normal,small_integers
// REQUIRES: sim

// CHECK-DAG: card @rows_in_clusters refused at @transposed_{{[0-9]}}: check-state: {{.*}} expected elements to stay in their block, but got a conversion over a cluster of 8 blocks
// CHECK-DAG: card @rows_in_clusters applied at @transposed_{{[0-9]}}, blocks = 1, cluster = 1
// CHECK-DAG: card @rows_in_clusters applied at @weighted_{{[0-9]}}, blocks = 2, cluster = 8

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
#none = affine_map<(d0, d1) -> ()>

func.func @transposed(%x: tensor<6000x4xbf16>) -> (tensor<4x6000xbf16>, tensor<6000x4xbf16>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %sum = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<6000x4xbf16>) outs(%z : tensor<f32>) {
  ^bb0(%a: bf16, %acc: f32):
    %w = arith.extf %a : bf16 to f32
    %s = arith.addf %w, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %squares = linalg.generic {indexing_maps = [#id, #none, #none], iterator_types = ["reduction", "reduction"]}
      ins(%x, %sum : tensor<6000x4xbf16>, tensor<f32>) outs(%z : tensor<f32>) {
  ^bb0(%a: bf16, %m: f32, %acc: f32):
    %w = arith.extf %a : bf16 to f32
    %n = arith.constant 12000.0 : f32
    %mean = arith.divf %m, %n : f32
    %d = arith.subf %w, %mean : f32
    %q = arith.mulf %d, %d : f32
    %s = arith.addf %q, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %f = tensor.empty() : tensor<6000x4xbf16>
  %r = linalg.generic {indexing_maps = [#id, #none, #none, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %squares : tensor<6000x4xbf16>, tensor<f32>, tensor<f32>) outs(%f : tensor<6000x4xbf16>) {
  ^bb0(%a: bf16, %m: f32, %q: f32, %o: bf16):
    %w = arith.extf %a : bf16 to f32
    %n = arith.constant 12000.0 : f32
    %mean = arith.divf %m, %n : f32
    %d = arith.subf %w, %mean : f32
    %v = arith.divf %q, %n : f32
    %k = math.sqrt %v : f32
    %i = arith.divf %d, %k : f32
    %t = arith.truncf %i : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<6000x4xbf16>
  %g = tensor.empty() : tensor<4x6000xbf16>
  %t = linalg.transpose ins(%r : tensor<6000x4xbf16>) outs(%g : tensor<4x6000xbf16>) permutation = [1, 0]
  return %t, %r : tensor<4x6000xbf16>, tensor<6000x4xbf16>
}
func.func @weighted(%x: tensor<2x40001xf32>, %w: tensor<40001xf16>) -> tensor<2x40001xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x40001xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %acc : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %f = tensor.empty() : tensor<2x40001xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %w : tensor<2x40001xf32>, tensor<2xf32>, tensor<40001xf16>) outs(%f : tensor<2x40001xf32>) {
  ^bb0(%a: f32, %s: f32, %b: f16, %o: f32):
    %n = arith.constant 40000.0 : f32
    %m = arith.divf %s, %n : f32
    %k = math.sqrt %m : f32
    %d = arith.divf %a, %k : f32
    %h = arith.extf %b : f16 to f32
    %i = arith.mulf %d, %h : f32
    linalg.yield %i : f32
  } -> tensor<2x40001xf32>
  return %r : tensor<2x40001xf32>
}
