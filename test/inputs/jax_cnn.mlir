// jax_cnn (float32): convolution in NHWC, pooling and a dense layer, from JAX
// jax 0.10.2, iree-base-compiler 3.13.0, results by torch 2.14.1; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

func.func @jax_cnn(%arg0: tensor<2x10x10x3xf32>, %arg1: tensor<3x3x3x8xf32>, %arg2: tensor<8xf32>, %arg3: tensor<32x10xf32>) -> (tensor<2x10xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<2x5x5x8xf32>
    %1 = linalg.fill ins(%cst_0 : f32) outs(%0 : tensor<2x5x5x8xf32>) -> tensor<2x5x5x8xf32>
    %padded = tensor.pad %arg0 low[0, 0, 0, 0] high[0, 1, 1, 0] {
    ^bb0(%arg4: index, %arg5: index, %arg6: index, %arg7: index):
      tensor.yield %cst_0 : f32
    } : tensor<2x10x10x3xf32> to tensor<2x11x11x3xf32>
    %2 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>} ins(%padded, %arg1 : tensor<2x11x11x3xf32>, tensor<3x3x3x8xf32>) outs(%1 : tensor<2x5x5x8xf32>) -> tensor<2x5x5x8xf32>
    %3 = tensor.empty() : tensor<2x5x5x8xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%arg2 : tensor<8xf32>) outs(%3 : tensor<2x5x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x5x5x8xf32>
    %5 = tensor.empty() : tensor<2x5x5x8xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%2, %4 : tensor<2x5x5x8xf32>, tensor<2x5x5x8xf32>) outs(%5 : tensor<2x5x5x8xf32>) {
    ^bb0(%in: f32, %in_1: f32, %out: f32):
      %16 = arith.addf %in, %in_1 : f32
      linalg.yield %16 : f32
    } -> tensor<2x5x5x8xf32>
    %7 = tensor.empty() : tensor<2x5x5x8xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<2x5x5x8xf32>) outs(%7 : tensor<2x5x5x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.maximumf %in, %cst_0 : f32
      linalg.yield %16 : f32
    } -> tensor<2x5x5x8xf32>
    %9 = tensor.empty() : tensor<2x2xf32>
    %10 = tensor.empty() : tensor<2x2x2x8xf32>
    %11 = linalg.fill ins(%cst : f32) outs(%10 : tensor<2x2x2x8xf32>) -> tensor<2x2x2x8xf32>
    %12 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%8, %9 : tensor<2x5x5x8xf32>, tensor<2x2xf32>) outs(%11 : tensor<2x2x2x8xf32>) -> tensor<2x2x2x8xf32>
    %collapsed = tensor.collapse_shape %12 [[0], [1, 2, 3]] : tensor<2x2x2x8xf32> into tensor<2x32xf32>
    %13 = tensor.empty() : tensor<2x10xf32>
    %14 = linalg.fill ins(%cst_0 : f32) outs(%13 : tensor<2x10xf32>) -> tensor<2x10xf32>
    %15 = linalg.matmul ins(%collapsed, %arg3 : tensor<2x32xf32>, tensor<32x10xf32>) outs(%14 : tensor<2x10xf32>) -> tensor<2x10xf32>
    return %15 : tensor<2x10xf32>
}
