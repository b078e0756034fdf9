// Reductions with several results and by tuples: maxima with their indices, the
// first one winning a tie, NaN as the program has it; mean and variance in one
// pass; the order of terms where it matters.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=argmax --device=sim --families=normal,equal_rows,signed_zeros,nan_lanes,all_neg_inf_rows --arg=0:4x7
// RUN: kopt-gate %s %t.mlir --entry=argmin_reduce --device=sim --families=normal,equal_rows,signed_zeros,nan_lanes,infinities
// RUN: kopt-gate %s %t.mlir --entry=welford --device=sim --families=normal,small_integers,large_mean
// RUN: kopt-gate %s %t.mlir --entry=used_twice --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=in_order --device=sim --families=uniform01,small_integers --arg=1:0.5
// RUN: kopt-gate %s %t.mlir --entry=empty --device=sim --families=normal
// REQUIRES: sim

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

func.func @argmax(%x: tensor<?x7xf32>) -> (tensor<?xf32>, tensor<?xi64>) {
  %c0 = arith.constant 0 : index
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %d = tensor.dim %x, %c0 : tensor<?x7xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %f = tensor.empty(%d) : tensor<?xi64>
  %v = linalg.fill ins(%low : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %i = linalg.fill ins(%zero : i64) outs(%f : tensor<?xi64>) -> tensor<?xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x7xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi64>) {
  ^bb0(%a: f32, %max: f32, %at: i64):
    %k = linalg.index 1 : index
    %n = arith.index_cast %k : index to i64
    %m = arith.maximumf %a, %max : f32
    %greater = arith.cmpf ogt, %a, %max : f32
    %s = arith.select %greater, %n, %at : i64
    linalg.yield %m, %s : f32, i64
  } -> (tensor<?xf32>, tensor<?xi64>)
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi64>
}
// Pairs of values and indices that are arguments, along columns, from other pairs.
func.func @argmin_reduce(%x: tensor<5x3xf32>, %i: tensor<5x3xi32>, %v: tensor<3xf32>, %j: tensor<3xi32>)
    -> (tensor<3xf32>, tensor<3xi32>) {
  %r:2 = linalg.reduce ins(%x, %i : tensor<5x3xf32>, tensor<5x3xi32>) outs(%v, %j : tensor<3xf32>, tensor<3xi32>) dimensions = [0]
    (%a: f32, %k: i32, %min: f32, %at: i32) {
      %less = arith.cmpf olt, %a, %min : f32
      %m = arith.select %less, %a, %min : f32
      %s = arith.select %less, %k, %at : i32
      linalg.yield %m, %s : f32, i32
    }
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xi32>
}
func.func @welford(%x: tensor<3x9xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %zero = arith.constant dense<0.0> : tensor<3xf32>
  %one = arith.constant 1.0 : f32
  %r:3 = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x9xf32>) outs(%zero, %zero, %zero : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  ^bb0(%a: f32, %mean: f32, %m2: f32, %n: f32):
    %n1 = arith.addf %n, %one : f32
    %d = arith.subf %a, %mean : f32
    %q = arith.divf %d, %n1 : f32
    %mean1 = arith.addf %mean, %q : f32
    %d1 = arith.subf %a, %mean1 : f32
    %p = arith.mulf %d, %d1 : f32
    %m3 = arith.addf %m2, %p : f32
    linalg.yield %mean1, %m3, %n1 : f32, f32, f32
  } -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %r#0, %r#1, %r#2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}
// A sum that stops at a limit: its accumulator is used twice, has no neutral
// element, and starts from an argument.
func.func @used_twice(%x: tensor<3x9xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %limit = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x9xf32>) outs(%o : tensor<3xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    %over = arith.cmpf ogt, %acc, %limit : f32
    %t = arith.select %over, %acc, %s : f32
    linalg.yield %t : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}
// Horner's rule over rows, then the last row that is positive.
func.func @in_order(%x: tensor<6x4xf32>, %y: f32) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %r:2 = linalg.generic {indexing_maps = [#id, #column, #column], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<6x4xf32>) outs(%zero, %zero : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%a: f32, %acc: f32, %last: f32):
    %p = arith.mulf %acc, %y : f32
    %s = arith.addf %p, %a : f32
    %positive = arith.cmpf ogt, %a, %z : f32
    %t = arith.select %positive, %a, %last : f32
    linalg.yield %s, %t : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}
// Nothing to reduce: the results are what they started from, used or not.
func.func @empty(%x: tensor<3x0xf32>, %v: tensor<3xf32>, %i: tensor<3xi32>) -> (tensor<3xf32>, tensor<3xi32>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x0xf32>) outs(%v, %i : tensor<3xf32>, tensor<3xi32>) {
  ^bb0(%a: f32, %max: f32, %at: i32):
    %m = arith.maximumf %a, %max : f32
    %n = arith.fptosi %a : f32 to i32
    linalg.yield %m, %n : f32, i32
  } -> (tensor<3xf32>, tensor<3xi32>)
  return %r#0, %r#1 : tensor<3xf32>, tensor<3xi32>
}
