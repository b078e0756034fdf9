// kv_cache (float32): One step of decoding: the new key and value go to their place in the cache.
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @kv_cache(%arg0: tensor<2x3x1x16xf32>, %arg1: tensor<2x3x12x16xf32>, %arg2: tensor<2x3x12x16xf32>, %arg3: tensor<2x3x1x16xf32>, %arg4: tensor<2x3x1x16xf32>) -> (tensor<2x1x48xf32>, tensor<2x3x12x16xf32>, tensor<2x3x12x16xf32>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant 2.500000e-01 : f32
    %inserted_slice = tensor.insert_slice %arg3 into %arg1[0, 0, 11, 0] [2, 3, 1, 16] [1, 1, 1, 1] : tensor<2x3x1x16xf32> into tensor<2x3x12x16xf32>
    %inserted_slice_2 = tensor.insert_slice %arg4 into %arg2[0, 0, 11, 0] [2, 3, 1, 16] [1, 1, 1, 1] : tensor<2x3x1x16xf32> into tensor<2x3x12x16xf32>
    %0 = tensor.empty() : tensor<2x3x16x12xf32>
    %transposed = linalg.transpose ins(%inserted_slice : tensor<2x3x12x16xf32>) outs(%0 : tensor<2x3x16x12xf32>) permutation = [0, 1, 3, 2] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2], [3]] : tensor<2x3x1x16xf32> into tensor<6x1x16xf32>
    %collapsed_3 = tensor.collapse_shape %transposed [[0, 1], [2], [3]] : tensor<2x3x16x12xf32> into tensor<6x16x12xf32>
    %1 = tensor.empty() : tensor<6x1x12xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<6x1x12xf32>) -> tensor<6x1x12xf32>
    %3 = linalg.batch_matmul ins(%collapsed, %collapsed_3 : tensor<6x1x16xf32>, tensor<6x16x12xf32>) outs(%2 : tensor<6x1x12xf32>) -> tensor<6x1x12xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2], [3]] output_shape [2, 3, 1, 12] : tensor<6x1x12xf32> into tensor<2x3x1x12xf32>
    %4 = tensor.empty() : tensor<2x3x1x12xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded : tensor<2x3x1x12xf32>) outs(%4 : tensor<2x3x1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.mulf %in, %cst_1 : f32
      linalg.yield %21 : f32
    } -> tensor<2x3x1x12xf32>
    %6 = tensor.empty() : tensor<2x3x1xi64>
    %7 = linalg.fill ins(%c0_i64 : i64) outs(%6 : tensor<2x3x1xi64>) -> tensor<2x3x1xi64>
    %8 = tensor.empty() : tensor<2x3x1xf32>
    %9 = linalg.fill ins(%cst_0 : f32) outs(%8 : tensor<2x3x1xf32>) -> tensor<2x3x1xf32>
    %10:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%5 : tensor<2x3x1x12xf32>) outs(%9, %7 : tensor<2x3x1xf32>, tensor<2x3x1xi64>) {
    ^bb0(%in: f32, %out: f32, %out_10: i64):
      %21 = linalg.index 3 : index
      %22 = arith.index_cast %21 : index to i64
      %23 = arith.maximumf %in, %out : f32
      %24 = arith.cmpf ogt, %in, %out : f32
      %25 = arith.select %24, %22, %out_10 : i64
      linalg.yield %23, %25 : f32, i64
    } -> (tensor<2x3x1xf32>, tensor<2x3x1xi64>)
    %expanded_4 = tensor.expand_shape %10#0 [[0], [1], [2, 3]] output_shape [2, 3, 1, 1] : tensor<2x3x1xf32> into tensor<2x3x1x1xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%5, %expanded_4 : tensor<2x3x1x12xf32>, tensor<2x3x1x1xf32>) outs(%4 : tensor<2x3x1x12xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %21 = arith.subf %in, %in_10 : f32
      linalg.yield %21 : f32
    } -> tensor<2x3x1x12xf32>
    %12 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11 : tensor<2x3x1x12xf32>) outs(%4 : tensor<2x3x1x12xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = math.exp %in : f32
      linalg.yield %21 : f32
    } -> tensor<2x3x1x12xf32>
    %13 = tensor.empty() : tensor<2x3x1x1xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<2x3x1x1xf32>) -> tensor<2x3x1x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%12 : tensor<2x3x1x12xf32>) outs(%14 : tensor<2x3x1x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.addf %in, %out : f32
      linalg.yield %21 : f32
    } -> tensor<2x3x1x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%12, %15 : tensor<2x3x1x12xf32>, tensor<2x3x1x1xf32>) outs(%4 : tensor<2x3x1x12xf32>) {
    ^bb0(%in: f32, %in_10: f32, %out: f32):
      %21 = arith.divf %in, %in_10 : f32
      linalg.yield %21 : f32
    } -> tensor<2x3x1x12xf32>
    %collapsed_5 = tensor.collapse_shape %16 [[0, 1], [2], [3]] : tensor<2x3x1x12xf32> into tensor<6x1x12xf32>
    %collapsed_6 = tensor.collapse_shape %inserted_slice_2 [[0, 1], [2], [3]] : tensor<2x3x12x16xf32> into tensor<6x12x16xf32>
    %17 = tensor.empty() : tensor<6x1x16xf32>
    %18 = linalg.fill ins(%cst : f32) outs(%17 : tensor<6x1x16xf32>) -> tensor<6x1x16xf32>
    %19 = linalg.batch_matmul ins(%collapsed_5, %collapsed_6 : tensor<6x1x12xf32>, tensor<6x12x16xf32>) outs(%18 : tensor<6x1x16xf32>) -> tensor<6x1x16xf32>
    %expanded_7 = tensor.expand_shape %19 [[0, 1], [2], [3]] output_shape [2, 3, 1, 16] : tensor<6x1x16xf32> into tensor<2x3x1x16xf32>
    %20 = tensor.empty() : tensor<2x1x3x16xf32>
    %transposed_8 = linalg.transpose ins(%expanded_7 : tensor<2x3x1x16xf32>) outs(%20 : tensor<2x1x3x16xf32>) permutation = [0, 2, 1, 3] 
    %collapsed_9 = tensor.collapse_shape %transposed_8 [[0], [1], [2, 3]] : tensor<2x1x3x16xf32> into tensor<2x1x48xf32>
    return %collapsed_9, %inserted_slice, %inserted_slice_2 : tensor<2x1x48xf32>, tensor<2x3x12x16xf32>, tensor<2x3x12x16xf32>
  }
}
