// rope (float32)
// torch 2.14.1, torch-mlir 20261001
#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map1 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
module {
  func.func @rope(%arg0: tensor<2x32x4096x128xf32>, %arg1: tensor<2x8x4096x128xf32>, %arg2: tensor<4096x128xf32>, %arg3: tensor<4096x128xf32>) -> (tensor<2x32x4096x128xf32>, tensor<2x8x4096x128xf32>) {
    %extracted_slice = tensor.extract_slice %arg0[0, 0, 0, 0] [2, 32, 4096, 64] [1, 1, 1, 1] : tensor<2x32x4096x128xf32> to tensor<2x32x4096x64xf32>
    %extracted_slice_0 = tensor.extract_slice %arg0[0, 0, 0, 64] [2, 32, 4096, 64] [1, 1, 1, 1] : tensor<2x32x4096x128xf32> to tensor<2x32x4096x64xf32>
    %0 = tensor.empty() : tensor<2x32x4096x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg0, %arg2 : tensor<2x32x4096x128xf32>, tensor<4096x128xf32>) outs(%0 : tensor<2x32x4096x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %12 = arith.mulf %in, %in_4 : f32
      linalg.yield %12 : f32
    } -> tensor<2x32x4096x128xf32>
    %2 = tensor.empty() : tensor<2x32x4096x64xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_0 : tensor<2x32x4096x64xf32>) outs(%2 : tensor<2x32x4096x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.negf %in : f32
      linalg.yield %12 : f32
    } -> tensor<2x32x4096x64xf32>
    %concat = tensor.concat dim(3) %3, %extracted_slice : (tensor<2x32x4096x64xf32>, tensor<2x32x4096x64xf32>) -> tensor<2x32x4096x128xf32>
    %4 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat, %arg3 : tensor<2x32x4096x128xf32>, tensor<4096x128xf32>) outs(%0 : tensor<2x32x4096x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %12 = arith.mulf %in, %in_4 : f32
      linalg.yield %12 : f32
    } -> tensor<2x32x4096x128xf32>
    %5 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%1, %4 : tensor<2x32x4096x128xf32>, tensor<2x32x4096x128xf32>) outs(%0 : tensor<2x32x4096x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %12 = arith.addf %in, %in_4 : f32
      linalg.yield %12 : f32
    } -> tensor<2x32x4096x128xf32>
    %extracted_slice_1 = tensor.extract_slice %arg1[0, 0, 0, 0] [2, 8, 4096, 64] [1, 1, 1, 1] : tensor<2x8x4096x128xf32> to tensor<2x8x4096x64xf32>
    %extracted_slice_2 = tensor.extract_slice %arg1[0, 0, 0, 64] [2, 8, 4096, 64] [1, 1, 1, 1] : tensor<2x8x4096x128xf32> to tensor<2x8x4096x64xf32>
    %6 = tensor.empty() : tensor<2x8x4096x128xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg1, %arg2 : tensor<2x8x4096x128xf32>, tensor<4096x128xf32>) outs(%6 : tensor<2x8x4096x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %12 = arith.mulf %in, %in_4 : f32
      linalg.yield %12 : f32
    } -> tensor<2x8x4096x128xf32>
    %8 = tensor.empty() : tensor<2x8x4096x64xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%extracted_slice_2 : tensor<2x8x4096x64xf32>) outs(%8 : tensor<2x8x4096x64xf32>) {
    ^bb0(%in: f32, %out: f32):
      %12 = arith.negf %in : f32
      linalg.yield %12 : f32
    } -> tensor<2x8x4096x64xf32>
    %concat_3 = tensor.concat dim(3) %9, %extracted_slice_1 : (tensor<2x8x4096x64xf32>, tensor<2x8x4096x64xf32>) -> tensor<2x8x4096x128xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%concat_3, %arg3 : tensor<2x8x4096x128xf32>, tensor<4096x128xf32>) outs(%6 : tensor<2x8x4096x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %12 = arith.mulf %in, %in_4 : f32
      linalg.yield %12 : f32
    } -> tensor<2x8x4096x128xf32>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%7, %10 : tensor<2x8x4096x128xf32>, tensor<2x8x4096x128xf32>) outs(%6 : tensor<2x8x4096x128xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %12 = arith.addf %in, %in_4 : f32
      linalg.yield %12 : f32
    } -> tensor<2x8x4096x128xf32>
    return %5, %11 : tensor<2x32x4096x128xf32>, tensor<2x8x4096x128xf32>
  }
}
