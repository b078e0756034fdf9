// Rows that a tile of numbers names, four a program: odd counts, wide and narrow rows, a count
// that only a launch knows, elements of 1 to 8 bytes.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=wide --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=random_bits --arg=1:150
// RUN: kopt-gate %s %t.mlir --entry=few --device=sim --families=random_bits
// REQUIRES: sim

// CHECK: card @several_gathered_rows applied at @wide_0, registers = 64, rows = 4
// CHECK: card @several_gathered_rows applied at @narrow_0, registers = 64, rows = 4
// CHECK: card @several_gathered_rows refused at @few_0: G3: there are 5 rows, no more than 132 multiprocessors

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @wide(%table: tensor<31x264xbf16>, %at: tensor<203xi64>) -> tensor<203x264xbf16> {
  %e = tensor.empty() : tensor<203x264xbf16>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<203xi64>) outs(%e : tensor<203x264xbf16>) {
  ^bb0(%a: i64, %o: bf16):
    %i = arith.index_cast %a : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<31x264xbf16>
    linalg.yield %v : bf16
  } -> tensor<203x264xbf16>
  return %r : tensor<203x264xbf16>
}
func.func @narrow(%table: tensor<300x7xf64>, %at: tensor<141xi32>) -> tensor<141x7xf64> {
  %e = tensor.empty() : tensor<141x7xf64>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<141xi32>) outs(%e : tensor<141x7xf64>) {
  ^bb0(%a: i32, %o: f64):
    %i = arith.index_cast %a : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<300x7xf64>
    linalg.yield %v : f64
  } -> tensor<141x7xf64>
  return %r : tensor<141x7xf64>
}
func.func @dynamic(%table: tensor<17x40xi8>, %at: tensor<?xi64>) -> tensor<?x40xi8> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %at, %c0 : tensor<?xi64>
  %e = tensor.empty(%n) : tensor<?x40xi8>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<?xi64>) outs(%e : tensor<?x40xi8>) {
  ^bb0(%a: i64, %o: i8):
    %i = arith.index_cast %a : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<17x40xi8>
    linalg.yield %v : i8
  } -> tensor<?x40xi8>
  return %r : tensor<?x40xi8>
}
func.func @few(%table: tensor<31x264xf32>, %at: tensor<5xi64>) -> tensor<5x264xf32> {
  %e = tensor.empty() : tensor<5x264xf32>
  %r = linalg.generic {indexing_maps = [#row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%at : tensor<5xi64>) outs(%e : tensor<5x264xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = arith.index_cast %a : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<31x264xf32>
    linalg.yield %v : f32
  } -> tensor<5x264xf32>
  return %r : tensor<5x264xf32>
}
