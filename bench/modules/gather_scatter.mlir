// gather_scatter (float32, int64): Rows taken by an index, scaled, and added back to where they came from: a graph layer's messages.
// torch 2.14.1, torch-mlir 20261001
#map = affine_map<(d0, d1) -> (d0)>
#map1 = affine_map<(d0, d1) -> (d0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
module {
  func.func @gather_scatter(%arg0: tensor<65536x128xf32>, %arg1: tensor<262144xi64>, %arg2: tensor<262144xi64>, %arg3: tensor<262144xf32>) -> tensor<65536x128xf32> {
    %cst = arith.constant dense<0.000000e+00> : tensor<65536x128xf32>
    %c0_i64 = arith.constant 0 : i64
    %c65536_i64 = arith.constant 65536 : i64
    %0 = tensor.empty() : tensor<262144x128xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel"]} ins(%arg1 : tensor<262144xi64>) outs(%0 : tensor<262144x128xf32>) {
    ^bb0(%in: i64, %out: f32):
      %4 = arith.cmpi slt, %in, %c0_i64 : i64
      %5 = arith.addi %in, %c65536_i64 : i64
      %6 = arith.select %4, %5, %in : i64
      %7 = arith.index_cast %6 : i64 to index
      %8 = linalg.index 1 : index
      %extracted = tensor.extract %arg0[%7, %8] : tensor<65536x128xf32>
      linalg.yield %extracted : f32
    } -> tensor<262144x128xf32>
    %expanded = tensor.expand_shape %arg3 [[0, 1]] output_shape [262144, 1] : tensor<262144xf32> into tensor<262144x1xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel"]} ins(%1, %expanded : tensor<262144x128xf32>, tensor<262144x1xf32>) outs(%0 : tensor<262144x128xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %4 = arith.mulf %in, %in_2 : f32
      linalg.yield %4 : f32
    } -> tensor<262144x128xf32>
    %expanded_0 = tensor.expand_shape %arg2 [[0, 1]] output_shape [262144, 1] : tensor<262144xi64> into tensor<262144x1xi64>
    %expanded_1 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [262144, 1, 128] : tensor<262144x128xf32> into tensor<262144x1x128xf32>
    %3 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%expanded_1, %expanded_0 : tensor<262144x1x128xf32>, tensor<262144x1xi64>) outs(%cst : tensor<65536x128xf32>) {
    ^bb0(%arg4: f32, %arg5: f32):
      %4 = arith.addf %arg5, %arg4 : f32
      tm_tensor.yield %4 : f32
    } -> tensor<65536x128xf32>
    return %3 : tensor<65536x128xf32>
  }
}
