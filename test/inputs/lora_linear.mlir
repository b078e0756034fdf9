// lora_linear (float32)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
module {
  func.func @lora_linear(%arg0: tensor<2x7x32xf32>, %arg1: tensor<28x32xf32>, %arg2: tensor<4x32xf32>, %arg3: tensor<28x4xf32>) -> tensor<2x7x28xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %0 = tensor.empty() : tensor<32x28xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<28x32xf32>) outs(%0 : tensor<32x28xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x7x32xf32> into tensor<14x32xf32>
    %1 = tensor.empty() : tensor<14x28xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<14x28xf32>) -> tensor<14x28xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<14x32xf32>, tensor<32x28xf32>) outs(%2 : tensor<14x28xf32>) -> tensor<14x28xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2]] output_shape [2, 7, 28] : tensor<14x28xf32> into tensor<2x7x28xf32>
    %4 = tensor.empty() : tensor<32x4xf32>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<4x32xf32>) outs(%4 : tensor<32x4xf32>) permutation = [1, 0] 
    %5 = tensor.empty() : tensor<14x4xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<14x4xf32>) -> tensor<14x4xf32>
    %7 = linalg.matmul ins(%collapsed, %transposed_1 : tensor<14x32xf32>, tensor<32x4xf32>) outs(%6 : tensor<14x4xf32>) -> tensor<14x4xf32>
    %8 = tensor.empty() : tensor<4x28xf32>
    %transposed_2 = linalg.transpose ins(%arg3 : tensor<28x4xf32>) outs(%8 : tensor<4x28xf32>) permutation = [1, 0] 
    %9 = linalg.matmul ins(%7, %transposed_2 : tensor<14x4xf32>, tensor<4x28xf32>) outs(%2 : tensor<14x28xf32>) -> tensor<14x28xf32>
    %expanded_3 = tensor.expand_shape %9 [[0, 1], [2]] output_shape [2, 7, 28] : tensor<14x28xf32> into tensor<2x7x28xf32>
    %10 = tensor.empty() : tensor<2x7x28xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_3 : tensor<2x7x28xf32>) outs(%10 : tensor<2x7x28xf32>) {
    ^bb0(%in: f32, %out: f32):
      %13 = arith.mulf %in, %cst_0 : f32
      linalg.yield %13 : f32
    } -> tensor<2x7x28xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded, %11 : tensor<2x7x28xf32>, tensor<2x7x28xf32>) outs(%10 : tensor<2x7x28xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %13 = arith.addf %in, %in_4 : f32
      linalg.yield %13 : f32
    } -> tensor<2x7x28xf32>
    return %12 : tensor<2x7x28xf32>
  }
}
