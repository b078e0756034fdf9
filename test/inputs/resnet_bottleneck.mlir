// resnet_bottleneck (float32): Stride 2, with a projection on the short cut.
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=uniform01 --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d1, 0, 0)>
module {
  func.func @resnet_bottleneck(%arg0: tensor<1x16x7x9xf32>, %arg1: tensor<4x16x1x1xf32>, %arg2: tensor<4xf32>, %arg3: tensor<4xf32>, %arg4: tensor<4xf32>, %arg5: tensor<4xf32>, %arg6: tensor<4x4x3x3xf32>, %arg7: tensor<4xf32>, %arg8: tensor<4xf32>, %arg9: tensor<4xf32>, %arg10: tensor<4xf32>, %arg11: tensor<20x4x1x1xf32>, %arg12: tensor<20xf32>, %arg13: tensor<20xf32>, %arg14: tensor<20xf32>, %arg15: tensor<20xf32>, %arg16: tensor<20x16x1x1xf32>, %arg17: tensor<20xf32>, %arg18: tensor<20xf32>, %arg19: tensor<20xf32>, %arg20: tensor<20xf32>) -> tensor<1x20x4x5xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e-05 : f64
    %0 = tensor.empty() : tensor<1x4x7x9xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<1x4x7x9xf32>) -> tensor<1x4x7x9xf32>
    %2 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%arg0, %arg1 : tensor<1x16x7x9xf32>, tensor<4x16x1x1xf32>) outs(%1 : tensor<1x4x7x9xf32>) -> tensor<1x4x7x9xf32>
    %3 = tensor.empty() : tensor<4xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg3 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_0 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<4xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%4 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.rsqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<4xf32>
    %expanded = tensor.expand_shape %arg2 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %expanded_1 = tensor.expand_shape %5 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %expanded : tensor<1x4x7x9xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<1x4x7x9xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.subf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x7x9xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6, %expanded_1 : tensor<1x4x7x9xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<1x4x7x9xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x7x9xf32>
    %expanded_2 = tensor.expand_shape %arg4 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %expanded_2 : tensor<1x4x7x9xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<1x4x7x9xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x7x9xf32>
    %expanded_3 = tensor.expand_shape %arg5 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%8, %expanded_3 : tensor<1x4x7x9xf32>, tensor<4x1x1xf32>) outs(%0 : tensor<1x4x7x9xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.addf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x7x9xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%9 : tensor<1x4x7x9xf32>) outs(%0 : tensor<1x4x7x9xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ugt, %in, %cst : f32
      %41 = arith.select %40, %in, %cst : f32
      linalg.yield %41 : f32
    } -> tensor<1x4x7x9xf32>
    %padded = tensor.pad %10 low[0, 0, 1, 1] high[0, 0, 1, 1] {
    ^bb0(%arg21: index, %arg22: index, %arg23: index, %arg24: index):
      tensor.yield %cst : f32
    } : tensor<1x4x7x9xf32> to tensor<1x4x9x11xf32>
    %11 = tensor.empty() : tensor<1x4x4x5xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32>
    %13 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%padded, %arg6 : tensor<1x4x9x11xf32>, tensor<4x4x3x3xf32>) outs(%12 : tensor<1x4x4x5xf32>) -> tensor<1x4x4x5xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg8 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_0 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<4xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%14 : tensor<4xf32>) outs(%3 : tensor<4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.rsqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<4xf32>
    %expanded_4 = tensor.expand_shape %arg7 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %expanded_5 = tensor.expand_shape %15 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%13, %expanded_4 : tensor<1x4x4x5xf32>, tensor<4x1x1xf32>) outs(%11 : tensor<1x4x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.subf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x4x5xf32>
    %17 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%16, %expanded_5 : tensor<1x4x4x5xf32>, tensor<4x1x1xf32>) outs(%11 : tensor<1x4x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x4x5xf32>
    %expanded_6 = tensor.expand_shape %arg9 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%17, %expanded_6 : tensor<1x4x4x5xf32>, tensor<4x1x1xf32>) outs(%11 : tensor<1x4x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x4x5xf32>
    %expanded_7 = tensor.expand_shape %arg10 [[0, 1, 2]] output_shape [4, 1, 1] : tensor<4xf32> into tensor<4x1x1xf32>
    %19 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_7 : tensor<1x4x4x5xf32>, tensor<4x1x1xf32>) outs(%11 : tensor<1x4x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.addf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x4x4x5xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%19 : tensor<1x4x4x5xf32>) outs(%11 : tensor<1x4x4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ugt, %in, %cst : f32
      %41 = arith.select %40, %in, %cst : f32
      linalg.yield %41 : f32
    } -> tensor<1x4x4x5xf32>
    %21 = tensor.empty() : tensor<1x20x4x5xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<1x20x4x5xf32>) -> tensor<1x20x4x5xf32>
    %23 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%20, %arg11 : tensor<1x4x4x5xf32>, tensor<20x4x1x1xf32>) outs(%22 : tensor<1x20x4x5xf32>) -> tensor<1x20x4x5xf32>
    %24 = tensor.empty() : tensor<20xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg13 : tensor<20xf32>) outs(%24 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_0 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<20xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%25 : tensor<20xf32>) outs(%24 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.rsqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<20xf32>
    %expanded_8 = tensor.expand_shape %arg12 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %expanded_9 = tensor.expand_shape %26 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%23, %expanded_8 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.subf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %28 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%27, %expanded_9 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %expanded_10 = tensor.expand_shape %arg14 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %29 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%28, %expanded_10 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %expanded_11 = tensor.expand_shape %arg15 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %30 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%29, %expanded_11 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.addf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %31 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%arg0, %arg16 : tensor<1x16x7x9xf32>, tensor<20x16x1x1xf32>) outs(%22 : tensor<1x20x4x5xf32>) -> tensor<1x20x4x5xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%arg18 : tensor<20xf32>) outs(%24 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.truncf %cst_0 : f64 to f32
      %41 = arith.addf %in, %40 : f32
      linalg.yield %41 : f32
    } -> tensor<20xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel"]} ins(%32 : tensor<20xf32>) outs(%24 : tensor<20xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = math.rsqrt %in : f32
      linalg.yield %40 : f32
    } -> tensor<20xf32>
    %expanded_12 = tensor.expand_shape %arg17 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %expanded_13 = tensor.expand_shape %33 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %34 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%31, %expanded_12 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.subf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %35 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%34, %expanded_13 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %expanded_14 = tensor.expand_shape %arg19 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %36 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%35, %expanded_14 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.mulf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %expanded_15 = tensor.expand_shape %arg20 [[0, 1, 2]] output_shape [20, 1, 1] : tensor<20xf32> into tensor<20x1x1xf32>
    %37 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%36, %expanded_15 : tensor<1x20x4x5xf32>, tensor<20x1x1xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.addf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %38 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%30, %37 : tensor<1x20x4x5xf32>, tensor<1x20x4x5xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %in_16: f32, %out: f32):
      %40 = arith.addf %in, %in_16 : f32
      linalg.yield %40 : f32
    } -> tensor<1x20x4x5xf32>
    %39 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38 : tensor<1x20x4x5xf32>) outs(%21 : tensor<1x20x4x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %40 = arith.cmpf ugt, %in, %cst : f32
      %41 = arith.select %40, %in, %cst : f32
      linalg.yield %41 : f32
    } -> tensor<1x20x4x5xf32>
    return %39 : tensor<1x20x4x5xf32>
  }
}
