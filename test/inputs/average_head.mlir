// average_head (float32)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#map3 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @average_head(%arg0: tensor<3x24x7x5xf32>, %arg1: tensor<10x24xf32>, %arg2: tensor<10xf32>) -> tensor<3x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 3.500000e+01 : f32
    %0 = tensor.empty() : tensor<3x24x1x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<3x24x1x1xf32>) -> tensor<3x24x1x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%arg0 : tensor<3x24x7x5xf32>) outs(%1 : tensor<3x24x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.addf %in, %out : f32
      linalg.yield %9 : f32
    } -> tensor<3x24x1x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2 : tensor<3x24x1x1xf32>) outs(%0 : tensor<3x24x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %9 = arith.divf %in, %cst_0 : f32
      linalg.yield %9 : f32
    } -> tensor<3x24x1x1xf32>
    %collapsed = tensor.collapse_shape %3 [[0], [1, 2, 3]] : tensor<3x24x1x1xf32> into tensor<3x24xf32>
    %4 = tensor.empty() : tensor<24x10xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<10x24xf32>) outs(%4 : tensor<24x10xf32>) permutation = [1, 0] 
    %5 = tensor.empty() : tensor<3x10xf32>
    %6 = linalg.fill ins(%cst : f32) outs(%5 : tensor<3x10xf32>) -> tensor<3x10xf32>
    %7 = linalg.matmul ins(%collapsed, %transposed : tensor<3x24xf32>, tensor<24x10xf32>) outs(%6 : tensor<3x10xf32>) -> tensor<3x10xf32>
    %8 = linalg.generic {indexing_maps = [#map2, #map3, #map2], iterator_types = ["parallel", "parallel"]} ins(%7, %arg2 : tensor<3x10xf32>, tensor<10xf32>) outs(%5 : tensor<3x10xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %9 = arith.addf %in, %in_1 : f32
      linalg.yield %9 : f32
    } -> tensor<3x10xf32>
    return %8 : tensor<3x10xf32>
  }
}
