// top_k (float32)
// torch 2.14.1, torch-mlir 20261001
#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @top_k(%arg0: tensor<1024x32000xf32>) -> (tensor<1024x5xf32>, tensor<1024x5xi64>) {
    %0 = tensor.empty() : tensor<1024x32000xi64>
    %1 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel"]} outs(%0 : tensor<1024x32000xi64>) {
    ^bb0(%out: i64):
      %3 = linalg.index 1 : index
      %4 = arith.index_cast %3 : index to i64
      linalg.yield %4 : i64
    } -> tensor<1024x32000xi64>
    %2:2 = tm_tensor.sort dimension(1) outs(%arg0, %1 : tensor<1024x32000xf32>, tensor<1024x32000xi64>) {
    ^bb0(%arg1: f32, %arg2: f32, %arg3: i64, %arg4: i64):
      %3 = arith.cmpf oge, %arg1, %arg2 : f32
      tm_tensor.yield %3 : i1
    } -> tensor<1024x32000xf32>, tensor<1024x32000xi64>
    %extracted_slice = tensor.extract_slice %2#0[0, 0] [1024, 5] [1, 1] : tensor<1024x32000xf32> to tensor<1024x5xf32>
    %extracted_slice_0 = tensor.extract_slice %2#1[0, 0] [1024, 5] [1, 1] : tensor<1024x32000xi64> to tensor<1024x5xi64>
    return %extracted_slice, %extracted_slice_0 : tensor<1024x5xf32>, tensor<1024x5xi64>
  }
}
