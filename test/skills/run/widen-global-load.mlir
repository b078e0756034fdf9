// Loads of 16 bytes, where the last access of a row is not full too; rows of 127
// elements lie at no multiple of 16 bytes.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,widen_global_load set-knob=tile_to_grid.cols=2048 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=even --device=sim
// RUN: kopt-gate %s %t.mlir --entry=tail --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// REQUIRES: sim

// CHECK: card @widen_global_load applied at @even_0/load#0
// CHECK: card @widen_global_load applied at @tail_0/load#0
// CHECK: card @widen_global_load applied at @one_row_0/load#0
// CHECK: card @widen_global_load refused at @ragged_0/load#0: G3: rows lie 508 bytes apart, not a multiple of 16

func.func @even(%x: tensor<3x1024xf32>) -> tensor<3x1024xf32> {
  %e = tensor.empty() : tensor<3x1024xf32>
  %r = linalg.negf ins(%x : tensor<3x1024xf32>) outs(%e : tensor<3x1024xf32>) -> tensor<3x1024xf32>
  return %r : tensor<3x1024xf32>
}
func.func @tail(%x: tensor<5x1000xf32>) -> tensor<5x1000xf32> {
  %e = tensor.empty() : tensor<5x1000xf32>
  %r = linalg.negf ins(%x : tensor<5x1000xf32>) outs(%e : tensor<5x1000xf32>) -> tensor<5x1000xf32>
  return %r : tensor<5x1000xf32>
}
func.func @one_row(%x: tensor<1x2016xbf16>) -> tensor<1x2016xbf16> {
  %e = tensor.empty() : tensor<1x2016xbf16>
  %r = linalg.abs ins(%x : tensor<1x2016xbf16>) outs(%e : tensor<1x2016xbf16>) -> tensor<1x2016xbf16>
  return %r : tensor<1x2016xbf16>
}
func.func @ragged(%x: tensor<3x127xf32>) -> tensor<3x127xf32> {
  %e = tensor.empty() : tensor<3x127xf32>
  %r = linalg.negf ins(%x : tensor<3x127xf32>) outs(%e : tensor<3x127xf32>) -> tensor<3x127xf32>
  return %r : tensor<3x127xf32>
}
