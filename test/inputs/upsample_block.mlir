// upsample_block (float32): A transposed convolution, as a decoder has it.
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
module {
  func.func @upsample_block(%arg0: tensor<1x6x4x5xf32>, %arg1: tensor<6x4x3x3xf32>, %arg2: tensor<4xf32>) -> tensor<1x4x8x10xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %c2 = arith.constant 2 : index
    %0 = tensor.empty() : tensor<4x6x3x3xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<4x6x3x3xf32>) -> tensor<4x6x3x3xf32>
    %2 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} outs(%1 : tensor<4x6x3x3xf32>) {
    ^bb0(%out: f32):
      %8 = linalg.index 0 : index
      %9 = linalg.index 1 : index
      %10 = linalg.index 2 : index
      %11 = linalg.index 3 : index
      %12 = arith.subi %c2, %10 : index
      %13 = arith.subi %c2, %11 : index
      %extracted = tensor.extract %arg1[%9, %8, %12, %13] : tensor<6x4x3x3xf32>
      linalg.yield %extracted : f32
    } -> tensor<4x6x3x3xf32>
    %3 = tensor.empty() : tensor<1x6x10x12xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<1x6x10x12xf32>) -> tensor<1x6x10x12xf32>
    %inserted_slice = tensor.insert_slice %arg0 into %4[0, 0, 1, 1] [1, 6, 4, 5] [1, 1, 2, 2] : tensor<1x6x4x5xf32> into tensor<1x6x10x12xf32>
    %5 = tensor.empty() : tensor<1x4x8x10xf32>
    %broadcasted = linalg.broadcast ins(%arg2 : tensor<4xf32>) outs(%5 : tensor<1x4x8x10xf32>) dimensions = [0, 2, 3] 
    %6 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>} ins(%inserted_slice, %2 : tensor<1x6x10x12xf32>, tensor<4x6x3x3xf32>) outs(%broadcasted : tensor<1x4x8x10xf32>) -> tensor<1x4x8x10xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%6 : tensor<1x4x8x10xf32>) outs(%5 : tensor<1x4x8x10xf32>) {
    ^bb0(%in: f32, %out: f32):
      %8 = arith.cmpf ugt, %in, %cst : f32
      %9 = arith.select %8, %in, %cst : f32
      linalg.yield %9 : f32
    } -> tensor<1x4x8x10xf32>
    return %7 : tensor<1x4x8x10xf32>
  }
}
