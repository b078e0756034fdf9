// One element a thread: a window with a stride, two results of one reduction, a gather, a
// diagonal, an operation that leaves no parallel loop, results of different orders, bounds
// of 64 bits, nothing to reduce.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_by_index explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=conv --device=sim
// RUN: kopt-gate %s %t.mlir --entry=argmax --device=sim --arg=0:5x13
// RUN: kopt-gate %s %t.mlir --entry=argmax --device=sim --arg=0:3x0
// RUN: kopt-gate %s %t.mlir --entry=argmax --device=sim --arg=0:0x3
// RUN: kopt-gate %s %t.mlir --entry=gather --device=sim --arg=0:11x8
// RUN: kopt-gate %s %t.mlir --entry=all --device=sim
// RUN: kopt-gate %s %t.mlir --entry=orders --device=sim
// RUN: kopt-gate %s %t.mlir --entry=digits --device=sim --arg=0:3x14
// RUN: kopt-gate %s %t.mlir --entry=nothing --device=sim
// REQUIRES: sim

// CHECK: card @tile_by_index applied at @conv_0
// CHECK: card @tile_by_index applied at @argmax_0
// CHECK: card @tile_by_index applied at @gather_0
// CHECK: card @tile_by_index applied at @all_0
// CHECK: card @tile_by_index applied at @orders_0
// CHECK: card @tile_by_index applied at @digits_0
// CHECK: card @tile_by_index applied at @nothing_0
#m0 = affine_map<(n, h, w, f, kh, kw, c) -> (n, h * 2 + kh, w * 2 + kw, c)>
#m1 = affine_map<(n, h, w, f, kh, kw, c) -> (kh, kw, c, f)>
#m2 = affine_map<(n, h, w, f, kh, kw, c) -> (n, h, w, f)>
#id = affine_map<(i, j) -> (i, j)>
#r = affine_map<(i, j) -> (i)>
#diag = affine_map<(i, j) -> (i, i)>
func.func @conv(%x: tensor<2x9x9x3xf32>, %w: tensor<3x3x3x5xf32>) -> tensor<2x4x4x5xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x4x4x5xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x4x4x5xf32>) -> tensor<2x4x4x5xf32>
  %r = linalg.generic {indexing_maps = [#m0, #m1, #m2], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : tensor<2x9x9x3xf32>, tensor<3x3x3x5xf32>) outs(%i : tensor<2x4x4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %c, %m : f32
    linalg.yield %s : f32
  } -> tensor<2x4x4x5xf32>
  return %r : tensor<2x4x4x5xf32>
}
func.func @argmax(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32>
  %z = arith.constant 0xFF800000 : f32
  %zi = arith.constant 0 : i64
  %e = tensor.empty(%n) : tensor<?xf32>
  %ei = tensor.empty(%n) : tensor<?xi64>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %ii = linalg.fill ins(%zi : i64) outs(%ei : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #r, #r], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<?x?xf32>) outs(%i, %ii : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %b: f32, %c: i64):
    %k = linalg.index 1 : index
    %ki = arith.index_cast %k : index to i64
    %g = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %g, %a, %b : f32
    %w = arith.select %g, %ki, %c : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}
func.func @gather(%t: tensor<?x8xf32>, %k: tensor<5xi64>) -> tensor<5x8xf32> {
  %e = tensor.empty() : tensor<5x8xf32>
  %r = linalg.generic {indexing_maps = [#r, #id], iterator_types = ["parallel", "parallel"]} ins(%k : tensor<5xi64>) outs(%e : tensor<5x8xf32>) {
  ^bb0(%a: i64, %b: f32):
    %i = arith.index_cast %a : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %t[%i, %j] : tensor<?x8xf32>
    linalg.yield %v : f32
  } -> tensor<5x8xf32>
  return %r : tensor<5x8xf32>
}
func.func @all(%x: tensor<7x7xf32>, %x1: tensor<7xf32>) -> tensor<f32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<f32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i, 6 - i)>, affine_map<(i) -> (i)>,  affine_map<(i) -> ()>], iterator_types = ["reduction"]} ins(%x, %x1 : tensor<7x7xf32>, tensor<7xf32>) outs(%i : tensor<f32>) {
  ^bb0(%a: f32, %u: f32, %c: f32):
    %s = arith.addf %c, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %r : tensor<f32>
}

// Two results in different orders; a dimension of one element.
func.func @orders(%x: tensor<6x5xf32>) -> (tensor<6x1x5xf32>, tensor<5x6xi32>) {
  %e = tensor.empty() : tensor<6x1x5xf32>
  %f = tensor.empty() : tensor<5x6xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, affine_map<(i, j) -> (i, 0, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<6x5xf32>) outs(%e, %f : tensor<6x1x5xf32>, tensor<5x6xi32>) {
  ^bb0(%a: f32, %b: f32, %c: i32):
    %s = arith.mulf %a, %a : f32
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %d = arith.subi %i, %j : index
    %k = arith.index_cast %d : index to i32
    linalg.yield %s, %k : f32, i32
  } -> (tensor<6x1x5xf32>, tensor<5x6xi32>)
  return %r#0, %r#1 : tensor<6x1x5xf32>, tensor<5x6xi32>
}
// Quotients and remainders of coordinates, below 0 too, where extents are not known.
func.func @digits(%x: tensor<?x14xf32>) -> tensor<?x14xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x14xf32>
  %e = tensor.empty(%n) : tensor<?x14xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, (j - 9) mod 7 + (j floordiv 7) * 7)>, affine_map<(i, j) -> (i, (j - 5) floordiv 3 + 2)>, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %x : tensor<?x14xf32>, tensor<?x14xf32>) outs(%e : tensor<?x14xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<?x14xf32>
  return %r : tensor<?x14xf32>
}
// With nothing to reduce, what it started from.
func.func @nothing(%x: tensor<4x0xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #r], iterator_types = ["parallel", "reduction"]} ins(%x : tensor<4x0xf32>) outs(%y : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
