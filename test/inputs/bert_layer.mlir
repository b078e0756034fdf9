// bert_layer (bool, float32)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d1)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, 0, 0, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> ()>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map6 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map7 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map9 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @bert_layer(%arg0: tensor<2x5x32xf32>, %arg1: tensor<2x5xi1>, %arg2: tensor<32x32xf32>, %arg3: tensor<32xf32>, %arg4: tensor<32x32xf32>, %arg5: tensor<32xf32>, %arg6: tensor<32x32xf32>, %arg7: tensor<32xf32>, %arg8: tensor<32x32xf32>, %arg9: tensor<32xf32>, %arg10: tensor<32xf32>, %arg11: tensor<32xf32>, %arg12: tensor<48x32xf32>, %arg13: tensor<48xf32>, %arg14: tensor<32x48xf32>, %arg15: tensor<32xf32>, %arg16: tensor<32xf32>, %arg17: tensor<32xf32>) -> tensor<2x5x32xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %true = arith.constant true
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 0.000000e+00 : f64
    %cst_2 = arith.constant 1.000000e+00 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_5 = arith.constant 9.9999999999999998E-13 : f64
    %cst_6 = arith.constant 0.35355339059327379 : f64
    %cst_7 = arith.constant 3.200000e+01 : f64
    %cst_8 = arith.constant 3.200000e+01 : f32
    %cst_9 = arith.constant 1.41421354 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x5x32xf32> into tensor<10x32xf32>
    %0 = tensor.empty() : tensor<32x32xf32>
    %transposed = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%0 : tensor<32x32xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<10x32xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<10x32xf32>, tensor<32x32xf32>) outs(%2 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %arg3 : tensor<10x32xf32>, tensor<32xf32>) outs(%1 : tensor<10x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<10x32xf32>
    %expanded = tensor.expand_shape %4 [[0, 1], [2, 3]] output_shape [2, 5, 4, 8] : tensor<10x32xf32> into tensor<2x5x4x8xf32>
    %5 = tensor.empty() : tensor<2x4x5x8xf32>
    %transposed_10 = linalg.transpose ins(%expanded : tensor<2x5x4x8xf32>) outs(%5 : tensor<2x4x5x8xf32>) permutation = [0, 2, 1, 3] 
    %transposed_11 = linalg.transpose ins(%arg4 : tensor<32x32xf32>) outs(%0 : tensor<32x32xf32>) permutation = [1, 0] 
    %6 = linalg.matmul ins(%collapsed, %transposed_11 : tensor<10x32xf32>, tensor<32x32xf32>) outs(%2 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %arg5 : tensor<10x32xf32>, tensor<32xf32>) outs(%1 : tensor<10x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<10x32xf32>
    %expanded_12 = tensor.expand_shape %7 [[0, 1], [2, 3]] output_shape [2, 5, 4, 8] : tensor<10x32xf32> into tensor<2x5x4x8xf32>
    %transposed_13 = linalg.transpose ins(%arg6 : tensor<32x32xf32>) outs(%0 : tensor<32x32xf32>) permutation = [1, 0] 
    %8 = linalg.matmul ins(%collapsed, %transposed_13 : tensor<10x32xf32>, tensor<32x32xf32>) outs(%2 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%8, %arg7 : tensor<10x32xf32>, tensor<32xf32>) outs(%1 : tensor<10x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<10x32xf32>
    %expanded_14 = tensor.expand_shape %9 [[0, 1], [2, 3]] output_shape [2, 5, 4, 8] : tensor<10x32xf32> into tensor<2x5x4x8xf32>
    %transposed_15 = linalg.transpose ins(%expanded_14 : tensor<2x5x4x8xf32>) outs(%5 : tensor<2x4x5x8xf32>) permutation = [0, 2, 1, 3] 
    %expanded_16 = tensor.expand_shape %arg1 [[0], [1, 2, 3]] output_shape [2, 1, 1, 5] : tensor<2x5xi1> into tensor<2x1x1x5xi1>
    %10 = tensor.empty() : tensor<2x1x1x5xi1>
    %11 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<2x1x1x5xi1>) outs(%10 : tensor<2x1x1x5xi1>) {
    ^bb0(%in: i1, %out: i1):
      %86 = arith.xori %in, %true : i1
      linalg.yield %86 : i1
    } -> tensor<2x1x1x5xi1>
    %12 = tensor.empty() : tensor<2x4x8x5xf32>
    %transposed_17 = linalg.transpose ins(%expanded_12 : tensor<2x5x4x8xf32>) outs(%12 : tensor<2x4x8x5xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_18 = tensor.collapse_shape %transposed_10 [[0, 1], [2], [3]] : tensor<2x4x5x8xf32> into tensor<8x5x8xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_17 [[0, 1], [2], [3]] : tensor<2x4x8x5xf32> into tensor<8x8x5xf32>
    %13 = tensor.empty() : tensor<8x5x5xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %15 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<8x5x8xf32>, tensor<8x8x5xf32>) outs(%14 : tensor<8x5x5xf32>) -> tensor<8x5x5xf32>
    %expanded_20 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [2, 4, 5, 5] : tensor<8x5x5xf32> into tensor<2x4x5x5xf32>
    %16 = tensor.empty() : tensor<2x4x5x5xf32>
    %17 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_20 : tensor<2x4x5x5xf32>) outs(%16 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_6 : f64 to f32
      %87 = arith.mulf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x4x5x5xf32>
    %18 = linalg.generic {indexing_maps = [#map3, #map4, #map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %cst_4, %17 : tensor<2x1x1x5xi1>, tensor<f32>, tensor<2x4x5x5xf32>) outs(%16 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: i1, %in_35: f32, %in_36: f32, %out: f32):
      %86 = arith.select %in, %in_35, %in_36 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x5x5xf32>
    %19 = tensor.empty() : tensor<2x4x5xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<2x4x5xi64>) -> tensor<2x4x5xi64>
    %21 = tensor.empty() : tensor<2x4x5xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<2x4x5xf32>) -> tensor<2x4x5xf32>
    %23:2 = linalg.generic {indexing_maps = [#map2, #map5, #map5], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<2x4x5x5xf32>) outs(%22, %20 : tensor<2x4x5xf32>, tensor<2x4x5xi64>) {
    ^bb0(%in: f32, %out: f32, %out_35: i64):
      %86 = linalg.index 3 : index
      %87 = arith.index_cast %86 : index to i64
      %88 = arith.maximumf %in, %out : f32
      %89 = arith.cmpf ogt, %in, %out : f32
      %90 = arith.select %89, %87, %out_35 : i64
      linalg.yield %88, %90 : f32, i64
    } -> (tensor<2x4x5xf32>, tensor<2x4x5xi64>)
    %expanded_21 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [2, 4, 5, 1] : tensor<2x4x5xf32> into tensor<2x4x5x1xf32>
    %24 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_21 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%16 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.subf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x5x5xf32>
    %25 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<2x4x5x5xf32>) outs(%16 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.exp %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x5x5xf32>
    %26 = tensor.empty() : tensor<2x4x5x1xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<2x4x5x1xf32>) -> tensor<2x4x5x1xf32>
    %28 = linalg.generic {indexing_maps = [#map2, #map6], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<2x4x5x5xf32>) outs(%27 : tensor<2x4x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x5x1xf32>
    %29 = linalg.generic {indexing_maps = [#map2, #map6, #map2], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %28 : tensor<2x4x5x5xf32>, tensor<2x4x5x1xf32>) outs(%16 : tensor<2x4x5x5xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.divf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x4x5x5xf32>
    %collapsed_22 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
    %collapsed_23 = tensor.collapse_shape %transposed_15 [[0, 1], [2], [3]] : tensor<2x4x5x8xf32> into tensor<8x5x8xf32>
    %30 = tensor.empty() : tensor<8x5x8xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %32 = linalg.batch_matmul ins(%collapsed_22, %collapsed_23 : tensor<8x5x5xf32>, tensor<8x5x8xf32>) outs(%31 : tensor<8x5x8xf32>) -> tensor<8x5x8xf32>
    %expanded_24 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [2, 4, 5, 8] : tensor<8x5x8xf32> into tensor<2x4x5x8xf32>
    %33 = tensor.empty() : tensor<2x5x4x8xf32>
    %transposed_25 = linalg.transpose ins(%expanded_24 : tensor<2x4x5x8xf32>) outs(%33 : tensor<2x5x4x8xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_26 = tensor.collapse_shape %transposed_25 [[0, 1], [2, 3]] : tensor<2x5x4x8xf32> into tensor<10x32xf32>
    %transposed_27 = linalg.transpose ins(%arg8 : tensor<32x32xf32>) outs(%0 : tensor<32x32xf32>) permutation = [1, 0] 
    %34 = linalg.matmul ins(%collapsed_26, %transposed_27 : tensor<10x32xf32>, tensor<32x32xf32>) outs(%2 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%34, %arg9 : tensor<10x32xf32>, tensor<32xf32>) outs(%1 : tensor<10x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<10x32xf32>
    %expanded_28 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [2, 5, 32] : tensor<10x32xf32> into tensor<2x5x32xf32>
    %36 = tensor.empty() : tensor<2x5x32xf32>
    %37 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %expanded_28 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %38 = tensor.empty() : tensor<2x5x32xf64>
    %39 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37 : tensor<2x5x32xf32>) outs(%38 : tensor<2x5x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %86 = arith.extf %in : f32 to f64
      linalg.yield %86 : f64
    } -> tensor<2x5x32xf64>
    %40 = tensor.empty() : tensor<2x5x1xf64>
    %41 = linalg.fill ins(%cst_1 : f64) outs(%40 : tensor<2x5x1xf64>) -> tensor<2x5x1xf64>
    %42 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%39 : tensor<2x5x32xf64>) outs(%41 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %43 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42 : tensor<2x5x1xf64>) outs(%40 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %44 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %43 : tensor<2x5x32xf64>, tensor<2x5x1xf64>) outs(%38 : tensor<2x5x32xf64>) {
    ^bb0(%in: f64, %in_35: f64, %out: f64):
      %86 = arith.subf %in, %in_35 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x32xf64>
    %45 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%44, %44 : tensor<2x5x32xf64>, tensor<2x5x32xf64>) outs(%38 : tensor<2x5x32xf64>) {
    ^bb0(%in: f64, %in_35: f64, %out: f64):
      %86 = arith.mulf %in, %in_35 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x32xf64>
    %46 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%45 : tensor<2x5x32xf64>) outs(%41 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %47 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%46 : tensor<2x5x1xf64>) outs(%40 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %48 = tensor.empty() : tensor<2x5x1xf32>
    %49 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47 : tensor<2x5x1xf64>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %86 = arith.truncf %in : f64 to f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %50 = linalg.fill ins(%cst : f32) outs(%48 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %51 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%37 : tensor<2x5x32xf32>) outs(%50 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %52 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%51 : tensor<2x5x1xf32>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_8 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %53 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%49 : tensor<2x5x1xf32>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_5 : f64 to f32
      %87 = arith.addf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x5x1xf32>
    %54 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%53 : tensor<2x5x1xf32>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.rsqrt %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %55 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%37, %52 : tensor<2x5x32xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.subf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %56 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%55, %54 : tensor<2x5x32xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.mulf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %57 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%56, %arg10 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.mulf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %58 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%57, %arg11 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %collapsed_29 = tensor.collapse_shape %58 [[0, 1], [2]] : tensor<2x5x32xf32> into tensor<10x32xf32>
    %59 = tensor.empty() : tensor<32x48xf32>
    %transposed_30 = linalg.transpose ins(%arg12 : tensor<48x32xf32>) outs(%59 : tensor<32x48xf32>) permutation = [1, 0] 
    %60 = tensor.empty() : tensor<10x48xf32>
    %61 = linalg.fill ins(%cst : f32) outs(%60 : tensor<10x48xf32>) -> tensor<10x48xf32>
    %62 = linalg.matmul ins(%collapsed_29, %transposed_30 : tensor<10x32xf32>, tensor<32x48xf32>) outs(%61 : tensor<10x48xf32>) -> tensor<10x48xf32>
    %63 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%62, %arg13 : tensor<10x48xf32>, tensor<48xf32>) outs(%60 : tensor<10x48xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<10x48xf32>
    %expanded_31 = tensor.expand_shape %63 [[0, 1], [2]] output_shape [2, 5, 48] : tensor<10x48xf32> into tensor<2x5x48xf32>
    %64 = tensor.empty() : tensor<2x5x48xf32>
    %65 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_31 : tensor<2x5x48xf32>) outs(%64 : tensor<2x5x48xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_9 : f32
      %87 = math.erf %86 : f32
      %88 = arith.addf %87, %cst_2 : f32
      %89 = arith.mulf %88, %cst_3 : f32
      %90 = arith.mulf %in, %89 : f32
      linalg.yield %90 : f32
    } -> tensor<2x5x48xf32>
    %collapsed_32 = tensor.collapse_shape %65 [[0, 1], [2]] : tensor<2x5x48xf32> into tensor<10x48xf32>
    %66 = tensor.empty() : tensor<48x32xf32>
    %transposed_33 = linalg.transpose ins(%arg14 : tensor<32x48xf32>) outs(%66 : tensor<48x32xf32>) permutation = [1, 0] 
    %67 = linalg.matmul ins(%collapsed_32, %transposed_33 : tensor<10x48xf32>, tensor<48x32xf32>) outs(%2 : tensor<10x32xf32>) -> tensor<10x32xf32>
    %68 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%67, %arg15 : tensor<10x32xf32>, tensor<32xf32>) outs(%1 : tensor<10x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<10x32xf32>
    %expanded_34 = tensor.expand_shape %68 [[0, 1], [2]] output_shape [2, 5, 32] : tensor<10x32xf32> into tensor<2x5x32xf32>
    %69 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%58, %expanded_34 : tensor<2x5x32xf32>, tensor<2x5x32xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %70 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69 : tensor<2x5x32xf32>) outs(%38 : tensor<2x5x32xf64>) {
    ^bb0(%in: f32, %out: f64):
      %86 = arith.extf %in : f32 to f64
      linalg.yield %86 : f64
    } -> tensor<2x5x32xf64>
    %71 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%70 : tensor<2x5x32xf64>) outs(%41 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %72 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%71 : tensor<2x5x1xf64>) outs(%40 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %73 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%70, %72 : tensor<2x5x32xf64>, tensor<2x5x1xf64>) outs(%38 : tensor<2x5x32xf64>) {
    ^bb0(%in: f64, %in_35: f64, %out: f64):
      %86 = arith.subf %in, %in_35 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x32xf64>
    %74 = linalg.generic {indexing_maps = [#map7, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%73, %73 : tensor<2x5x32xf64>, tensor<2x5x32xf64>) outs(%38 : tensor<2x5x32xf64>) {
    ^bb0(%in: f64, %in_35: f64, %out: f64):
      %86 = arith.mulf %in, %in_35 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x32xf64>
    %75 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%74 : tensor<2x5x32xf64>) outs(%41 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.addf %in, %out : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %76 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%75 : tensor<2x5x1xf64>) outs(%40 : tensor<2x5x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %86 = arith.divf %in, %cst_7 : f64
      linalg.yield %86 : f64
    } -> tensor<2x5x1xf64>
    %77 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%76 : tensor<2x5x1xf64>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %86 = arith.truncf %in : f64 to f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %78 = linalg.generic {indexing_maps = [#map7, #map8], iterator_types = ["parallel", "parallel", "reduction"]} ins(%69 : tensor<2x5x32xf32>) outs(%50 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.addf %in, %out : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %79 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%78 : tensor<2x5x1xf32>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.divf %in, %cst_8 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %80 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%77 : tensor<2x5x1xf32>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = arith.truncf %cst_5 : f64 to f32
      %87 = arith.addf %in, %86 : f32
      linalg.yield %87 : f32
    } -> tensor<2x5x1xf32>
    %81 = linalg.generic {indexing_maps = [#map7, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%80 : tensor<2x5x1xf32>) outs(%48 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %86 = math.rsqrt %in : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x1xf32>
    %82 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%69, %79 : tensor<2x5x32xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.subf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %83 = linalg.generic {indexing_maps = [#map7, #map8, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%82, %81 : tensor<2x5x32xf32>, tensor<2x5x1xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.mulf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %84 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%83, %arg16 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.mulf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    %85 = linalg.generic {indexing_maps = [#map7, #map9, #map7], iterator_types = ["parallel", "parallel", "parallel"]} ins(%84, %arg17 : tensor<2x5x32xf32>, tensor<32xf32>) outs(%36 : tensor<2x5x32xf32>) {
    ^bb0(%in: f32, %in_35: f32, %out: f32):
      %86 = arith.addf %in, %in_35 : f32
      linalg.yield %86 : f32
    } -> tensor<2x5x32xf32>
    return %85 : tensor<2x5x32xf32>
  }
}
