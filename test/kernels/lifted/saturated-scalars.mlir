// Scalars that the host converts to integers saturate as those of kernels do, also
// where the integer's range ends beyond the float's or between two floats.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-opt %t.mlir --canonicalize -o %t.canonical.mlir
// RUN: kopt-opt %t.mlir --kopt-lift -o %t.again.mlir
// RUN: diff %t.mlir %t.again.mlir
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:3.7
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:-3.7
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:1e20
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:-1e20
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:2147483648
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:nan
// RUN: kopt-gate %s %t.mlir --entry=word --device=sim --families=normal --arg=1:inf
// RUN: kopt-gate %s %t.mlir --entry=byte --device=sim --families=normal --arg=1:255.9
// RUN: kopt-gate %s %t.mlir --entry=byte --device=sim --families=normal --arg=1:256
// RUN: kopt-gate %s %t.mlir --entry=byte --device=sim --families=normal --arg=1:-0.5
// RUN: kopt-gate %s %t.mlir --entry=byte --device=sim --families=normal --arg=1:-7
// RUN: kopt-gate %s %t.mlir --entry=byte --device=sim --families=normal --arg=1:nan
// RUN: kopt-gate %s %t.mlir --entry=small --device=sim --families=normal --arg=1:300
// RUN: kopt-gate %s %t.mlir --entry=small --device=sim --families=normal --arg=1:-300
// RUN: kopt-gate %s %t.mlir --entry=small --device=sim --families=normal --arg=1:127.5
// RUN: kopt-gate %s %t.mlir --entry=small --device=sim --families=normal --arg=1:-128.9
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim --families=normal --arg=1:1e30
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim --families=normal --arg=1:-1e30
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim --families=normal --arg=1:9223372036854775808
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim --families=normal --arg=1:nan
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim --families=normal --arg=1:inf
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim --families=normal --arg=1:-inf
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim --families=normal --arg=1:65504
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim --families=normal --arg=1:nan
// RUN: kopt-gate %s %t.canonical.mlir --entry=word --device=sim --families=normal --arg=1:1e20
// REQUIRES: sim

#id = affine_map<(d0) -> (d0)>
func.func @word(%x: tensor<4xi32>, %s: f32) -> tensor<4xi32> {
  %k = arith.fptosi %s : f32 to i32
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %v = arith.addi %a, %k : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @byte(%x: tensor<4xi8>, %s: f32) -> tensor<4xi8> {
  %k = arith.fptoui %s : f32 to i8
  %e = tensor.empty() : tensor<4xi8>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi8>) outs(%e : tensor<4xi8>) {
  ^bb0(%a: i8, %b: i8):
    %v = arith.addi %a, %k : i8
    linalg.yield %v : i8
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}
func.func @small(%x: tensor<4xi8>, %s: f64) -> tensor<4xi8> {
  %k = arith.fptosi %s : f64 to i8
  %e = tensor.empty() : tensor<4xi8>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi8>) outs(%e : tensor<4xi8>) {
  ^bb0(%a: i8, %b: i8):
    %v = arith.addi %a, %k : i8
    linalg.yield %v : i8
  } -> tensor<4xi8>
  return %r : tensor<4xi8>
}
func.func @long(%x: tensor<4xi64>, %s: f64) -> tensor<4xi64> {
  %k = arith.fptosi %s : f64 to i64
  %e = tensor.empty() : tensor<4xi64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi64>) outs(%e : tensor<4xi64>) {
  ^bb0(%a: i64, %b: i64):
    %v = arith.addi %a, %k : i64
    linalg.yield %v : i64
  } -> tensor<4xi64>
  return %r : tensor<4xi64>
}
func.func @half(%x: tensor<4xi32>, %s: f16) -> tensor<4xi32> {
  %k = arith.fptosi %s : f16 to i32
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%a: i32, %b: i32):
    %v = arith.addi %a, %k : i32
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
