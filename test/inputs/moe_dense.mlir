// moe_dense (float32): Experts evaluated for all tokens and mixed by the router's one-hot weights.
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @moe_dense(%arg0: tensor<7x16xf32>, %arg1: tensor<4x16xf32>, %arg2: tensor<4x16x24xf32>, %arg3: tensor<4x24x16xf32>) -> tensor<7x16xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c0_i64 = arith.constant 0 : i64
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<16x4xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<4x16xf32>) outs(%0 : tensor<16x4xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<7x4xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<7x4xf32>) -> tensor<7x4xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<7x16xf32>, tensor<16x4xf32>) outs(%2 : tensor<7x4xf32>) -> tensor<7x4xf32>
    %4 = tensor.empty() : tensor<7xi64>
    %5 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<7xi64>) -> tensor<7xi64>
    %6 = tensor.empty() : tensor<7xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<7xf32>) -> tensor<7xf32>
    %8:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<7x4xf32>) outs(%7, %5 : tensor<7xf32>, tensor<7xi64>) {
    ^bb0(%in: f32, %out: f32, %out_23: i64):
      %31 = linalg.index 1 : index
      %32 = arith.index_cast %31 : index to i64
      %33 = arith.maximumf %in, %out : f32
      %34 = arith.cmpf ogt, %in, %out : f32
      %35 = arith.select %34, %32, %out_23 : i64
      linalg.yield %33, %35 : f32, i64
    } -> (tensor<7xf32>, tensor<7xi64>)
    %expanded = tensor.expand_shape %8#0 [[0, 1]] output_shape [7, 1] : tensor<7xf32> into tensor<7x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %expanded : tensor<7x4xf32>, tensor<7x1xf32>) outs(%1 : tensor<7x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %31 = arith.subf %in, %in_23 : f32
      linalg.yield %31 : f32
    } -> tensor<7x4xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<7x4xf32>) outs(%1 : tensor<7x4xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = math.exp %in : f32
      linalg.yield %31 : f32
    } -> tensor<7x4xf32>
    %11 = tensor.empty() : tensor<7x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<7x1xf32>) -> tensor<7x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<7x4xf32>) outs(%12 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.addf %in, %out : f32
      linalg.yield %31 : f32
    } -> tensor<7x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %13 : tensor<7x4xf32>, tensor<7x1xf32>) outs(%1 : tensor<7x4xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %31 = arith.divf %in, %in_23 : f32
      linalg.yield %31 : f32
    } -> tensor<7x4xf32>
    %expanded_2 = tensor.expand_shape %arg2 [[0], [1], [2, 3]] output_shape [4, 16, 24, 1] : tensor<4x16x24xf32> into tensor<4x16x24x1xf32>
    %expanded_3 = tensor.expand_shape %arg0 [[0, 1], [2]] output_shape [1, 7, 16] : tensor<7x16xf32> into tensor<1x7x16xf32>
    %15 = tensor.empty() : tensor<16x4x24x1xf32>
    %transposed_4 = linalg.transpose ins(%expanded_2 : tensor<4x16x24x1xf32>) outs(%15 : tensor<16x4x24x1xf32>) permutation = [1, 0, 2, 3] 
    %collapsed = tensor.collapse_shape %transposed_4 [[0], [1, 2, 3]] : tensor<16x4x24x1xf32> into tensor<16x96xf32>
    %expanded_5 = tensor.expand_shape %collapsed [[0, 1], [2]] output_shape [1, 16, 96] : tensor<16x96xf32> into tensor<1x16x96xf32>
    %16 = tensor.empty() : tensor<1x7x96xf32>
    %17 = linalg.fill ins(%cst : f32) outs(%16 : tensor<1x7x96xf32>) -> tensor<1x7x96xf32>
    %18 = linalg.batch_matmul ins(%expanded_3, %expanded_5 : tensor<1x7x16xf32>, tensor<1x16x96xf32>) outs(%17 : tensor<1x7x96xf32>) -> tensor<1x7x96xf32>
    %collapsed_6 = tensor.collapse_shape %18 [[0, 1], [2]] : tensor<1x7x96xf32> into tensor<7x96xf32>
    %expanded_7 = tensor.expand_shape %collapsed_6 [[0], [1, 2, 3]] output_shape [7, 1, 4, 24] : tensor<7x96xf32> into tensor<7x1x4x24xf32>
    %19 = tensor.empty() : tensor<4x7x24x1xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<7x1x4x24xf32>) outs(%19 : tensor<4x7x24x1xf32>) permutation = [2, 0, 3, 1] 
    %collapsed_9 = tensor.collapse_shape %transposed_8 [[0], [1], [2, 3]] : tensor<4x7x24x1xf32> into tensor<4x7x24xf32>
    %20 = tensor.empty() : tensor<4x7x24xf32>
    %21 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9 : tensor<4x7x24xf32>) outs(%20 : tensor<4x7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %31 = arith.negf %in : f32
      %32 = math.exp %31 : f32
      %33 = arith.addf %32, %cst_1 : f32
      %34 = arith.divf %cst_1, %33 : f32
      linalg.yield %34 : f32
    } -> tensor<4x7x24xf32>
    %22 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%collapsed_9, %21 : tensor<4x7x24xf32>, tensor<4x7x24xf32>) outs(%20 : tensor<4x7x24xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %31 = arith.mulf %in, %in_23 : f32
      linalg.yield %31 : f32
    } -> tensor<4x7x24xf32>
    %expanded_10 = tensor.expand_shape %22 [[0], [1], [2, 3]] output_shape [4, 7, 24, 1] : tensor<4x7x24xf32> into tensor<4x7x24x1xf32>
    %23 = tensor.empty() : tensor<7x1x4x24xf32>
    %transposed_11 = linalg.transpose ins(%expanded_10 : tensor<4x7x24x1xf32>) outs(%23 : tensor<7x1x4x24xf32>) permutation = [1, 3, 0, 2] 
    %expanded_12 = tensor.expand_shape %14 [[0], [1, 2, 3]] output_shape [7, 4, 1, 1] : tensor<7x4xf32> into tensor<7x4x1x1xf32>
    %24 = tensor.empty() : tensor<7x1x4x1xf32>
    %transposed_13 = linalg.transpose ins(%expanded_12 : tensor<7x4x1x1xf32>) outs(%24 : tensor<7x1x4x1xf32>) permutation = [0, 2, 1, 3] 
    %25 = linalg.generic {indexing_maps = [#map4, #map5, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%transposed_11, %transposed_13 : tensor<7x1x4x24xf32>, tensor<7x1x4x1xf32>) outs(%23 : tensor<7x1x4x24xf32>) {
    ^bb0(%in: f32, %in_23: f32, %out: f32):
      %31 = arith.mulf %in, %in_23 : f32
      linalg.yield %31 : f32
    } -> tensor<7x1x4x24xf32>
    %26 = tensor.empty() : tensor<7x4x24x1xf32>
    %transposed_14 = linalg.transpose ins(%25 : tensor<7x1x4x24xf32>) outs(%26 : tensor<7x4x24x1xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_15 = tensor.collapse_shape %transposed_14 [[0], [1, 2, 3]] : tensor<7x4x24x1xf32> into tensor<7x96xf32>
    %expanded_16 = tensor.expand_shape %collapsed_15 [[0, 1], [2]] output_shape [1, 7, 96] : tensor<7x96xf32> into tensor<1x7x96xf32>
    %collapsed_17 = tensor.collapse_shape %arg3 [[0, 1], [2]] : tensor<4x24x16xf32> into tensor<96x16xf32>
    %expanded_18 = tensor.expand_shape %collapsed_17 [[0, 1], [2]] output_shape [1, 96, 16] : tensor<96x16xf32> into tensor<1x96x16xf32>
    %27 = tensor.empty() : tensor<1x7x16xf32>
    %28 = linalg.fill ins(%cst : f32) outs(%27 : tensor<1x7x16xf32>) -> tensor<1x7x16xf32>
    %29 = linalg.batch_matmul ins(%expanded_16, %expanded_18 : tensor<1x7x96xf32>, tensor<1x96x16xf32>) outs(%28 : tensor<1x7x16xf32>) -> tensor<1x7x16xf32>
    %collapsed_19 = tensor.collapse_shape %29 [[0, 1], [2]] : tensor<1x7x16xf32> into tensor<7x16xf32>
    %expanded_20 = tensor.expand_shape %collapsed_19 [[0], [1, 2, 3]] output_shape [7, 1, 1, 16] : tensor<7x16xf32> into tensor<7x1x1x16xf32>
    %30 = tensor.empty() : tensor<7x16x1x1xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<7x1x1x16xf32>) outs(%30 : tensor<7x16x1x1xf32>) permutation = [0, 3, 1, 2] 
    %collapsed_22 = tensor.collapse_shape %transposed_21 [[0], [1, 2, 3]] : tensor<7x16x1x1xf32> into tensor<7x16xf32>
    return %collapsed_22 : tensor<7x16xf32>
  }
}
