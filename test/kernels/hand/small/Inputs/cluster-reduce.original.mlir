// Reductions of small tensors.
func.func @column_sum(%x: tensor<64x96xf32>) -> tensor<96xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<96xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<96xf32>) -> tensor<96xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<64x96xf32>) outs(%f : tensor<96xf32>) dimensions = [0]
  return %r : tensor<96xf32>
}
func.func @row_sum(%x: tensor<16x512xf32>) -> tensor<16xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %r = linalg.reduce { arith.addf } ins(%x : tensor<16x512xf32>) outs(%f : tensor<16xf32>) dimensions = [1]
  return %r : tensor<16xf32>
}
func.func @row_max_in_steps(%x: tensor<3x2048xf32>) -> tensor<3xf32> {
  %z = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<3x2048xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %r : tensor<3xf32>
}
func.func @argmax(%x: tensor<4x1024xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %most = arith.constant 2147483647 : i32
  %ef = tensor.empty() : tensor<4xf32>
  %ei = tensor.empty() : tensor<4xi32>
  %ff = linalg.fill ins(%low : f32) outs(%ef : tensor<4xf32>) -> tensor<4xf32>
  %fi = linalg.fill ins(%most : i32) outs(%ei : tensor<4xi32>) -> tensor<4xi32>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x1024xf32>) outs(%ff, %fi : tensor<4xf32>, tensor<4xi32>) {
  ^bb0(%v: f32, %best: f32, %at: i32):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i32
    %more = arith.cmpf ogt, %v, %best : f32
    %m = arith.select %more, %v, %best : f32
    %k = arith.select %more, %n, %at : i32
    linalg.yield %m, %k : f32, i32
  } -> (tensor<4xf32>, tensor<4xi32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}
