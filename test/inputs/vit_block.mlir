// vit_block (float32): Patches of 4 x 4 of an 8 x 8 image, a class token, positions, one encoder block.
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2) -> (d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (0, d1, d2)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map4 = affine_map<(d0, d1, d2) -> (d2)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @vit_block(%arg0: tensor<2x3x8x8xf32>, %arg1: tensor<24x3x4x4xf32>, %arg2: tensor<24xf32>, %arg3: tensor<1x1x24xf32>, %arg4: tensor<1x5x24xf32>, %arg5: tensor<24xf32>, %arg6: tensor<24xf32>, %arg7: tensor<72x24xf32>, %arg8: tensor<24x24xf32>, %arg9: tensor<24xf32>, %arg10: tensor<24xf32>, %arg11: tensor<40x24xf32>, %arg12: tensor<24x40xf32>) -> tensor<2x5x24xf32> {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 0xFF800000 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 0.35355339059327379 : f64
    %cst_5 = arith.constant 1.000000e-05 : f64
    %cst_6 = arith.constant 2.400000e+01 : f64
    %cst_7 = arith.constant 2.400000e+01 : f32
    %cst_8 = arith.constant 1.41421354 : f32
    %0 = tensor.empty() : tensor<2x24x2x2xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<24xf32>) outs(%0 : tensor<2x24x2x2xf32>) dimensions = [0, 2, 3] 
    %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<4> : vector<2xi64>} ins(%arg0, %arg1 : tensor<2x3x8x8xf32>, tensor<24x3x4x4xf32>) outs(%broadcasted : tensor<2x24x2x2xf32>) -> tensor<2x24x2x2xf32>
    %collapsed = tensor.collapse_shape %1 [[0], [1], [2, 3]] : tensor<2x24x2x2xf32> into tensor<2x24x4xf32>
    %2 = tensor.empty() : tensor<2x4x24xf32>
    %transposed = linalg.transpose ins(%collapsed : tensor<2x24x4xf32>) outs(%2 : tensor<2x4x24xf32>) permutation = [0, 2, 1] 
    %3 = tensor.empty() : tensor<2x1x24xf32>
    %collapsed_9 = tensor.collapse_shape %arg3 [[0, 1], [2]] : tensor<1x1x24xf32> into tensor<1x24xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<1x24xf32>) outs(%3 : tensor<2x1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x1x24xf32>
    %concat = tensor.concat dim(1) %4, %transposed : (tensor<2x1x24xf32>, tensor<2x4x24xf32>) -> tensor<2x5x24xf32>
    %5 = tensor.empty() : tensor<2x5x24xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%concat, %arg4 : tensor<2x5x24xf32>, tensor<1x5x24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.addf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %7 = tensor.empty() : tensor<2x5x24xf64>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x5x24xf32>) outs(%7 : tensor<2x5x24xf64>) {
    ^bb0(%in: f32, %out: f64):
      %84 = arith.extf %in : f32 to f64
      linalg.yield %84 : f64
    } -> tensor<2x5x24xf64>
    %9 = tensor.empty() : tensor<2x5x1xf64>
    %10 = linalg.fill ins(%cst_0 : f64) outs(%9 : tensor<2x5x1xf64>) -> tensor<2x5x1xf64>
    %11 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%8 : tensor<2x5x24xf64>) outs(%10 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.addf %in, %out : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %12 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%11 : tensor<2x5x1xf64>) outs(%9 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.divf %in, %cst_6 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %13 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%8, %12 : tensor<2x5x24xf64>, tensor<2x5x1xf64>) outs(%7 : tensor<2x5x24xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %84 = arith.subf %in, %in_37 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x24xf64>
    %14 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %13 : tensor<2x5x24xf64>, tensor<2x5x24xf64>) outs(%7 : tensor<2x5x24xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %84 = arith.mulf %in, %in_37 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x24xf64>
    %15 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<2x5x24xf64>) outs(%10 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.addf %in, %out : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %16 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%15 : tensor<2x5x1xf64>) outs(%9 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.divf %in, %cst_6 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %17 = tensor.empty() : tensor<2x5x1xf32>
    %18 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%16 : tensor<2x5x1xf64>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %84 = arith.truncf %in : f64 to f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %19 = linalg.fill ins(%cst : f32) outs(%17 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %20 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%6 : tensor<2x5x24xf32>) outs(%19 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %21 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%20 : tensor<2x5x1xf32>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_7 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %22 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18 : tensor<2x5x1xf32>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.truncf %cst_5 : f64 to f32
      %85 = arith.addf %in, %84 : f32
      linalg.yield %85 : f32
    } -> tensor<2x5x1xf32>
    %23 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22 : tensor<2x5x1xf32>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.rsqrt %in : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %24 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %21 : tensor<2x5x24xf32>, tensor<2x5x1xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.subf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %25 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%24, %23 : tensor<2x5x24xf32>, tensor<2x5x1xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.mulf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %26 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%25, %arg5 : tensor<2x5x24xf32>, tensor<24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.mulf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %27 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %arg6 : tensor<2x5x24xf32>, tensor<24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.addf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %28 = tensor.empty() : tensor<24x72xf32>
    %transposed_10 = linalg.transpose ins(%arg7 : tensor<72x24xf32>) outs(%28 : tensor<24x72xf32>) permutation = [1, 0] 
    %collapsed_11 = tensor.collapse_shape %27 [[0, 1], [2]] : tensor<2x5x24xf32> into tensor<10x24xf32>
    %29 = tensor.empty() : tensor<10x72xf32>
    %30 = linalg.fill ins(%cst : f32) outs(%29 : tensor<10x72xf32>) -> tensor<10x72xf32>
    %31 = linalg.matmul ins(%collapsed_11, %transposed_10 : tensor<10x24xf32>, tensor<24x72xf32>) outs(%30 : tensor<10x72xf32>) -> tensor<10x72xf32>
    %expanded = tensor.expand_shape %31 [[0, 1], [2]] output_shape [2, 5, 72] : tensor<10x72xf32> into tensor<2x5x72xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 5, 24] [1, 1, 1] : tensor<2x5x72xf32> to tensor<2x5x24xf32>
    %extracted_slice_12 = tensor.extract_slice %expanded[0, 0, 24] [2, 5, 24] [1, 1, 1] : tensor<2x5x72xf32> to tensor<2x5x24xf32>
    %extracted_slice_13 = tensor.extract_slice %expanded[0, 0, 48] [2, 5, 24] [1, 1, 1] : tensor<2x5x72xf32> to tensor<2x5x24xf32>
    %expanded_14 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 5, 3, 8] : tensor<2x5x24xf32> into tensor<2x5x3x8xf32>
    %32 = tensor.empty() : tensor<2x3x5x8xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<2x5x3x8xf32>) outs(%32 : tensor<2x3x5x8xf32>) permutation = [0, 2, 1, 3] 
    %expanded_16 = tensor.expand_shape %extracted_slice_12 [[0], [1], [2, 3]] output_shape [2, 5, 3, 8] : tensor<2x5x24xf32> into tensor<2x5x3x8xf32>
    %expanded_17 = tensor.expand_shape %extracted_slice_13 [[0], [1], [2, 3]] output_shape [2, 5, 3, 8] : tensor<2x5x24xf32> into tensor<2x5x3x8xf32>
    %transposed_18 = linalg.transpose ins(%expanded_17 : tensor<2x5x3x8xf32>) outs(%32 : tensor<2x3x5x8xf32>) permutation = [0, 2, 1, 3] 
    %33 = tensor.empty() : tensor<2x3x8x5xf32>
    %transposed_19 = linalg.transpose ins(%expanded_16 : tensor<2x5x3x8xf32>) outs(%33 : tensor<2x3x8x5xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_20 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
    %collapsed_21 = tensor.collapse_shape %transposed_19 [[0, 1], [2], [3]] : tensor<2x3x8x5xf32> into tensor<6x8x5xf32>
    %34 = tensor.empty() : tensor<6x5x5xf32>
    %35 = linalg.fill ins(%cst : f32) outs(%34 : tensor<6x5x5xf32>) -> tensor<6x5x5xf32>
    %36 = linalg.batch_matmul ins(%collapsed_20, %collapsed_21 : tensor<6x5x8xf32>, tensor<6x8x5xf32>) outs(%35 : tensor<6x5x5xf32>) -> tensor<6x5x5xf32>
    %expanded_22 = tensor.expand_shape %36 [[0, 1], [2], [3]] output_shape [2, 3, 5, 5] : tensor<6x5x5xf32> into tensor<2x3x5x5xf32>
    %37 = tensor.empty() : tensor<2x3x5x5xf32>
    %38 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_22 : tensor<2x3x5x5xf32>) outs(%37 : tensor<2x3x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.truncf %cst_4 : f64 to f32
      %85 = arith.mulf %in, %84 : f32
      linalg.yield %85 : f32
    } -> tensor<2x3x5x5xf32>
    %39 = tensor.empty() : tensor<2x3x5xi64>
    %40 = linalg.fill ins(%c0_i64 : i64) outs(%39 : tensor<2x3x5xi64>) -> tensor<2x3x5xi64>
    %41 = tensor.empty() : tensor<2x3x5xf32>
    %42 = linalg.fill ins(%cst_1 : f32) outs(%41 : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
    %43:2 = linalg.generic {indexing_maps = [#map5, #map6, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%38 : tensor<2x3x5x5xf32>) outs(%42, %40 : tensor<2x3x5xf32>, tensor<2x3x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_37: i64):
      %84 = linalg.index 3 : index
      %85 = arith.index_cast %84 : index to i64
      %86 = arith.maximumf %in, %out : f32
      %87 = arith.cmpf ogt, %in, %out : f32
      %88 = arith.select %87, %85, %out_37 : i64
      linalg.yield %86, %88 : f32, i64
    } -> (tensor<2x3x5xf32>, tensor<2x3x5xi64>)
    %expanded_23 = tensor.expand_shape %43#0 [[0], [1], [2, 3]] output_shape [2, 3, 5, 1] : tensor<2x3x5xf32> into tensor<2x3x5x1xf32>
    %44 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%38, %expanded_23 : tensor<2x3x5x5xf32>, tensor<2x3x5x1xf32>) outs(%37 : tensor<2x3x5x5xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.subf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x3x5x5xf32>
    %45 = linalg.generic {indexing_maps = [#map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%44 : tensor<2x3x5x5xf32>) outs(%37 : tensor<2x3x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.exp %in : f32
      linalg.yield %84 : f32
    } -> tensor<2x3x5x5xf32>
    %46 = tensor.empty() : tensor<2x3x5x1xf32>
    %47 = linalg.fill ins(%cst : f32) outs(%46 : tensor<2x3x5x1xf32>) -> tensor<2x3x5x1xf32>
    %48 = linalg.generic {indexing_maps = [#map5, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%45 : tensor<2x3x5x5xf32>) outs(%47 : tensor<2x3x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x3x5x1xf32>
    %49 = linalg.generic {indexing_maps = [#map5, #map7, #map5], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%45, %48 : tensor<2x3x5x5xf32>, tensor<2x3x5x1xf32>) outs(%37 : tensor<2x3x5x5xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.divf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x3x5x5xf32>
    %collapsed_24 = tensor.collapse_shape %49 [[0, 1], [2], [3]] : tensor<2x3x5x5xf32> into tensor<6x5x5xf32>
    %collapsed_25 = tensor.collapse_shape %transposed_18 [[0, 1], [2], [3]] : tensor<2x3x5x8xf32> into tensor<6x5x8xf32>
    %50 = tensor.empty() : tensor<6x5x8xf32>
    %51 = linalg.fill ins(%cst : f32) outs(%50 : tensor<6x5x8xf32>) -> tensor<6x5x8xf32>
    %52 = linalg.batch_matmul ins(%collapsed_24, %collapsed_25 : tensor<6x5x5xf32>, tensor<6x5x8xf32>) outs(%51 : tensor<6x5x8xf32>) -> tensor<6x5x8xf32>
    %expanded_26 = tensor.expand_shape %52 [[0, 1], [2], [3]] output_shape [2, 3, 5, 8] : tensor<6x5x8xf32> into tensor<2x3x5x8xf32>
    %53 = tensor.empty() : tensor<2x5x3x8xf32>
    %transposed_27 = linalg.transpose ins(%expanded_26 : tensor<2x3x5x8xf32>) outs(%53 : tensor<2x5x3x8xf32>) permutation = [0, 2, 1, 3] 
    %54 = tensor.empty() : tensor<24x24xf32>
    %transposed_28 = linalg.transpose ins(%arg8 : tensor<24x24xf32>) outs(%54 : tensor<24x24xf32>) permutation = [1, 0] 
    %collapsed_29 = tensor.collapse_shape %transposed_27 [[0, 1], [2, 3]] : tensor<2x5x3x8xf32> into tensor<10x24xf32>
    %55 = tensor.empty() : tensor<10x24xf32>
    %56 = linalg.fill ins(%cst : f32) outs(%55 : tensor<10x24xf32>) -> tensor<10x24xf32>
    %57 = linalg.matmul ins(%collapsed_29, %transposed_28 : tensor<10x24xf32>, tensor<24x24xf32>) outs(%56 : tensor<10x24xf32>) -> tensor<10x24xf32>
    %expanded_30 = tensor.expand_shape %57 [[0, 1], [2]] output_shape [2, 5, 24] : tensor<10x24xf32> into tensor<2x5x24xf32>
    %58 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6, %expanded_30 : tensor<2x5x24xf32>, tensor<2x5x24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.addf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %59 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58 : tensor<2x5x24xf32>) outs(%7 : tensor<2x5x24xf64>) {
    ^bb0(%in: f32, %out: f64):
      %84 = arith.extf %in : f32 to f64
      linalg.yield %84 : f64
    } -> tensor<2x5x24xf64>
    %60 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%59 : tensor<2x5x24xf64>) outs(%10 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.addf %in, %out : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %61 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%60 : tensor<2x5x1xf64>) outs(%9 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.divf %in, %cst_6 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %62 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%59, %61 : tensor<2x5x24xf64>, tensor<2x5x1xf64>) outs(%7 : tensor<2x5x24xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %84 = arith.subf %in, %in_37 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x24xf64>
    %63 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%62, %62 : tensor<2x5x24xf64>, tensor<2x5x24xf64>) outs(%7 : tensor<2x5x24xf64>) {
    ^bb0(%in: f64, %in_37: f64, %out: f64):
      %84 = arith.mulf %in, %in_37 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x24xf64>
    %64 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%63 : tensor<2x5x24xf64>) outs(%10 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.addf %in, %out : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %65 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%64 : tensor<2x5x1xf64>) outs(%9 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %84 = arith.divf %in, %cst_6 : f64
      linalg.yield %84 : f64
    } -> tensor<2x5x1xf64>
    %66 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%65 : tensor<2x5x1xf64>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %84 = arith.truncf %in : f64 to f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %67 = linalg.generic {indexing_maps = [#map1, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%58 : tensor<2x5x24xf32>) outs(%19 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %out : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %68 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%67 : tensor<2x5x1xf32>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_7 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %69 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%66 : tensor<2x5x1xf32>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.truncf %cst_5 : f64 to f32
      %85 = arith.addf %in, %84 : f32
      linalg.yield %85 : f32
    } -> tensor<2x5x1xf32>
    %70 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x5x1xf32>) outs(%17 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.rsqrt %in : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x1xf32>
    %71 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %68 : tensor<2x5x24xf32>, tensor<2x5x1xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.subf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %72 = linalg.generic {indexing_maps = [#map1, #map3, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71, %70 : tensor<2x5x24xf32>, tensor<2x5x1xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.mulf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %73 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%72, %arg9 : tensor<2x5x24xf32>, tensor<24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.mulf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %74 = linalg.generic {indexing_maps = [#map1, #map4, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %arg10 : tensor<2x5x24xf32>, tensor<24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.addf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    %75 = tensor.empty() : tensor<24x40xf32>
    %transposed_31 = linalg.transpose ins(%arg11 : tensor<40x24xf32>) outs(%75 : tensor<24x40xf32>) permutation = [1, 0] 
    %collapsed_32 = tensor.collapse_shape %74 [[0, 1], [2]] : tensor<2x5x24xf32> into tensor<10x24xf32>
    %76 = tensor.empty() : tensor<10x40xf32>
    %77 = linalg.fill ins(%cst : f32) outs(%76 : tensor<10x40xf32>) -> tensor<10x40xf32>
    %78 = linalg.matmul ins(%collapsed_32, %transposed_31 : tensor<10x24xf32>, tensor<24x40xf32>) outs(%77 : tensor<10x40xf32>) -> tensor<10x40xf32>
    %expanded_33 = tensor.expand_shape %78 [[0, 1], [2]] output_shape [2, 5, 40] : tensor<10x40xf32> into tensor<2x5x40xf32>
    %79 = tensor.empty() : tensor<2x5x40xf32>
    %80 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_33 : tensor<2x5x40xf32>) outs(%79 : tensor<2x5x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_8 : f32
      %85 = math.erf %84 : f32
      %86 = arith.addf %85, %cst_2 : f32
      %87 = arith.mulf %86, %cst_3 : f32
      %88 = arith.mulf %in, %87 : f32
      linalg.yield %88 : f32
    } -> tensor<2x5x40xf32>
    %81 = tensor.empty() : tensor<40x24xf32>
    %transposed_34 = linalg.transpose ins(%arg12 : tensor<24x40xf32>) outs(%81 : tensor<40x24xf32>) permutation = [1, 0] 
    %collapsed_35 = tensor.collapse_shape %80 [[0, 1], [2]] : tensor<2x5x40xf32> into tensor<10x40xf32>
    %82 = linalg.matmul ins(%collapsed_35, %transposed_34 : tensor<10x40xf32>, tensor<40x24xf32>) outs(%56 : tensor<10x24xf32>) -> tensor<10x24xf32>
    %expanded_36 = tensor.expand_shape %82 [[0, 1], [2]] output_shape [2, 5, 24] : tensor<10x24xf32> into tensor<2x5x24xf32>
    %83 = linalg.generic {indexing_maps = [#map1, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %expanded_36 : tensor<2x5x24xf32>, tensor<2x5x24xf32>) outs(%5 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_37: f32, %out: f32):
      %84 = arith.addf %in, %in_37 : f32
      linalg.yield %84 : f32
    } -> tensor<2x5x24xf32>
    return %83 : tensor<2x5x24xf32>
  }
}
