// Exponentials that are only summed become powers of two, also in rows of one element, of
// equal ones, and with infinities; a softmax needs each of them.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=sums --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one --device=sim
// RUN: kopt-gate %s %t.mlir --entry=softmax --device=sim --families=normal
// REQUIRES: sim

// CHECK: card @exp2_domain applied at @sums_{{[0-9]}}/reduce#1
// CHECK: card @exp2_domain refused at @softmax_{{[0-9]}}/reduce#1: action: the exponentials are used other than in their sum

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @sums(%x: tensor<7x1000xf32>) -> tensor<7xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<7xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%v : tensor<7xf32>) -> tensor<7xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x1000xf32>) outs(%m0 : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<7xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<7x1000xf32>, tensor<7xf32>) outs(%s0 : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s : tensor<7xf32>, tensor<7xf32>) outs(%v : tensor<7xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
func.func @one(%x: tensor<4x1xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %v = tensor.empty() : tensor<4xf32>
  %m0 = linalg.fill ins(%least : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %m = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x1xf32>) outs(%m0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    linalg.yield %c : f32
  } -> tensor<4xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  %s = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %m : tensor<4x1xf32>, tensor<4xf32>) outs(%s0 : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    %p = math.exp %d : f32
    %n = arith.addf %c, %p : f32
    linalg.yield %n : f32
  } -> tensor<4xf32>
  %r = linalg.generic {indexing_maps = [#one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s : tensor<4xf32>, tensor<4xf32>) outs(%v : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %l = math.log %b : f32
    %t = arith.addf %a, %l : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @softmax(%x: tensor<3x300xf32>) -> tensor<3x300xf32> {
  %e = tensor.empty() : tensor<3x300xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<3x300xf32>) outs(%e : tensor<3x300xf32>) -> tensor<3x300xf32>
  return %s : tensor<3x300xf32>
}
