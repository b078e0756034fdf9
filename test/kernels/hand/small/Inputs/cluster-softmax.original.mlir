// Softmax of the rows of small tensors.
func.func @two(%x0: tensor<5x1000xf32>) -> (tensor<5x1000xf32>) {
  %e0 = tensor.empty() : tensor<5x1000xf32>
  %s = linalg.softmax dimension(1) ins(%x0 : tensor<5x1000xf32>) outs(%e0 : tensor<5x1000xf32>) -> tensor<5x1000xf32>
  return %s : tensor<5x1000xf32>
}
func.func @four(%x0: tensor<3x3001xf32>) -> (tensor<3x3001xf32>) {
  %e0 = tensor.empty() : tensor<3x3001xf32>
  %s = linalg.softmax dimension(1) ins(%x0 : tensor<3x3001xf32>) outs(%e0 : tensor<3x3001xf32>) -> tensor<3x3001xf32>
  return %s : tensor<3x3001xf32>
}
func.func @eight(%x0: tensor<3x4096xf32>) -> (tensor<3x4096xf32>) {
  %e0 = tensor.empty() : tensor<3x4096xf32>
  %s = linalg.softmax dimension(1) ins(%x0 : tensor<3x4096xf32>) outs(%e0 : tensor<3x4096xf32>) -> tensor<3x4096xf32>
  return %s : tensor<3x4096xf32>
}
func.func @replicated(%x0: tensor<4x96xf32>) -> (tensor<4x96xf32>) {
  %e0 = tensor.empty() : tensor<4x96xf32>
  %s = linalg.softmax dimension(1) ins(%x0 : tensor<4x96xf32>) outs(%e0 : tensor<4x96xf32>) -> tensor<4x96xf32>
  return %s : tensor<4x96xf32>
}
func.func @one_column(%x0: tensor<6x1xf32>) -> (tensor<6x1xf32>) {
  %e0 = tensor.empty() : tensor<6x1xf32>
  %s = linalg.softmax dimension(1) ins(%x0 : tensor<6x1xf32>) outs(%e0 : tensor<6x1xf32>) -> tensor<6x1xf32>
  return %s : tensor<6x1xf32>
}
