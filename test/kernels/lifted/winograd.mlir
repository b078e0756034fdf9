// Winograd transforms of all three sizes, of two tiles each way and of one
// dimension. The result is added to what is there.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=filter --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=input --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=output --device=sim --families=normal,small_integers
// RUN: kopt-opt %s --kopt-lift -o /dev/null 2>&1 | FileCheck %s --allow-empty
// REQUIRES: sim

// CHECK-NOT: not lifted

func.func @filter(%x: tensor<2x3x3x3xf32>, %y: tensor<2x5x5x3xf32>, %z: tensor<2x3x1x3xf32>)
    -> (tensor<4x4x3x2xf32>, tensor<6x6x3x2xf32>, tensor<6x6x3x2xf32>, tensor<6x1x3x2xf32>) {
  %e = tensor.empty() : tensor<4x4x3x2xf32>
  %f = tensor.empty() : tensor<6x6x3x2xf32>
  %g = tensor.empty() : tensor<6x1x3x2xf32>
  %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%x : tensor<2x3x3x3xf32>) outs(%e : tensor<4x4x3x2xf32>) -> tensor<4x4x3x2xf32>
  %1 = linalg.winograd_filter_transform fmr(F_4_3) ins(%x : tensor<2x3x3x3xf32>) outs(%f : tensor<6x6x3x2xf32>) -> tensor<6x6x3x2xf32>
  %2 = linalg.winograd_filter_transform fmr(F_2_5) ins(%y : tensor<2x5x5x3xf32>) outs(%f : tensor<6x6x3x2xf32>) -> tensor<6x6x3x2xf32>
  %3 = linalg.winograd_filter_transform fmr(F_4_3) ins(%z : tensor<2x3x1x3xf32>) outs(%g : tensor<6x1x3x2xf32>) -> tensor<6x1x3x2xf32>
  return %0, %1, %2, %3 : tensor<4x4x3x2xf32>, tensor<6x6x3x2xf32>, tensor<6x6x3x2xf32>, tensor<6x1x3x2xf32>
}
func.func @input(%x: tensor<2x6x8x3xf32>, %y: tensor<2x10x6x3xf32>, %z: tensor<2x10x1x3xf32>)
    -> (tensor<4x4x2x3x2x3xf32>, tensor<6x6x2x1x2x3xf32>, tensor<6x6x1x2x2x3xf32>, tensor<6x1x2x1x2x3xf32>) {
  %e = tensor.empty() : tensor<4x4x2x3x2x3xf32>
  %f = tensor.empty() : tensor<6x6x2x1x2x3xf32>
  %g = tensor.empty() : tensor<6x6x1x2x2x3xf32>
  %h = tensor.empty() : tensor<6x1x2x1x2x3xf32>
  %0 = linalg.winograd_input_transform fmr(F_2_3) ins(%x : tensor<2x6x8x3xf32>) outs(%e : tensor<4x4x2x3x2x3xf32>) -> tensor<4x4x2x3x2x3xf32>
  %1 = linalg.winograd_input_transform fmr(F_4_3) ins(%y : tensor<2x10x6x3xf32>) outs(%f : tensor<6x6x2x1x2x3xf32>) -> tensor<6x6x2x1x2x3xf32>
  %2 = linalg.winograd_input_transform fmr(F_2_5) ins(%x : tensor<2x6x8x3xf32>) outs(%g : tensor<6x6x1x2x2x3xf32>) -> tensor<6x6x1x2x2x3xf32>
  %3 = linalg.winograd_input_transform fmr(F_4_3) ins(%z : tensor<2x10x1x3xf32>) outs(%h : tensor<6x1x2x1x2x3xf32>) -> tensor<6x1x2x1x2x3xf32>
  return %0, %1, %2, %3 : tensor<4x4x2x3x2x3xf32>, tensor<6x6x2x1x2x3xf32>, tensor<6x6x1x2x2x3xf32>, tensor<6x1x2x1x2x3xf32>
}
func.func @output(%x: tensor<4x4x2x3x2x3xf32>, %y: tensor<6x6x2x1x2x3xf32>, %z: tensor<6x1x2x1x2x3xf32>,
                  %o: tensor<2x4x6x3xf32>, %p: tensor<2x8x4x3xf32>, %q: tensor<2x8x1x3xf32>)
    -> (tensor<2x4x6x3xf32>, tensor<2x8x4x3xf32>, tensor<2x8x1x3xf32>) {
  %0 = linalg.winograd_output_transform fmr(F_2_3) ins(%x : tensor<4x4x2x3x2x3xf32>) outs(%o : tensor<2x4x6x3xf32>) -> tensor<2x4x6x3xf32>
  %1 = linalg.winograd_output_transform fmr(F_4_3) ins(%y : tensor<6x6x2x1x2x3xf32>) outs(%p : tensor<2x8x4x3xf32>) -> tensor<2x8x4x3xf32>
  %2 = linalg.winograd_output_transform fmr(F_4_3) ins(%z : tensor<6x1x2x1x2x3xf32>) outs(%q : tensor<2x8x1x3xf32>) -> tensor<2x8x1x3xf32>
  return %0, %1, %2 : tensor<2x4x6x3xf32>, tensor<2x8x4x3xf32>, tensor<2x8x1x3xf32>
}
