// masked_softmax (bool, float32)
// torch 2.14.1, torch-mlir 20261001
#map = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map1 = affine_map<(d0, d1, d2) -> (d0, 0, d2)>
#map2 = affine_map<(d0, d1, d2) -> ()>
#map3 = affine_map<(d0, d1, d2) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
module {
  func.func @masked_softmax(%arg0: tensor<16x1024x2048xf32>, %arg1: tensor<16x2048xi1>) -> tensor<16x1024x2048xf32> {
    %true = arith.constant true
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %expanded = tensor.expand_shape %arg1 [[0], [1, 2]] output_shape [16, 1, 2048] : tensor<16x2048xi1> into tensor<16x1x2048xi1>
    %0 = tensor.empty() : tensor<16x1x2048xi1>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%expanded : tensor<16x1x2048xi1>) outs(%0 : tensor<16x1x2048xi1>) {
    ^bb0(%in: i1, %out: i1):
      %15 = arith.xori %in, %true : i1
      linalg.yield %15 : i1
    } -> tensor<16x1x2048xi1>
    %2 = tensor.empty() : tensor<16x1024x2048xf32>
    %3 = linalg.generic {indexing_maps = [#map1, #map2, #map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %cst_1, %arg0 : tensor<16x1x2048xi1>, tensor<f32>, tensor<16x1024x2048xf32>) outs(%2 : tensor<16x1024x2048xf32>) {
    ^bb0(%in: i1, %in_3: f32, %in_4: f32, %out: f32):
      %15 = arith.select %in, %in_3, %in_4 : f32
      linalg.yield %15 : f32
    } -> tensor<16x1024x2048xf32>
    %4 = tensor.empty() : tensor<16x1024xi64>
    %5 = linalg.fill ins(%c0_i64 : i64) outs(%4 : tensor<16x1024xi64>) -> tensor<16x1024xi64>
    %6 = tensor.empty() : tensor<16x1024xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<16x1024xf32>) -> tensor<16x1024xf32>
    %8:2 = linalg.generic {indexing_maps = [#map, #map3, #map3], iterator_types = ["parallel", "parallel", "reduction"]} ins(%3 : tensor<16x1024x2048xf32>) outs(%7, %5 : tensor<16x1024xf32>, tensor<16x1024xi64>) {
    ^bb0(%in: f32, %out: f32, %out_3: i64):
      %15 = linalg.index 2 : index
      %16 = arith.index_cast %15 : index to i64
      %17 = arith.maximumf %in, %out : f32
      %18 = arith.cmpf ogt, %in, %out : f32
      %19 = arith.select %18, %16, %out_3 : i64
      linalg.yield %17, %19 : f32, i64
    } -> (tensor<16x1024xf32>, tensor<16x1024xi64>)
    %expanded_2 = tensor.expand_shape %8#0 [[0], [1, 2]] output_shape [16, 1024, 1] : tensor<16x1024xf32> into tensor<16x1024x1xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%3, %expanded_2 : tensor<16x1024x2048xf32>, tensor<16x1024x1xf32>) outs(%2 : tensor<16x1024x2048xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.subf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<16x1024x2048xf32>
    %10 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%9 : tensor<16x1024x2048xf32>) outs(%2 : tensor<16x1024x2048xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.exp %in : f32
      linalg.yield %15 : f32
    } -> tensor<16x1024x2048xf32>
    %11 = tensor.empty() : tensor<16x1024x1xf32>
    %12 = linalg.fill ins(%cst_0 : f32) outs(%11 : tensor<16x1024x1xf32>) -> tensor<16x1024x1xf32>
    %13 = linalg.generic {indexing_maps = [#map, #map4], iterator_types = ["parallel", "parallel", "reduction"]} ins(%10 : tensor<16x1024x2048xf32>) outs(%12 : tensor<16x1024x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<16x1024x1xf32>
    %14 = linalg.generic {indexing_maps = [#map, #map4, #map], iterator_types = ["parallel", "parallel", "parallel"]} ins(%10, %13 : tensor<16x1024x2048xf32>, tensor<16x1024x1xf32>) outs(%2 : tensor<16x1024x2048xf32>) {
    ^bb0(%in: f32, %in_3: f32, %out: f32):
      %15 = arith.divf %in, %in_3 : f32
      linalg.yield %15 : f32
    } -> tensor<16x1024x2048xf32>
    return %14 : tensor<16x1024x2048xf32>
  }
}
