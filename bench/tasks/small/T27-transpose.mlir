// T27: transpose of a bf16 matrix.
func.func @transpose(%x: tensor<150x70xbf16>) -> tensor<70x150xbf16> {
  %e = tensor.empty() : tensor<70x150xbf16>
  %r = linalg.transpose ins(%x : tensor<150x70xbf16>) outs(%e : tensor<70x150xbf16>) permutation = [1, 0]
  return %r : tensor<70x150xbf16>
}
