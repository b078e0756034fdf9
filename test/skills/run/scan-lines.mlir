// Scans from tm_tensor: rows, columns, a middle dimension, of integers, narrow floats,
// from zero on, of lines of one and of several tiles; and those that stay expanded.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=scan_lines,tile_by_index set-knob=scan_lines.length=512 set-knob=scan_lines.width=8 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:3x67
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:2x1300
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:1x512
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:5x1
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:0x7
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=middle --device=sim
// RUN: kopt-gate %s %t.mlir --entry=largest --device=sim
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim
// RUN: kopt-gate %s %t.mlir --entry=exclusive --device=sim
// RUN: kopt-gate %s %t.mlir --entry=line --device=sim
// REQUIRES: sim

// CHECK-DAG: remark: accumulates in f32: the program's accumulator is narrower
// CHECK-DAG: remark: expanded element by element: the combination is not associative with a neutral element
// CHECK-DAG: remark: expanded element by element: an exclusive scan starts from what is not neutral
// CHECK-DAG: remark: expanded element by element: the last combination is a result that is used
// CHECK-DAG: card @scan_lines applied at @rows_0
// CHECK-DAG: card @scan_lines applied at @columns_0
// CHECK-DAG: card @scan_lines applied at @middle_0
// CHECK-DAG: card @scan_lines applied at @largest_0
// CHECK-DAG: card @scan_lines applied at @narrow_0
// CHECK-DAG: card @scan_lines applied at @exclusive_0
// CHECK-DAG: card @scan_lines applied at @line_0
// CHECK-DAG: card @scan_lines refused at @differences_0: action: the kernel has no scan
// CHECK-DAG: card @scan_lines refused at @products_0: action: the kernel has no scan
func.func @rows(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %a = tensor.empty(%m) : tensor<?xf32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<?x?xf32>) outs(%e, %a : tensor<?x?xf32>, tensor<?xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.addf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<?x?xf32>, tensor<?xf32>
  return %r#0 : tensor<?x?xf32>
}
func.func @columns(%x: tensor<37x13xf32>) -> tensor<37x13xf32> {
  %e = tensor.empty() : tensor<37x13xf32>
  %a = tensor.empty() : tensor<13xf32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<37x13xf32>) outs(%e, %a : tensor<37x13xf32>, tensor<13xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.minimumf %v, %s : f32
    tm_tensor.yield %t : f32
  } -> tensor<37x13xf32>, tensor<13xf32>
  return %r#0 : tensor<37x13xf32>
}
func.func @middle(%x: tensor<2x9x11xi32>) -> tensor<2x9x11xi32> {
  %e = tensor.empty() : tensor<2x9x11xi32>
  %a = tensor.empty() : tensor<2x11xi32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x9x11xi32>) outs(%e, %a : tensor<2x9x11xi32>, tensor<2x11xi32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.addi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<2x9x11xi32>, tensor<2x11xi32>
  return %r#0 : tensor<2x9x11xi32>
}
func.func @largest(%x: tensor<3x600xi32>) -> tensor<3x600xi32> {
  %e = tensor.empty() : tensor<3x600xi32>
  %a = tensor.empty() : tensor<3xi32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<3x600xi32>) outs(%e, %a : tensor<3x600xi32>, tensor<3xi32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.maxsi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<3x600xi32>, tensor<3xi32>
  return %r#0 : tensor<3x600xi32>
}
func.func @narrow(%x: tensor<2x600xbf16>) -> tensor<2x600xbf16> {
  %e = tensor.empty() : tensor<2x600xbf16>
  %a = tensor.empty() : tensor<2xbf16>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<2x600xbf16>) outs(%e, %a : tensor<2x600xbf16>, tensor<2xbf16>) {
  ^bb0(%s: bf16, %v: bf16):
    %t = arith.addf %s, %v : bf16
    tm_tensor.yield %t : bf16
  } -> tensor<2x600xbf16>, tensor<2xbf16>
  return %r#0 : tensor<2x600xbf16>
}
func.func @exclusive(%x: tensor<2x600xi32>) -> tensor<2x600xi32> {
  %e = tensor.empty() : tensor<2x600xi32>
  %a = arith.constant dense<0> : tensor<2xi32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(false) ins(%x : tensor<2x600xi32>) outs(%e, %a : tensor<2x600xi32>, tensor<2xi32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.addi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<2x600xi32>, tensor<2xi32>
  return %r#0 : tensor<2x600xi32>
}
func.func @line(%x: tensor<1500xi64>) -> tensor<1500xi64> {
  %e = tensor.empty() : tensor<1500xi64>
  %a = tensor.empty() : tensor<i64>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<1500xi64>) outs(%e, %a : tensor<1500xi64>, tensor<i64>) {
  ^bb0(%s: i64, %v: i64):
    %t = arith.addi %s, %v : i64
    tm_tensor.yield %t : i64
  } -> tensor<1500xi64>, tensor<i64>
  return %r#0 : tensor<1500xi64>
}
func.func @differences(%x: tensor<9xi32>) -> tensor<9xi32> {
  %e = tensor.empty() : tensor<9xi32>
  %a = tensor.empty() : tensor<i32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<9xi32>) outs(%e, %a : tensor<9xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.subi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<9xi32>, tensor<i32>
  return %r#0 : tensor<9xi32>
}
func.func @products(%x: tensor<9xf32>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<9xf32>
  %a = tensor.empty() : tensor<f32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<9xf32>) outs(%e, %a : tensor<9xf32>, tensor<f32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.mulf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<9xf32>, tensor<f32>
  return %r#0 : tensor<9xf32>
}
func.func @from_one(%x: tensor<9xi32>) -> tensor<9xi32> {
  %e = tensor.empty() : tensor<9xi32>
  %a = arith.constant dense<1> : tensor<i32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<9xi32>) outs(%e, %a : tensor<9xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.addi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<9xi32>, tensor<i32>
  return %r#0 : tensor<9xi32>
}
func.func @last(%x: tensor<9xi32>, %a: tensor<i32>) -> tensor<i32> {
  %e = tensor.empty() : tensor<9xi32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<9xi32>) outs(%e, %a : tensor<9xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.addi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<9xi32>, tensor<i32>
  return %r#1 : tensor<i32>
}
