// 3 x 3 convolution, NHWC and KRSC, stride 2, padding 1, bf16 with f32 sums.
#x = affine_map<(n, p, q, k, r, s, c) -> (n, p * 2 + r, q * 2 + s, c)>
#f = affine_map<(n, p, q, k, r, s, c) -> (k, r, s, c)>
#o = affine_map<(n, p, q, k, r, s, c) -> (n, p, q, k)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
func.func @conv(%x: tensor<2x9x9x16xbf16>, %f: tensor<32x3x3x16xbf16>) -> tensor<2x5x5x32xbf16> {
  %z = arith.constant 0.0 : f32
  %zb = arith.constant 0.0 : bf16
  %px = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zb : bf16
  } : tensor<2x9x9x16xbf16> to tensor<2x11x11x16xbf16>
  %e = tensor.empty() : tensor<2x5x5x32xf32>
  %i = linalg.fill ins(%z : f32) outs(%e : tensor<2x5x5x32xf32>) -> tensor<2x5x5x32xf32>
  %s = linalg.generic {indexing_maps = [#x, #f, #o], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
      ins(%px, %f : tensor<2x11x11x16xbf16>, tensor<32x3x3x16xbf16>) outs(%i : tensor<2x5x5x32xf32>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<2x5x5x32xf32>
  %eo = tensor.empty() : tensor<2x5x5x32xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s : tensor<2x5x5x32xf32>) outs(%eo : tensor<2x5x5x32xbf16>) {
  ^bb0(%a: f32, %out: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<2x5x5x32xbf16>
  return %r : tensor<2x5x5x32xbf16>
}
