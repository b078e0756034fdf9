// T26: argmax over rows. NaN is the largest, the lower index wins among equals.
func.func @argmax(%x: tensor<6x5000xf32>) -> tensor<6xi64> {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i64
  %ev = tensor.empty() : tensor<6xf32>
  %ei = tensor.empty() : tensor<6xi64>
  %fv = linalg.fill ins(%low : f32) outs(%ev : tensor<6xf32>) -> tensor<6xf32>
  %fi = linalg.fill ins(%zero : i64) outs(%ei : tensor<6xi64>) -> tensor<6xi64>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<6x5000xf32>) outs(%fv, %fi : tensor<6xf32>, tensor<6xi64>) {
  ^bb0(%a: f32, %v: f32, %at: i64):
    %j = linalg.index 1 : index
    %ji = arith.index_cast %j : index to i64
    %above = arith.cmpf ugt, %a, %v : f32
    %number = arith.cmpf ord, %v, %v : f32
    %better = arith.andi %above, %number : i1
    %nv = arith.select %better, %a, %v : f32
    %nj = arith.select %better, %ji, %at : i64
    linalg.yield %nv, %nj : f32, i64
  } -> (tensor<6xf32>, tensor<6xi64>)
  return %r#1 : tensor<6xi64>
}
