// The largest or smallest element of a line and its number, as front ends write it: a
// NaN ends the search for the number or is passed over, and the first of equals counts.
// Expected below: each becomes reductions that tiles do, by both recipes.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: FileCheck %s < %t.fast.mlir
// RUN: kopt-gate %s %t.mlir --entry=largest --device=sim --families=normal,nan_lanes,signed_zeros,all_neg_inf_rows,equal_rows,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=largest --device=sim --families=normal,nan_lanes,signed_zeros,all_neg_inf_rows,equal_rows,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=smallest --device=sim --families=normal,nan_lanes,signed_zeros,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=numbers_only --device=sim --families=normal,nan_lanes,signed_zeros,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=from_arguments --device=sim --families=normal,nan_lanes,infinities
// RUN: kopt-gate %s %t.fast.mlir --entry=integers --device=sim --families=normal,equal_rows
// RUN: kopt-gate %s %t.fast.mlir --entry=any_length --device=sim --arg=0:3x40 --families=normal,nan_lanes
// REQUIRES: sim
//
// CHECK-NOT: scf.for {{.*}} step %c1 iter_args
// CHECK: kopt.kernel @largest
// CHECK: kopt.reduce

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>

func.func @largest(%x: tensor<6x70xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<6xf32>
  %ei = tensor.empty() : tensor<6xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<6xf32>) -> tensor<6xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<6xi64>) -> tensor<6xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x70xf32>) outs(%fv, %fi : tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %m = arith.maximumf %a, %v : f32
    %c = arith.cmpf ogt, %a, %v : f32
    %i = arith.select %c, %n, %at : i64
    linalg.yield %m, %i : f32, i64
  } -> (tensor<6xf32>, tensor<6xi64>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi64>
}

// Of bf16, of columns, the number first, and of what the body computes.
func.func @smallest(%x: tensor<20x12xbf16>) -> (tensor<12xi32>, tensor<12xbf16>) {
  %high = arith.constant 0x7F80 : bf16
  %zero = arith.constant 0 : i32
  %ev = tensor.empty() : tensor<12xbf16>
  %ei = tensor.empty() : tensor<12xi32>
  %fv = linalg.fill ins(%high : bf16) outs(%ev : tensor<12xbf16>) -> tensor<12xbf16>
  %fi = linalg.fill ins(%zero : i32) outs(%ei : tensor<12xi32>) -> tensor<12xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #col, #col], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<20x12xbf16>) outs(%fi, %fv : tensor<12xi32>, tensor<12xbf16>) {
  ^bb0(%a: bf16, %at: i32, %v: bf16):
    %abs = math.absf %a : bf16
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i32
    %c = arith.cmpf ogt, %v, %abs : bf16
    %i = arith.select %c, %n, %at : i32
    %m = arith.minimumf %v, %abs : bf16
    linalg.yield %i, %m : i32, bf16
  } -> (tensor<12xi32>, tensor<12xbf16>)
  return %r#0, %r#1 : tensor<12xi32>, tensor<12xbf16>
}

// A NaN is passed over: one comparison decides both.
func.func @numbers_only(%x: tensor<6x70xf32>) -> (tensor<6xf32>, tensor<6xi64>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant -1 : i64
  %ev = tensor.empty() : tensor<6xf32>
  %ei = tensor.empty() : tensor<6xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<6xf32>) -> tensor<6xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<6xi64>) -> tensor<6xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x70xf32>) outs(%fv, %fi : tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %v : f32
    %m = arith.select %c, %a, %v : f32
    %i = arith.select %c, %n, %at : i64
    linalg.yield %m, %i : f32, i64
  } -> (tensor<6xf32>, tensor<6xi64>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi64>
}

// What they start from may be better than all, or no number.
func.func @from_arguments(%x: tensor<6x70xf32>, %v0: tensor<6xf32>, %i0: tensor<6xi64>) -> (tensor<6xf32>, tensor<6xi64>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x70xf32>) outs(%v0, %i0 : tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %m = arith.maximumf %v, %a : f32
    %c = arith.cmpf olt, %v, %a : f32
    %i = arith.select %c, %n, %at : i64
    linalg.yield %m, %i : f32, i64
  } -> (tensor<6xf32>, tensor<6xi64>)
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xi64>
}

func.func @integers(%x: tensor<6x70xi32>) -> (tensor<6xi32>, tensor<6xi64>) {
  %low = arith.constant -2147483648 : i32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<6xi32>
  %ei = tensor.empty() : tensor<6xi64>
  %fv = linalg.fill ins(%low : i32) outs(%ev : tensor<6xi32>) -> tensor<6xi32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<6xi64>) -> tensor<6xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x70xi32>) outs(%fv, %fi : tensor<6xi32>, tensor<6xi64>) {
  ^bb0(%a: i32, %v: i32, %at: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %m = arith.maxsi %a, %v : i32
    %c = arith.cmpi sgt, %a, %v : i32
    %i = arith.select %c, %n, %at : i64
    linalg.yield %m, %i : i32, i64
  } -> (tensor<6xi32>, tensor<6xi64>)
  return %r#0, %r#1 : tensor<6xi32>, tensor<6xi64>
}

func.func @any_length(%x: tensor<3x?xf32>) -> tensor<3xi64> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<3xf32>
  %ei = tensor.empty() : tensor<3xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<3xf32>) -> tensor<3xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<3xi64>) -> tensor<3xi64>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x?xf32>) outs(%fv, %fi : tensor<3xf32>, tensor<3xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.maximumf %a, %v : f32
    %c = arith.cmpf ogt, %a, %v : f32
    %i = arith.select %c, %k, %at : i64
    linalg.yield %m, %i : f32, i64
  } -> (tensor<3xf32>, tensor<3xi64>)
  return %r#1 : tensor<3xi64>
}
