// cumsum (float32)
// torch 2.14.1, torch-mlir 20261001
module {
  func.func @cumsum(%arg0: tensor<4096x8192xf32>) -> tensor<4096x8192xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<4096x8192xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4096x8192xf32>) -> tensor<4096x8192xf32>
    %2 = tensor.empty() : tensor<4096xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<4096xf32>) -> tensor<4096xf32>
    %4:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%arg0 : tensor<4096x8192xf32>) outs(%1, %3 : tensor<4096x8192xf32>, tensor<4096xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %5 = arith.addf %arg1, %arg2 : f32
      tm_tensor.yield %5 : f32
    } -> tensor<4096x8192xf32>, tensor<4096xf32>
    return %4#0 : tensor<4096x8192xf32>
  }
}
