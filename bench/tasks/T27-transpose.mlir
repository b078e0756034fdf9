// T27: transpose of a bf16 matrix.
func.func @transpose(%x: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> {
  %e = tensor.empty() : tensor<8192x8192xbf16>
  %r = linalg.transpose ins(%x : tensor<8192x8192xbf16>) outs(%e : tensor<8192x8192xbf16>) permutation = [1, 0]
  return %r : tensor<8192x8192xbf16>
}
