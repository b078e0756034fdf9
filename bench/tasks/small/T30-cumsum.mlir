// T30: cumulative sum along rows, f32, as torch-mlir writes it.
func.func @cumsum(%x: tensor<5x200xf32>) -> tensor<5x200xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5x200xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5x200xf32>) -> tensor<5x200xf32>
  %t = tensor.empty() : tensor<5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%t : tensor<5xf32>) -> tensor<5xf32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<5x200xf32>) outs(%f, %z : tensor<5x200xf32>, tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tm_tensor.yield %s : f32
  } -> tensor<5x200xf32>, tensor<5xf32>
  return %r#0 : tensor<5x200xf32>
}
