// The maximum of 16-bit rows is taken before they are widened: odd rows, infinities, NaN. Sums
// and rows of f32 are as they were.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=bf16 --device=sim
// RUN: kopt-gate %s %t.mlir --entry=f16 --device=sim --families=normal,infinities,nan_lanes,last_spike
// RUN: kopt-gate %s %t.mlir --entry=f32 --device=sim --families=normal
// REQUIRES: sim

// CHECK: card @narrow_maximum applied at @bf16_{{[0-9]}}/reduce#0
// CHECK: card @narrow_maximum applied at @f16_{{[0-9]}}/reduce#0
// CHECK: card @narrow_maximum refused at @f32_{{[0-9]}}/reduce#0: action: what is reduced is not widened

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @bf16(%x: tensor<5x700xbf16>) -> tensor<5xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<5xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%v : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x700xbf16>) outs(%m0 : tensor<5xf32>) {
  ^bb0(%a: bf16, %b: f32):
    %w = arith.extf %a : bf16 to f32
    %c = arith.maximumf %w, %b : f32
    linalg.yield %c : f32
  } -> tensor<5xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<5x700xbf16>, tensor<5xf32>) outs(%s0 : tensor<5xf32>) {
  ^bb0(%a: bf16, %b: f32, %c: f32):
    %w = arith.extf %a : bf16 to f32
    %d = arith.subf %w, %b : f32
    %p = math.exp %d : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s : tensor<5xf32>, tensor<5xf32>) outs(%v : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
func.func @f16(%x: tensor<3x1025xf16>) -> tensor<3xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<3xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x1025xf16>) outs(%m0 : tensor<3xf32>) {
  ^bb0(%a: f16, %b: f32):
    %w = arith.extf %a : f16 to f32
    %c = arith.maximumf %w, %b : f32
    linalg.yield %c : f32
  } -> tensor<3xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<3x1025xf16>, tensor<3xf32>) outs(%s0 : tensor<3xf32>) {
  ^bb0(%a: f16, %b: f32, %c: f32):
    %w = arith.extf %a : f16 to f32
    %d = arith.subf %w, %b : f32
    %p = math.exp %d : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s : tensor<3xf32>, tensor<3xf32>) outs(%v : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
func.func @f32(%x: tensor<3x300xf32>) -> tensor<3xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<3xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x300xf32>) outs(%m0 : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<3xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<3x300xf32>, tensor<3xf32>) outs(%s0 : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<3xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s : tensor<3xf32>, tensor<3xf32>) outs(%v : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
