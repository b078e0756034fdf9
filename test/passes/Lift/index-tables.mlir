// Reads by constant lists that follow from their own coordinates: a view of channels as
// groups is a reshape, other lists are computed in the kernel, and what is no such list,
// or may be outside, stays a read by index.
// RUN: kopt-opt %s --kopt-lift -o %t.mlir
// RUN: FileCheck %s < %t.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --entry=groups --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=strided --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=shuffled --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=sums --device=sim --families=normal
// REQUIRES: sim

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @groups
// CHECK-NEXT: tensor.collapse_shape %{{.*}} {{\[}}[0], [1, 2, 3]] : tensor<2x3x2x1xf32> into tensor<2x6xf32>
// CHECK-NEXT: return
func.func @groups(%x: tensor<2x3x2x1xf32>) -> tensor<2x6xf32> {
  %n = arith.constant dense<[[0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]]> : tensor<2x6xi64>
  %g = arith.constant dense<[[0, 0, 1, 1, 2, 2], [0, 0, 1, 1, 2, 2]]> : tensor<2x6xi64>
  %c = arith.constant dense<[[0, 1, 0, 1, 0, 1], [0, 1, 0, 1, 0, 1]]> : tensor<2x6xi64>
  %e = tensor.empty() : tensor<2x6xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%n, %g, %c : tensor<2x6xi64>, tensor<2x6xi64>, tensor<2x6xi64>) outs(%e : tensor<2x6xf32>) {
  ^bb0(%a: i64, %b: i64, %d: i64, %o: f32):
    // Negative numbers count from the end.
    %zero = arith.constant 0 : i64
    %two = arith.constant 2 : i64
    %below = arith.cmpi slt, %a, %zero : i64
    %up = arith.addi %a, %two : i64
    %from = arith.select %below, %up, %a : i64
    %i = arith.index_cast %from : i64 to index
    %j = arith.index_cast %b : i64 to index
    %k = arith.index_cast %d : i64 to index
    %c0 = arith.constant 0 : index
    %v = tensor.extract %x[%i, %j, %k, %c0] : tensor<2x3x2x1xf32>
    linalg.yield %v : f32
  } -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// CHECK-LABEL: func.func @strided
// CHECK-NOT: dense
func.func @strided(%x: tensor<12xf32>) -> tensor<6xf32> {
  %at = arith.constant dense<[11, 9, 7, 5, 3, 1]> : tensor<6xi32>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%at : tensor<6xi32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: i32, %o: f32):
    %i = arith.index_cast %a : i32 to index
    %v = tensor.extract %x[%i] : tensor<12xf32>
    linalg.yield %v : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// CHECK-LABEL: func.func @shuffled
// CHECK: arith.constant dense<[2, 0, 3, 1, 1, 5]> : tensor<6xi32>
func.func @shuffled(%x: tensor<12xf32>) -> tensor<6xf32> {
  %at = arith.constant dense<[2, 0, 3, 1, 1, 5]> : tensor<6xi32>
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%at : tensor<6xi32>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: i32, %o: f32):
    %i = arith.index_cast %a : i32 to index
    %v = tensor.extract %x[%i] : tensor<12xf32>
    linalg.yield %v : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// A sum of functions of each coordinate, of which a comparison is not decided.
// CHECK-LABEL: func.func @sums
// CHECK-NOT: dense
func.func @sums(%x: tensor<12xf32>, %y: tensor<12xf32>) -> tensor<3x4xf32> {
  %at = arith.constant dense<[[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]> : tensor<3x4xi64>
  %e = tensor.empty() : tensor<3x4xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<3x4xi64>) outs(%e : tensor<3x4xf32>) {
  ^bb0(%a: i64, %o: f32):
    %six = arith.constant 6 : i64
    %i = arith.index_cast %a : i64 to index
    %first = arith.cmpi slt, %a, %six : i64
    %v = tensor.extract %x[%i] : tensor<12xf32>
    %w = tensor.extract %y[%i] : tensor<12xf32>
    %s = arith.select %first, %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
