// mamba_scan (float32): The selective scan, step after step, with its gate.
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map3 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, d3)>
#map5 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map6 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map7 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @mamba_scan(%arg0: tensor<1x8x24xf32>, %arg1: tensor<1x8x24xf32>, %arg2: tensor<24x5xf32>, %arg3: tensor<1x8x5xf32>, %arg4: tensor<1x8x5xf32>, %arg5: tensor<24xf32>, %arg6: tensor<1x8x24xf32>) -> tensor<1x8x24xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<0.000000e+00> : tensor<1x24x5xf32>
    %cst_2 = arith.constant 2.000000e+01 : f32
    %0 = tensor.empty() : tensor<1x8x24xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.exp %in : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.log1p %in : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %3 = tensor.empty() : tensor<1x8x24xi1>
    %4 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg1 : tensor<1x8x24xf32>) outs(%3 : tensor<1x8x24xi1>) {
    ^bb0(%in: f32, %out: i1):
      %51 = arith.cmpf ogt, %in, %cst_2 : f32
      linalg.yield %51 : i1
    } -> tensor<1x8x24xi1>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%4, %arg1, %2 : tensor<1x8x24xi1>, tensor<1x8x24xf32>, tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: i1, %in_44: f32, %in_45: f32, %out: f32):
      %51 = arith.select %in, %in_44, %in_45 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %expanded = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [1, 8, 24, 1] : tensor<1x8x24xf32> into tensor<1x8x24x1xf32>
    %6 = tensor.empty() : tensor<1x8x24x5xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded, %arg2 : tensor<1x8x24x1xf32>, tensor<24x5xf32>) outs(%6 : tensor<1x8x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24x5xf32>
    %8 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7 : tensor<1x8x24x5xf32>) outs(%6 : tensor<1x8x24x5xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = math.exp %in : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24x5xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5, %arg0 : tensor<1x8x24xf32>, tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %expanded_3 = tensor.expand_shape %9 [[0], [1], [2, 3]] output_shape [1, 8, 24, 1] : tensor<1x8x24xf32> into tensor<1x8x24x1xf32>
    %expanded_4 = tensor.expand_shape %arg3 [[0], [1], [2, 3]] output_shape [1, 8, 1, 5] : tensor<1x8x5xf32> into tensor<1x8x1x5xf32>
    %10 = linalg.generic {indexing_maps = [#map1, #map4, #map3], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_3, %expanded_4 : tensor<1x8x24x1xf32>, tensor<1x8x1x5xf32>) outs(%6 : tensor<1x8x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24x5xf32>
    %extracted_slice = tensor.extract_slice %8[0, 0, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed = tensor.collapse_shape %extracted_slice [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %11 = tensor.empty() : tensor<1x24x5xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed, %cst_1 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_5 = tensor.extract_slice %10[0, 0, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_6 = tensor.collapse_shape %extracted_slice_5 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%12, %collapsed_6 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_7 = tensor.extract_slice %arg4[0, 0, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%13, %extracted_slice_7 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %15 = tensor.empty() : tensor<1x24xf32>
    %16 = linalg.fill ins(%cst : f32) outs(%15 : tensor<1x24xf32>) -> tensor<1x24xf32>
    %17 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%14 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_8 = tensor.extract_slice %8[0, 1, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_9 = tensor.collapse_shape %extracted_slice_8 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9, %13 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_10 = tensor.extract_slice %10[0, 1, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_11 = tensor.collapse_shape %extracted_slice_10 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%18, %collapsed_11 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_12 = tensor.extract_slice %arg4[0, 1, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%19, %extracted_slice_12 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%20 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_13 = tensor.extract_slice %8[0, 2, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_14 = tensor.collapse_shape %extracted_slice_13 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_14, %19 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_15 = tensor.extract_slice %10[0, 2, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_16 = tensor.collapse_shape %extracted_slice_15 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%22, %collapsed_16 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_17 = tensor.extract_slice %arg4[0, 2, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%23, %extracted_slice_17 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%24 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_18 = tensor.extract_slice %8[0, 3, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_19 = tensor.collapse_shape %extracted_slice_18 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_19, %23 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_20 = tensor.extract_slice %10[0, 3, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_21 = tensor.collapse_shape %extracted_slice_20 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%26, %collapsed_21 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_22 = tensor.extract_slice %arg4[0, 3, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%27, %extracted_slice_22 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%28 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_23 = tensor.extract_slice %8[0, 4, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_24 = tensor.collapse_shape %extracted_slice_23 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_24, %27 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_25 = tensor.extract_slice %10[0, 4, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_26 = tensor.collapse_shape %extracted_slice_25 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %31 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%30, %collapsed_26 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_27 = tensor.extract_slice %arg4[0, 4, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %32 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%31, %extracted_slice_27 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%32 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_28 = tensor.extract_slice %8[0, 5, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_29 = tensor.collapse_shape %extracted_slice_28 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_29, %31 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_30 = tensor.extract_slice %10[0, 5, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_31 = tensor.collapse_shape %extracted_slice_30 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %35 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%34, %collapsed_31 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_32 = tensor.extract_slice %arg4[0, 5, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %36 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%35, %extracted_slice_32 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %37 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%36 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_33 = tensor.extract_slice %8[0, 6, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_34 = tensor.collapse_shape %extracted_slice_33 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %38 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_34, %35 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_35 = tensor.extract_slice %10[0, 6, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_36 = tensor.collapse_shape %extracted_slice_35 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %39 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%38, %collapsed_36 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_37 = tensor.extract_slice %arg4[0, 6, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %40 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%39, %extracted_slice_37 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %41 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%40 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %extracted_slice_38 = tensor.extract_slice %8[0, 7, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_39 = tensor.collapse_shape %extracted_slice_38 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %42 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_39, %39 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_40 = tensor.extract_slice %10[0, 7, 0, 0] [1, 1, 24, 5] [1, 1, 1, 1] : tensor<1x8x24x5xf32> to tensor<1x1x24x5xf32>
    %collapsed_41 = tensor.collapse_shape %extracted_slice_40 [[0, 1], [2], [3]] : tensor<1x1x24x5xf32> into tensor<1x24x5xf32>
    %43 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%42, %collapsed_41 : tensor<1x24x5xf32>, tensor<1x24x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %extracted_slice_42 = tensor.extract_slice %arg4[0, 7, 0] [1, 1, 5] [1, 1, 1] : tensor<1x8x5xf32> to tensor<1x1x5xf32>
    %44 = linalg.generic {indexing_maps = [#map, #map5, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%43, %extracted_slice_42 : tensor<1x24x5xf32>, tensor<1x1x5xf32>) outs(%11 : tensor<1x24x5xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x24x5xf32>
    %45 = linalg.generic {indexing_maps = [#map, #map6], iterator_types = ["parallel", "parallel", "reduction"]} ins(%44 : tensor<1x24x5xf32>) outs(%16 : tensor<1x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.addf %in, %out : f32
      linalg.yield %51 : f32
    } -> tensor<1x24xf32>
    %concat = tensor.concat dim(1) %17, %21, %25, %29, %33, %37, %41, %45 : (tensor<1x24xf32>, tensor<1x24xf32>, tensor<1x24xf32>, tensor<1x24xf32>, tensor<1x24xf32>, tensor<1x24xf32>, tensor<1x24xf32>, tensor<1x24xf32>) -> tensor<1x192xf32>
    %expanded_43 = tensor.expand_shape %concat [[0], [1, 2]] output_shape [1, 8, 24] : tensor<1x192xf32> into tensor<1x8x24xf32>
    %46 = linalg.generic {indexing_maps = [#map, #map7, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0, %arg5 : tensor<1x8x24xf32>, tensor<24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %47 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded_43, %46 : tensor<1x8x24xf32>, tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.addf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %48 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6 : tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %51 = arith.negf %in : f32
      %52 = math.exp %51 : f32
      %53 = arith.addf %52, %cst_0 : f32
      %54 = arith.divf %cst_0, %53 : f32
      linalg.yield %54 : f32
    } -> tensor<1x8x24xf32>
    %49 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg6, %48 : tensor<1x8x24xf32>, tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    %50 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%47, %49 : tensor<1x8x24xf32>, tensor<1x8x24xf32>) outs(%0 : tensor<1x8x24xf32>) {
    ^bb0(%in: f32, %in_44: f32, %out: f32):
      %51 = arith.mulf %in, %in_44 : f32
      linalg.yield %51 : f32
    } -> tensor<1x8x24xf32>
    return %50 : tensor<1x8x24xf32>
  }
}
