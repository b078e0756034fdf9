// Where a small difference decides: steps behind roundings to bf16, ties of zeros of
// both signs and of NaN, initial values, integers that wrap around; by both recipes.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.mlir --entry=discontinuous --device=sim --families=normal,uniform01
// RUN: kopt-gate %s %t.mlir --entry=ties --device=sim --families=signed_zeros,nan_lanes,equal_rows,all_neg_inf_rows
// RUN: kopt-gate %s %t.mlir --entry=inits --device=sim --families=normal,infinities,signed_zeros
// RUN: kopt-gate %s %t.mlir --entry=wrap --device=sim --families=random_bits
// RUN: kopt-gate %s %t.fast.mlir --entry=discontinuous --device=sim --families=normal,uniform01
// RUN: kopt-gate %s %t.fast.mlir --entry=ties --device=sim --families=signed_zeros,nan_lanes,equal_rows,all_neg_inf_rows
// RUN: kopt-gate %s %t.fast.mlir --entry=inits --device=sim --families=normal,infinities,signed_zeros
// RUN: kopt-gate %s %t.fast.mlir --entry=wrap --device=sim --families=random_bits
// REQUIRES: sim

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

func.func @discontinuous(%x: tensor<24x40xf32>, %o: tensor<24xf32>) -> (tensor<24x40xi32>, tensor<24x40xf32>, tensor<24xi32>) {
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<24x40xf32>) outs(%o : tensor<24xf32>) dimensions = [1]
  %e = tensor.empty() : tensor<24x40xi32>
  %f = tensor.empty() : tensor<24x40xf32>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum : tensor<24x40xf32>, tensor<24xf32>) outs(%e, %f : tensor<24x40xi32>, tensor<24x40xf32>) {
  ^bb0(%a: f32, %s: f32, %p: i32, %q: f32):
    %m = arith.mulf %a, %s : f32
    %t = arith.truncf %m : f32 to bf16
    %u = arith.extf %t : bf16 to f32
    %v = math.floor %u : f32
    %i = arith.fptosi %v : f32 to i32
    %c = arith.cmpf olt, %u, %s : f32
    %d = arith.select %c, %v, %a : f32
    linalg.yield %i, %d : i32, f32
  } -> (tensor<24x40xi32>, tensor<24x40xf32>)
  // How many of a row are not below their sum.
  %zero = arith.constant 0 : i32
  %g = tensor.empty() : tensor<24xi32>
  %z = linalg.fill ins(%zero : i32) outs(%g : tensor<24xi32>) -> tensor<24xi32>
  %n = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%r#1, %sum : tensor<24x40xf32>, tensor<24xf32>) outs(%z : tensor<24xi32>) {
  ^bb0(%a: f32, %s: f32, %acc: i32):
    %c = arith.cmpf uge, %a, %s : f32
    %b = arith.extui %c : i1 to i32
    %t = arith.addi %acc, %b : i32
    linalg.yield %t : i32
  } -> tensor<24xi32>
  return %r#0, %r#1, %n : tensor<24x40xi32>, tensor<24x40xf32>, tensor<24xi32>
}
// The first of equal elements, the last one, and a NaN as if it were the largest.
func.func @ties(%x: tensor<9x70xf32>) -> (tensor<9xi64>, tensor<9xi64>, tensor<9xf32>, tensor<9xi64>) {
  %least = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %e = tensor.empty() : tensor<9xf32>
  %f = tensor.empty() : tensor<9xi64>
  %v = linalg.fill ins(%least : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %n = linalg.fill ins(%zero : i64) outs(%f : tensor<9xi64>) -> tensor<9xi64>
  %first:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x70xf32>) outs(%v, %n : tensor<9xf32>, tensor<9xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %c = arith.cmpf ogt, %a, %best : f32
    %y = arith.select %c, %a, %best : f32
    %z = arith.select %c, %k, %at : i64
    linalg.yield %y, %z : f32, i64
  } -> (tensor<9xf32>, tensor<9xi64>)
  %last:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x70xf32>) outs(%v, %n : tensor<9xf32>, tensor<9xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %c = arith.cmpf oge, %a, %best : f32
    %y = arith.select %c, %a, %best : f32
    %z = arith.select %c, %k, %at : i64
    linalg.yield %y, %z : f32, i64
  } -> (tensor<9xf32>, tensor<9xi64>)
  %nan:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<9x70xf32>) outs(%v, %n : tensor<9xf32>, tensor<9xi64>) {
  ^bb0(%a: f32, %best: f32, %at: i64):
    %i = linalg.index 1 : index
    %k = arith.index_cast %i : index to i64
    %c = arith.cmpf ugt, %a, %best : f32
    %y = arith.select %c, %a, %best : f32
    %z = arith.select %c, %k, %at : i64
    linalg.yield %y, %z : f32, i64
  } -> (tensor<9xf32>, tensor<9xi64>)
  return %first#1, %last#1, %nan#0, %nan#1 : tensor<9xi64>, tensor<9xi64>, tensor<9xf32>, tensor<9xi64>
}
func.func @inits(%x: tensor<40x7xf32>, %o: tensor<7xf32>, %p: tensor<40xf32>) -> (tensor<7xf32>, tensor<7xf32>, tensor<40xf32>, tensor<40xf32>) {
  %c = arith.constant -2.5 : f32
  %e = tensor.empty() : tensor<7xf32>
  %i = linalg.fill ins(%c : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %g = tensor.empty() : tensor<40xf32>
  %j = linalg.fill ins(%c : f32) outs(%g : tensor<40xf32>) -> tensor<40xf32>
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<40x7xf32>) outs(%o : tensor<7xf32>) dimensions = [0]
  %1 = linalg.reduce { arith.maximumf } ins(%x : tensor<40x7xf32>) outs(%i : tensor<7xf32>) dimensions = [0]
  %2 = linalg.reduce { arith.mulf } ins(%x : tensor<40x7xf32>) outs(%j : tensor<40xf32>) dimensions = [1]
  %3 = linalg.reduce { arith.minimumf } ins(%x : tensor<40x7xf32>) outs(%p : tensor<40xf32>) dimensions = [1]
  return %0, %1, %2, %3 : tensor<7xf32>, tensor<7xf32>, tensor<40xf32>, tensor<40xf32>
}
func.func @wrap(%x: tensor<300x9xi8>, %o: tensor<9xi8>, %y: tensor<9x33xi64>, %p: tensor<9xi64>, %z: tensor<9x33xi16>, %q: tensor<9xi16>)
    -> (tensor<9xi8>, tensor<9xi64>, tensor<9xi16>, tensor<9xi16>) {
  %0 = linalg.reduce { arith.addi } ins(%x : tensor<300x9xi8>) outs(%o : tensor<9xi8>) dimensions = [0]
  %1 = linalg.reduce { arith.muli } ins(%y : tensor<9x33xi64>) outs(%p : tensor<9xi64>) dimensions = [1]
  %2 = linalg.reduce { arith.addi } ins(%z : tensor<9x33xi16>) outs(%q : tensor<9xi16>) dimensions = [1]
  %3 = linalg.reduce { arith.muli } ins(%z : tensor<9x33xi16>) outs(%q : tensor<9xi16>) dimensions = [1]
  return %0, %1, %2, %3 : tensor<9xi8>, tensor<9xi64>, tensor<9xi16>, tensor<9xi16>
}
