// moe_router (float32)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @moe_router(%arg0: tensor<11x16xf32>, %arg1: tensor<8x16xf32>) -> (tensor<11x2xf32>, tensor<11x2xi64>) {
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %0 = tensor.empty() : tensor<16x8xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<8x16xf32>) outs(%0 : tensor<16x8xf32>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<11x8xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<11x8xf32>) -> tensor<11x8xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<11x16xf32>, tensor<16x8xf32>) outs(%2 : tensor<11x8xf32>) -> tensor<11x8xf32>
    %4 = tensor.empty() : tensor<11xi64>
    %5 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<11xi64>) -> tensor<11xi64>
    %6 = tensor.empty() : tensor<11xf32>
    %7 = linalg.fill ins(%cst_0 : f32) outs(%6 : tensor<11xf32>) -> tensor<11xf32>
    %8:2 = linalg.generic {indexing_maps = [#map, #map1, #map1], iterator_types = ["parallel", "reduction"]} ins(%3 : tensor<11x8xf32>) outs(%7, %5 : tensor<11xf32>, tensor<11xi64>) {
    ^bb0(%in: f32, %out: f32, %out_2: i64):
      %21 = linalg.index 1 : index
      %22 = arith.index_cast %21 : index to i64
      %23 = arith.maximumf %in, %out : f32
      %24 = arith.cmpf ogt, %in, %out : f32
      %25 = arith.select %24, %22, %out_2 : i64
      linalg.yield %23, %25 : f32, i64
    } -> (tensor<11xf32>, tensor<11xi64>)
    %expanded = tensor.expand_shape %8#0 [[0, 1]] output_shape [11, 1] : tensor<11xf32> into tensor<11x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%3, %expanded : tensor<11x8xf32>, tensor<11x1xf32>) outs(%1 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %21 = arith.subf %in, %in_2 : f32
      linalg.yield %21 : f32
    } -> tensor<11x8xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%9 : tensor<11x8xf32>) outs(%1 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = math.exp %in : f32
      linalg.yield %21 : f32
    } -> tensor<11x8xf32>
    %11 = tensor.empty() : tensor<11x1xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<11x1xf32>) -> tensor<11x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%10 : tensor<11x8xf32>) outs(%12 : tensor<11x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.addf %in, %out : f32
      linalg.yield %21 : f32
    } -> tensor<11x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %13 : tensor<11x8xf32>, tensor<11x1xf32>) outs(%1 : tensor<11x8xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %21 = arith.divf %in, %in_2 : f32
      linalg.yield %21 : f32
    } -> tensor<11x8xf32>
    %15 = tensor.empty() : tensor<11x8xi64>
    %16 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%15 : tensor<11x8xi64>) {
    ^bb0(%out: i64):
      %21 = linalg.index 1 : index
      %22 = arith.index_cast %21 : index to i64
      linalg.yield %22 : i64
    } -> tensor<11x8xi64>
    %17:2 = tm_tensor.sort dimension(1) outs(%14, %16 : tensor<11x8xf32>, tensor<11x8xi64>) {
    ^bb0(%arg2: f32, %arg3: f32, %arg4: i64, %arg5: i64):
      %21 = arith.cmpf oge, %arg2, %arg3 : f32
      tm_tensor.yield %21 : i1
    } -> tensor<11x8xf32>, tensor<11x8xi64>
    %extracted_slice = tensor.extract_slice %17#0[0, 0] [11, 2] [1, 1] : tensor<11x8xf32> to tensor<11x2xf32>
    %extracted_slice_1 = tensor.extract_slice %17#1[0, 0] [11, 2] [1, 1] : tensor<11x8xi64> to tensor<11x2xi64>
    %18 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["parallel", "reduction"]} ins(%extracted_slice : tensor<11x2xf32>) outs(%12 : tensor<11x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %21 = arith.addf %in, %out : f32
      linalg.yield %21 : f32
    } -> tensor<11x1xf32>
    %19 = tensor.empty() : tensor<11x2xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%extracted_slice, %18 : tensor<11x2xf32>, tensor<11x1xf32>) outs(%19 : tensor<11x2xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %21 = arith.divf %in, %in_2 : f32
      linalg.yield %21 : f32
    } -> tensor<11x2xf32>
    return %20, %extracted_slice_1 : tensor<11x2xf32>, tensor<11x2xi64>
  }
}
