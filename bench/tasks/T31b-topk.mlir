// T31b: the 8 largest elements of each row and where they are, as torch-mlir
// writes it: the beginning of a stable sort.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @topk8(%x: tensor<64x8192xf32>) -> (tensor<64x8xf32>, tensor<64x8xi64>) {
  %e = tensor.empty() : tensor<64x8192xi64>
  %i = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<64x8192xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<64x8192xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<64x8192xf32>, tensor<64x8192xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<64x8192xf32>, tensor<64x8192xi64>
  %v = tensor.extract_slice %s#0[0, 0] [64, 8] [1, 1] : tensor<64x8192xf32> to tensor<64x8xf32>
  %w = tensor.extract_slice %s#1[0, 0] [64, 8] [1, 1] : tensor<64x8192xi64> to tensor<64x8xi64>
  return %v, %w : tensor<64x8xf32>, tensor<64x8xi64>
}
