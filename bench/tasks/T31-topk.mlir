// T31: the 32 largest elements of each row and where they are, as torch-mlir
// writes it: the beginning of a stable sort.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @topk(%x: tensor<2048x16384xf32>) -> (tensor<2048x32xf32>, tensor<2048x32xi64>) {
  %e = tensor.empty() : tensor<2048x16384xi64>
  %i = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<2048x16384xi64>) {
  ^bb0(%out: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    linalg.yield %n : i64
  } -> tensor<2048x16384xi64>
  %s:2 = tm_tensor.sort dimension(1) outs(%x, %i : tensor<2048x16384xf32>, tensor<2048x16384xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2048x16384xf32>, tensor<2048x16384xi64>
  %v = tensor.extract_slice %s#0[0, 0] [2048, 32] [1, 1] : tensor<2048x16384xf32> to tensor<2048x32xf32>
  %w = tensor.extract_slice %s#1[0, 0] [2048, 32] [1, 1] : tensor<2048x16384xi64> to tensor<2048x32xi64>
  return %v, %w : tensor<2048x32xf32>, tensor<2048x32xi64>
}
