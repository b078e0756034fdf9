// Reductions over several dimensions, whatever is long or dynamic: a loop each.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir 2>&1 | FileCheck %s --allow-empty --implicit-check-not="stays in form 1"
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.mlir 2>&1 | FileCheck %s --allow-empty --implicit-check-not="stays in form 1"
// RUN: kopt-gate %s %t.plain.mlir --entry=whole --device=sim --families=small_integers,normal,equal_rows
// RUN: kopt-gate %s %t.mlir --entry=whole --device=sim --families=small_integers,normal,equal_rows
// RUN: kopt-gate %s %t.plain.mlir --entry=narrow --device=sim --families=small_integers,normal,equal_rows
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim --families=small_integers,normal,equal_rows
// RUN: kopt-gate %s %t.plain.mlir --entry=groups --device=sim --families=small_integers,normal,equal_rows
// RUN: kopt-gate %s %t.mlir --entry=groups --device=sim --families=small_integers
// RUN: kopt-gate %s %t.plain.mlir --entry=outer --device=sim --families=small_integers,normal,equal_rows
// RUN: kopt-gate %s %t.mlir --entry=outer --device=sim --families=small_integers
// RUN: kopt-gate %s %t.plain.mlir --entry=wide_columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=wide_columns --device=sim
// REQUIRES: sim
// CHECK-NOT: stays in form 1

func.func @whole(%x: tensor<3x?xi64>) -> tensor<i64> {
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<i64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<i64>) -> tensor<i64>
  %r = linalg.reduce { arith.addi } ins(%x : tensor<3x?xi64>) outs(%f : tensor<i64>) dimensions = [0, 1]
  return %r : tensor<i64>
}

func.func @narrow(%x: tensor<64x257x1xi32>) -> tensor<i32> {
  %z = arith.constant 2147483647 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.reduce { arith.minsi } ins(%x : tensor<64x257x1xi32>) outs(%f : tensor<i32>) dimensions = [0, 1, 2]
  return %r : tensor<i32>
}

// As a group norm: what three dimensions give is used along all of them.
func.func @groups(%x: tensor<2x?x3x9xf32>) -> tensor<2x?x3x9xf32> {
  %z = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<2x?x3x9xf32>
  %e = tensor.empty() : tensor<2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a)>],
      iterator_types = ["parallel", "reduction", "reduction", "reduction"]}
      ins(%x : tensor<2x?x3x9xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %q = arith.mulf %a, %a : f32
    %s = arith.addf %q, %acc : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %o = tensor.empty(%n) : tensor<2x?x3x9xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a)>, affine_map<(a, b, c, d) -> (a, b, c, d)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %r : tensor<2x?x3x9xf32>, tensor<2xf32>) outs(%o : tensor<2x?x3x9xf32>) {
  ^bb0(%a: f32, %m: f32, %old: f32):
    %q = math.sqrt %m : f32
    %t = arith.divf %a, %q : f32
    linalg.yield %t : f32
  } -> tensor<2x?x3x9xf32>
  return %y : tensor<2x?x3x9xf32>
}

// Channels last: the dimensions reduced are not innermost.
func.func @outer(%x: tensor<2x?x30x9xbf16>) -> tensor<9xbf16> {
  %z = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<9xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<9xbf16>) -> tensor<9xbf16>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<2x?x30x9xbf16>) outs(%f : tensor<9xbf16>) dimensions = [0, 1, 2]
  return %r : tensor<9xbf16>
}

// A first tile would have too many registers; a smaller one is taken.
func.func @wide_columns(%x: tensor<260x130xf64>) -> tensor<130xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<130xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<130xf64>) -> tensor<130xf64>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<260x130xf64>) outs(%f : tensor<130xf64>) dimensions = [0]
  return %r : tensor<130xf64>
}
