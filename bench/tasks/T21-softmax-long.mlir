// T21: softmax over long rows, f32.
func.func @softmax(%x: tensor<2048x131072xf32>) -> tensor<2048x131072xf32> {
  %e = tensor.empty() : tensor<2048x131072xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<2048x131072xf32>) outs(%e : tensor<2048x131072xf32>) -> tensor<2048x131072xf32>
  return %s : tensor<2048x131072xf32>
}
