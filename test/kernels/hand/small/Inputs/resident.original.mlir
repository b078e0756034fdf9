func.func @softmax(%x: tensor<6x1000xf32>) -> tensor<6x1000xf32> {
  %e = tensor.empty() : tensor<6x1000xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<6x1000xf32>) outs(%e : tensor<6x1000xf32>) -> tensor<6x1000xf32>
  return %r : tensor<6x1000xf32>
}
func.func @copy(%x: tensor<16x64xbf16>) -> (tensor<16x64xbf16>, tensor<64x16xbf16>) {
  %e = tensor.empty() : tensor<64x16xbf16>
  %r = linalg.transpose ins(%x : tensor<16x64xbf16>) outs(%e : tensor<64x16xbf16>) permutation = [1, 0]
  return %x, %r : tensor<16x64xbf16>, tensor<64x16xbf16>
}
