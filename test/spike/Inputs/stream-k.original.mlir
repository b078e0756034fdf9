// o = relu(x · wᵀ + bias), bf16 with f32 sums.
#x = affine_map<(m, n, k) -> (m, k)>
#w = affine_map<(m, n, k) -> (n, k)>
#o = affine_map<(m, n, k) -> (m, n)>
#bias = affine_map<(d0, d1) -> (d1)>
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @gemm(%x: tensor<250x160xbf16>, %w: tensor<130x160xbf16>, %bias: tensor<130xf32>) -> tensor<250x130xbf16> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<250x130xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<250x130xf32>) -> tensor<250x130xf32>
  %s = linalg.generic {indexing_maps = [#x, #w, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<250x160xbf16>, tensor<130x160xbf16>) outs(%f : tensor<250x130xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %q = arith.addf %c, %p : f32
    linalg.yield %q : f32
  } -> tensor<250x130xf32>
  %eo = tensor.empty() : tensor<250x130xbf16>
  %r = linalg.generic {indexing_maps = [#id, #bias, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %bias : tensor<250x130xf32>, tensor<130xf32>) outs(%eo : tensor<250x130xbf16>) {
  ^bb0(%a: f32, %b: f32, %out: bf16):
    %u = arith.addf %a, %b : f32
    %v = arith.maximumf %u, %z : f32
    %t = arith.truncf %v : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<250x130xbf16>
  return %r : tensor<250x130xbf16>
}
