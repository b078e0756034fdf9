// pooling_stem (float32)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=uniform01 --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @pooling_stem(%arg0: tensor<1x3x13x13xf32>, %arg1: tensor<6x3x7x7xf32>, %arg2: tensor<6xf32>, %arg3: tensor<6xf32>, %arg4: tensor<6xf32>, %arg5: tensor<6xf32>) -> tensor<1x6x4x4xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e-05 : f64
    %padded = tensor.pad %arg0 low[0, 0, 3, 3] high[0, 0, 3, 3] {
    ^bb0(%arg6: index, %arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst : f32
    } : tensor<1x3x13x13xf32> to tensor<1x3x19x19xf32>
    %0 = tensor.empty() : tensor<1x6x7x7xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x6x7x7xf32>) -> tensor<1x6x7x7xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg1 : tensor<1x3x19x19xf32>, tensor<6x3x7x7xf32>) outs(%1 : tensor<1x6x7x7xf32>) -> tensor<1x6x7x7xf32>
    %3 = tensor.empty() : tensor<6xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<6xf32>) outs(%3 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.truncf %cst_1 : f64 to f32
      %16 = arith.addf %in, %15 : f32
      linalg.yield %16 : f32
    } -> tensor<6xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<6xf32>) outs(%3 : tensor<6xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.rsqrt %in : f32
      linalg.yield %15 : f32
    } -> tensor<6xf32>
    %expanded = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [6, 1, 1] : tensor<6xf32> into tensor<6x1x1xf32>
    %expanded_2 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [6, 1, 1] : tensor<6xf32> into tensor<6x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<1x6x7x7xf32>, tensor<6x1x1xf32>) outs(%0 : tensor<1x6x7x7xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %15 = arith.subf %in, %in_6 : f32
      linalg.yield %15 : f32
    } -> tensor<1x6x7x7xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_2 : tensor<1x6x7x7xf32>, tensor<6x1x1xf32>) outs(%0 : tensor<1x6x7x7xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %15 = arith.mulf %in, %in_6 : f32
      linalg.yield %15 : f32
    } -> tensor<1x6x7x7xf32>
    %expanded_3 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [6, 1, 1] : tensor<6xf32> into tensor<6x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_3 : tensor<1x6x7x7xf32>, tensor<6x1x1xf32>) outs(%0 : tensor<1x6x7x7xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %15 = arith.mulf %in, %in_6 : f32
      linalg.yield %15 : f32
    } -> tensor<1x6x7x7xf32>
    %expanded_4 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [6, 1, 1] : tensor<6xf32> into tensor<6x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_4 : tensor<1x6x7x7xf32>, tensor<6x1x1xf32>) outs(%0 : tensor<1x6x7x7xf32>) {
    ^bb0(%in: f32, %in_6: f32, %out: f32):
      %15 = arith.addf %in, %in_6 : f32
      linalg.yield %15 : f32
    } -> tensor<1x6x7x7xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x6x7x7xf32>) outs(%0 : tensor<1x6x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.cmpf ugt, %in, %cst : f32
      %16 = arith.select %15, %in, %cst : f32
      linalg.yield %16 : f32
    } -> tensor<1x6x7x7xf32>
    %padded_5 = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg6: index, %arg7: index, %arg8: index, %arg9: index):
      tensor.yield %cst_0 : f32
    } : tensor<1x6x7x7xf32> to tensor<1x6x9x9xf32>
    %11 = tensor.empty() : tensor<1x6x4x4xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<1x6x4x4xf32>) -> tensor<1x6x4x4xf32>
    %13 = tensor.empty() : tensor<3x3xf32>
    %14 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded_5, %13 : tensor<1x6x9x9xf32>, tensor<3x3xf32>) outs(%12 : tensor<1x6x4x4xf32>) -> tensor<1x6x4x4xf32>
    return %14 : tensor<1x6x4x4xf32>
  }
}
