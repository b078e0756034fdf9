// Approximate functions stay within what the gate allows for arguments of
// moderate size; a kernel without f32 functions is left alone.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,approximate_math explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim --permit=approximates --families=uniform01,normal,infinities,nan_lanes
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim --permit=approximates --families=uniform01,normal,infinities,nan_lanes
// RUN: kopt-gate %s %t.mlir --entry=one_column --device=sim --permit=approximates --families=uniform01,normal,infinities,nan_lanes
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim --permit=approximates --families=uniform01,normal,infinities,nan_lanes
// REQUIRES: sim

// CHECK: card @approximate_math applied at @ragged_0
// CHECK: card @approximate_math applied at @one_row_0
// CHECK: card @approximate_math applied at @one_column_0
// CHECK: card @approximate_math refused at @half_0: action: no f32 function with a fast expansion

func.func @ragged(%x: tensor<33x127xf32>) -> tensor<33x127xf32> {
  %e = tensor.empty() : tensor<33x127xf32>
  %r = linalg.exp ins(%x : tensor<33x127xf32>) outs(%e : tensor<33x127xf32>) -> tensor<33x127xf32>
  return %r : tensor<33x127xf32>
}
func.func @one_row(%x: tensor<1x77xf32>) -> tensor<1x77xf32> {
  %e = tensor.empty() : tensor<1x77xf32>
  %r = linalg.tanh ins(%x : tensor<1x77xf32>) outs(%e : tensor<1x77xf32>) -> tensor<1x77xf32>
  return %r : tensor<1x77xf32>
}
func.func @one_column(%x: tensor<77x1xf32>) -> tensor<77x1xf32> {
  %e = tensor.empty() : tensor<77x1xf32>
  %r = linalg.rsqrt ins(%x : tensor<77x1xf32>) outs(%e : tensor<77x1xf32>) -> tensor<77x1xf32>
  return %r : tensor<77x1xf32>
}
func.func @half(%x: tensor<5x60xf16>) -> tensor<5x60xf16> {
  %e = tensor.empty() : tensor<5x60xf16>
  %r = linalg.abs ins(%x : tensor<5x60xf16>) outs(%e : tensor<5x60xf16>) -> tensor<5x60xf16>
  return %r : tensor<5x60xf16>
}
