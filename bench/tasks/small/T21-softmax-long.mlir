// T21: softmax over long rows, f32.
func.func @softmax(%x: tensor<2x66000xf32>) -> tensor<2x66000xf32> {
  %e = tensor.empty() : tensor<2x66000xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<2x66000xf32>) outs(%e : tensor<2x66000xf32>) -> tensor<2x66000xf32>
  return %s : tensor<2x66000xf32>
}
