// A row's sum with an accumulator of f16.
module attributes {gpu.container_module} {
  gpu.module @kernels {
    kopt.kernel @sum_0(%x: memref<3x128xf32>, %y: memref<3xf32> {kopt.out}) attributes {grid = affine_map<() -> (3)>} {
      %c0 = arith.constant 0 : index
      %row = kopt.program_id 0
      %t = kopt.load %x[%row, %c0] : memref<3x128xf32> -> tensor<1x128xf32>
      %h = arith.truncf %t : tensor<1x128xf32> to tensor<1x128xf16>
      %s = kopt.reduce(%h) axis 1 identity [0.0 : f16] : (tensor<1x128xf16>) -> tensor<1xf16> {
      ^bb0(%a: f16, %b: f16):
        %r = arith.addf %a, %b : f16
        kopt.yield %r : f16
      }
      %w = arith.extf %s : tensor<1xf16> to tensor<1xf32>
      kopt.store %w, %y[%row] : tensor<1xf32>, memref<3xf32>
      kopt.return
    }
  }
  func.func @sum(%x: tensor<3x128xf32>) -> tensor<3xf32> {
    %e = tensor.empty() : tensor<3xf32>
    %r = kopt.launch @kernels::@sum_0 ins(%x : tensor<3x128xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
    return %r : tensor<3xf32>
  }
}
