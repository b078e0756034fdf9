// 16-bit rows that fit into registers only as they are in memory.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=loss --device=sim --families=normal,last_spike
// REQUIRES: sim

// CHECK: card @narrow_rows_in_registers applied at @loss_{{[0-9]}}, registers = 200

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @loss(%x: tensor<2x30001xbf16>) -> tensor<2xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<2xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%v : tensor<2xf32>) -> tensor<2xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x30001xbf16>) outs(%m0 : tensor<2xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %c = arith.maximumf %w, %b : f32
    linalg.yield %c : f32
  } -> tensor<2xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<2x30001xbf16>, tensor<2xf32>) outs(%s0 : tensor<2xf32>) {
  ^bb0(%a: bf16, %b: f32, %c: f32):
    %w = arith.extf %a : bf16 to f32
    %d = arith.subf %w, %b : f32
    %p = math.exp %d : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<2xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s : tensor<2xf32>, tensor<2xf32>) outs(%v : tensor<2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<2xf32>
  return %r : tensor<2xf32>
}
