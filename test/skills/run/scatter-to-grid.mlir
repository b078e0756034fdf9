// Updates from tm_tensor: slices, a window, scalars, maxima of floats; counts. Those whose
// order decides stay expanded.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=private_histogram,scatter_to_grid,tile_by_index set-knob=private_histogram.length=1024 set-knob=scatter_to_grid.cols=32 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=slices --device=sim
// RUN: kopt-gate %s %t.mlir --entry=window --device=sim
// RUN: kopt-gate %s %t.mlir --entry=scalars --device=sim --arg=0:90 --arg=1:90x1 --arg=2:17
// RUN: kopt-gate %s %t.mlir --entry=scalars --device=sim --arg=0:0 --arg=1:0x1 --arg=2:17
// RUN: kopt-gate %s %t.mlir --entry=largest --device=sim
// RUN: kopt-gate %s %t.mlir --entry=counts --device=sim
// RUN: kopt-gate %s %t.mlir --entry=long_counts --device=sim
// REQUIRES: sim

// CHECK-DAG: card @scatter_to_grid applied at @slices_0
// CHECK-DAG: card @scatter_to_grid applied at @window_0
// CHECK-DAG: card @scatter_to_grid applied at @scalars_0
// CHECK-DAG: card @scatter_to_grid applied at @largest_0
// CHECK-DAG: card @private_histogram applied at @counts_0
// CHECK-DAG: card @private_histogram applied at @long_counts_0
// CHECK-DAG: card @private_histogram refused at @slices_0: action: the kernel has no histogram that is added to an argument
// CHECK-DAG: remark: expanded element by element: the order of updates decides about the result's bits
func.func @slices(%u: tensor<23x12xi32>, %i: tensor<23x1xi64>, %x: tensor<11x12xi32>) -> tensor<11x12xi32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<23x12xi32>, tensor<23x1xi64>) outs(%x : tensor<11x12xi32>) {
  ^bb0(%new: i32, %old: i32):
    %s = arith.addi %old, %new : i32
    tm_tensor.yield %s : i32
  } -> tensor<11x12xi32>
  return %r : tensor<11x12xi32>
}
func.func @window(%u: tensor<5x2x3xi32>, %i: tensor<5x2xi32>, %x: tensor<9x40xi32>) -> tensor<9x40xi32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(false) ins(%u, %i : tensor<5x2x3xi32>, tensor<5x2xi32>) outs(%x : tensor<9x40xi32>) {
  ^bb0(%new: i32, %old: i32):
    %s = arith.maxsi %old, %new : i32
    tm_tensor.yield %s : i32
  } -> tensor<9x40xi32>
  return %r : tensor<9x40xi32>
}
func.func @scalars(%u: tensor<?xi64>, %i: tensor<?x1xi32>, %x: tensor<?xi64>) -> tensor<?xi64> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<?xi64>, tensor<?x1xi32>) outs(%x : tensor<?xi64>) {
  ^bb0(%new: i64, %old: i64):
    %s = arith.addi %new, %old : i64
    tm_tensor.yield %s : i64
  } -> tensor<?xi64>
  return %r : tensor<?xi64>
}
func.func @largest(%u: tensor<50xf32>, %i: tensor<50x1xi32>, %x: tensor<7xf32>) -> tensor<7xf32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<50xf32>, tensor<50x1xi32>) outs(%x : tensor<7xf32>) {
  ^bb0(%new: f32, %old: f32):
    %s = arith.maximumf %new, %old : f32
    tm_tensor.yield %s : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
func.func @counts(%x: tensor<5001xi32>) -> tensor<16xi32> {
  %z = arith.constant dense<0> : tensor<16xi32>
  %o = arith.constant dense<1> : tensor<5001xi32>
  %i = tensor.expand_shape %x [[0, 1]] output_shape [5001, 1] : tensor<5001xi32> into tensor<5001x1xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%o, %i : tensor<5001xi32>, tensor<5001x1xi32>) outs(%z : tensor<16xi32>) {
  ^bb0(%new: i32, %old: i32):
    %s = arith.addi %old, %new : i32
    tm_tensor.yield %s : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}
func.func @long_counts(%x: tensor<300xi64>, %z: tensor<7xi64>) -> tensor<7xi64> {
  %o = arith.constant dense<1> : tensor<300xi64>
  %i = tensor.expand_shape %x [[0, 1]] output_shape [300, 1] : tensor<300xi64> into tensor<300x1xi64>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%o, %i : tensor<300xi64>, tensor<300x1xi64>) outs(%z : tensor<7xi64>) {
  ^bb0(%new: i64, %old: i64):
    %s = arith.addi %old, %new : i64
    tm_tensor.yield %s : i64
  } -> tensor<7xi64>
  return %r : tensor<7xi64>
}
func.func @sums(%u: tensor<9xf32>, %i: tensor<9x1xi32>, %x: tensor<7xf32>) -> tensor<7xf32> {
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%u, %i : tensor<9xf32>, tensor<9x1xi32>) outs(%x : tensor<7xf32>) {
  ^bb0(%new: f32, %old: f32):
    %s = arith.addf %new, %old : f32
    tm_tensor.yield %s : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}
