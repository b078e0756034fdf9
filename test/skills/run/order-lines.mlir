// Orders from tm_tensor: argsort of floats with ties, columns, integers, what goes along,
// narrow floats; selections that are beginnings of sorts, of lines of one tile and of
// several, k = 1 and all but one; top-k with a value to begin from.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=order_lines,tile_by_index set-knob=order_lines.warps=4 set-knob=order_lines.length=1024 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=argsort --device=sim --arg=0:3x67
// RUN: kopt-gate %s %t.mlir --entry=argsort --device=sim --arg=0:0x67
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=along --device=sim
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim
// RUN: kopt-gate %s %t.mlir --entry=wide --device=sim
// RUN: kopt-gate %s %t.mlir --entry=first --device=sim
// RUN: kopt-gate %s %t.mlir --entry=most --device=sim
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim
// RUN: kopt-gate %s %t.mlir --entry=above --device=sim
// By comparing as the program does.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=order_lines,tile_by_index set-knob=order_lines.integers=0 set-knob=order_lines.warps=2 set-knob=order_lines.length=1024" -o %t.floats.mlir 2>/dev/null
// RUN: kopt-gate %s %t.floats.mlir --entry=along --device=sim
// RUN: kopt-gate %s %t.floats.mlir --entry=narrow --device=sim
// RUN: kopt-gate %s %t.floats.mlir --entry=most --device=sim
// REQUIRES: sim

// CHECK-DAG: card @order_lines applied at @argsort_0
// CHECK-DAG: card @order_lines applied at @columns_0
// CHECK-DAG: card @order_lines applied at @along_0
// CHECK-DAG: card @order_lines applied at @narrow_0
// CHECK-DAG: card @order_lines applied at @wide_0
// CHECK-DAG: card @order_lines applied at @first_0
// CHECK-DAG: card @order_lines applied at @most_0
// CHECK-DAG: card @order_lines applied at @long_0
// CHECK-DAG: card @order_lines applied at @above_0
// CHECK-DAG: remark: expanded element by element: the comparison is no order of signed integers or floats
// CHECK-DAG: remark: expanded element by element: lines of 9000 elements, of which 9000 are wanted, do not fit in a block
func.func @argsort(%x: tensor<?x67xf32>) -> (tensor<?x67xf32>, tensor<?x67xi64>) {
  %c0 = arith.constant 0 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x67xf32>
  %e = tensor.empty(%d0) : tensor<?x67xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<?x67xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<?x67xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<?x67xf32>, tensor<?x67xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<?x67xf32>, tensor<?x67xi64>
  return %s#0, %s#1 : tensor<?x67xf32>, tensor<?x67xi64>
}
func.func @columns(%x: tensor<33x5xi32>) -> (tensor<33x5xi32>, tensor<33x5xi64>) {
  %e = tensor.empty() : tensor<33x5xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<33x5xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<33x5xi64>
  %s:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<33x5xi32>, tensor<33x5xi64>) {
  ^bb0(%a: i32, %b: i32, %p: i64, %q: i64):
    %c = arith.cmpi sle, %a, %b : i32
    tm_tensor.yield %c : i1
  } -> tensor<33x5xi32>, tensor<33x5xi64>
  return %s#0, %s#1 : tensor<33x5xi32>, tensor<33x5xi64>
}
func.func @along(%x: tensor<3x40xf32>, %y: tensor<3x40xi32>) -> (tensor<3x40xf32>, tensor<3x40xi64>, tensor<3x40xi32>) {
  %e = tensor.empty() : tensor<3x40xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x40xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<3x40xi64>
  %s:3 = tm_tensor.sort dimension(1) outs(%x, %i, %y : tensor<3x40xf32>, tensor<3x40xi64>, tensor<3x40xi32>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64, %u: i32, %v: i32):
    %c = arith.cmpf olt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<3x40xf32>, tensor<3x40xi64>, tensor<3x40xi32>
  return %s#0, %s#1, %s#2 : tensor<3x40xf32>, tensor<3x40xi64>, tensor<3x40xi32>
}
func.func @narrow(%x: tensor<2x50xbf16>) -> (tensor<2x50xbf16>, tensor<2x50xi64>) {
  %e = tensor.empty() : tensor<2x50xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<2x50xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<2x50xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<2x50xbf16>, tensor<2x50xi64>) {
  ^bb0(%a: bf16, %b: bf16, %p: i64, %q: i64):
    %c = arith.cmpf ole, %a, %b : bf16
    tm_tensor.yield %c : i1
  } -> tensor<2x50xbf16>, tensor<2x50xi64>
  return %s#0, %s#1 : tensor<2x50xbf16>, tensor<2x50xi64>
}
func.func @wide(%x: tensor<2x30xf64>) -> (tensor<2x30xf64>, tensor<2x30xi64>) {
  %e = tensor.empty() : tensor<2x30xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<2x30xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<2x30xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<2x30xf64>, tensor<2x30xi64>) {
  ^bb0(%a: f64, %b: f64, %p: i64, %q: i64):
    %c = arith.cmpf ogt, %a, %b : f64
    tm_tensor.yield %c : i1
  } -> tensor<2x30xf64>, tensor<2x30xi64>
  return %s#0, %s#1 : tensor<2x30xf64>, tensor<2x30xi64>
}
func.func @first(%x: tensor<3x65xf32>) -> (tensor<3x1xf32>, tensor<3x1xi64>) {
  %e = tensor.empty() : tensor<3x65xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<3x65xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<3x65xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<3x65xf32>, tensor<3x65xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<3x65xf32>, tensor<3x65xi64>
  %v = tensor.extract_slice %s#0[0, 0] [3, 1] [1, 1] : tensor<3x65xf32> to tensor<3x1xf32>
  %w = tensor.extract_slice %s#1[0, 0] [3, 1] [1, 1] : tensor<3x65xi64> to tensor<3x1xi64>
  return %v, %w : tensor<3x1xf32>, tensor<3x1xi64>
}
func.func @most(%x: tensor<2x33xf32>) -> (tensor<2x32xf32>, tensor<2x32xi64>) {
  %e = tensor.empty() : tensor<2x33xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<2x33xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<2x33xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<2x33xf32>, tensor<2x33xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf ole, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x33xf32>, tensor<2x33xi64>
  %v = tensor.extract_slice %s#0[0, 0] [2, 32] [1, 1] : tensor<2x33xf32> to tensor<2x32xf32>
  %w = tensor.extract_slice %s#1[0, 0] [2, 32] [1, 1] : tensor<2x33xi64> to tensor<2x32xi64>
  return %v, %w : tensor<2x32xf32>, tensor<2x32xi64>
}
func.func @long(%x: tensor<2x1100xf32>) -> (tensor<2x5xf32>, tensor<2x5xi64>) {
  %e = tensor.empty() : tensor<2x1100xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<2x1100xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<2x1100xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<2x1100xf32>, tensor<2x1100xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2x1100xf32>, tensor<2x1100xi64>
  %v = tensor.extract_slice %s#0[0, 0] [2, 5] [1, 1] : tensor<2x1100xf32> to tensor<2x5xf32>
  %w = tensor.extract_slice %s#1[0, 0] [2, 5] [1, 1] : tensor<2x1100xi64> to tensor<2x5xi64>
  return %v, %w : tensor<2x5xf32>, tensor<2x5xi64>
}
func.func @above(%x: tensor<3x50xf32>) -> (tensor<3x7xf32>, tensor<3x7xi32>) {
  %start = arith.constant 0.25 : f32
  %none = arith.constant -1 : i32
  %e = tensor.empty() : tensor<3x7xf32>
  %d = tensor.empty() : tensor<3x7xi32>
  %f = linalg.fill ins(%start : f32) outs(%e : tensor<3x7xf32>) -> tensor<3x7xf32>
  %g = linalg.fill ins(%none : i32) outs(%d : tensor<3x7xi32>) -> tensor<3x7xi32>
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<3x50xf32>) outs(%f, %g : tensor<3x7xf32>, tensor<3x7xi32>) {
  ^bb0(%n: f32, %o: f32):
    %k = arith.cmpf ogt, %n, %o : f32
    tm_tensor.yield %k : i1
  } -> tensor<3x7xf32>, tensor<3x7xi32>
  return %r#0, %r#1 : tensor<3x7xf32>, tensor<3x7xi32>
}
func.func @unsigned(%x: tensor<9xi32>) -> (tensor<9xi32>, tensor<9xi64>) {
  %e = tensor.empty() : tensor<9xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<9xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<9xi64>
  %s:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<9xi32>, tensor<9xi64>) {
  ^bb0(%a: i32, %b: i32, %p: i64, %q: i64):
    %c = arith.cmpi ult, %a, %b : i32
    tm_tensor.yield %c : i1
  } -> tensor<9xi32>, tensor<9xi64>
  return %s#0, %s#1 : tensor<9xi32>, tensor<9xi64>
}
func.func @too_long(%x: tensor<9000xf32>) -> (tensor<9000xf32>, tensor<9000xi64>) {
  %e = tensor.empty() : tensor<9000xi64>
  %i = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%e : tensor<9000xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 0 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<9000xi64>
  %s:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<9000xf32>, tensor<9000xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<9000xf32>, tensor<9000xi64>
  return %s#0, %s#1 : tensor<9000xf32>, tensor<9000xi64>
}
