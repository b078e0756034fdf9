// iree_attention (float32): causal attention after IREE's global optimisation
// torch 2.14.1, torch-mlir 20261001, iree-base-compiler 3.13.0; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

func.func @iree_attention(%arg0: tensor<2x7x32xf32>, %arg1: tensor<96x32xf32>, %arg2: tensor<32x32xf32>) -> (tensor<2x7x32xf32>) {
    %c1_i64 = arith.constant 1 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_1 = arith.constant dense<true> : tensor<7x7xi1>
    %cst_2 = arith.constant 0.353553385 : f32
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<2x7x32xf32> into tensor<14x32xf32>
    %6 = tensor.empty() : tensor<14x96xf32>
    %7 = linalg.fill ins(%cst : f32) outs(%6 : tensor<14x96xf32>) -> tensor<14x96xf32>
    %8 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%collapsed, %arg1 : tensor<14x32xf32>, tensor<96x32xf32>) outs(%7 : tensor<14x96xf32>) -> tensor<14x96xf32>
    %expanded = tensor.expand_shape %8 [[0, 1], [2]] output_shape [2, 7, 96] : tensor<14x96xf32> into tensor<2x7x96xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [2, 7, 32] [1, 1, 1] : tensor<2x7x96xf32> to tensor<2x7x32xf32>
    %extracted_slice_3 = tensor.extract_slice %expanded[0, 0, 32] [2, 7, 32] [1, 1, 1] : tensor<2x7x96xf32> to tensor<2x7x32xf32>
    %extracted_slice_4 = tensor.extract_slice %expanded[0, 0, 64] [2, 7, 32] [1, 1, 1] : tensor<2x7x96xf32> to tensor<2x7x32xf32>
    %expanded_5 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [2, 7, 4, 8] : tensor<2x7x32xf32> into tensor<2x7x4x8xf32>
    %9 = tensor.empty() : tensor<2x4x7x8xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_5 : tensor<2x7x4x8xf32>) outs(%9 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x7x8xf32>
    %expanded_6 = tensor.expand_shape %extracted_slice_3 [[0], [1], [2, 3]] output_shape [2, 7, 4, 8] : tensor<2x7x32xf32> into tensor<2x7x4x8xf32>
    %expanded_7 = tensor.expand_shape %extracted_slice_4 [[0], [1], [2, 3]] output_shape [2, 7, 4, 8] : tensor<2x7x32xf32> into tensor<2x7x4x8xf32>
    %11 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_7 : tensor<2x7x4x8xf32>) outs(%9 : tensor<2x4x7x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x7x8xf32>
    %12 = tensor.empty() : tensor<7x7xi1>
    %13 = tensor.empty() : tensor<7xi64>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} outs(%13 : tensor<7xi64>) {
    ^bb0(%out: i64):
      %39 = linalg.index 0 : index
      %40 = arith.index_cast %39 : index to i64
      linalg.yield %40 : i64
    } -> tensor<7xi64>
    %15 = tensor.empty() : tensor<7x7xi64>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14, %14 : tensor<7xi64>, tensor<7xi64>) outs(%15 : tensor<7x7xi64>) {
    ^bb0(%in: i64, %in_16: i64, %out: i64):
      %39 = arith.subi %in, %in_16 : i64
      linalg.yield %39 : i64
    } -> tensor<7x7xi64>
    %17 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<7x7xi64>) outs(%12 : tensor<7x7xi1>) {
    ^bb0(%in: i64, %out: i1):
      %39 = arith.cmpi sge, %in, %c1_i64 : i64
      linalg.yield %39 : i1
    } -> tensor<7x7xi1>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%17, %cst_1 : tensor<7x7xi1>, tensor<7x7xi1>) outs(%12 : tensor<7x7xi1>) {
    ^bb0(%in: i1, %in_16: i1, %out: i1):
      %39 = arith.andi %in, %in_16 : i1
      linalg.yield %39 : i1
    } -> tensor<7x7xi1>
    %19 = tensor.empty() : tensor<2x4x8x7xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_6 : tensor<2x7x4x8xf32>) outs(%19 : tensor<2x4x8x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x4x8x7xf32>
    %collapsed_8 = tensor.collapse_shape %10 [[0, 1], [2], [3]] : tensor<2x4x7x8xf32> into tensor<8x7x8xf32>
    %collapsed_9 = tensor.collapse_shape %20 [[0, 1], [2], [3]] : tensor<2x4x8x7xf32> into tensor<8x8x7xf32>
    %21 = tensor.empty() : tensor<8x7x7xf32>
    %22 = linalg.fill ins(%cst : f32) outs(%21 : tensor<8x7x7xf32>) -> tensor<8x7x7xf32>
    %23 = linalg.batch_matmul ins(%collapsed_8, %collapsed_9 : tensor<8x7x8xf32>, tensor<8x8x7xf32>) outs(%22 : tensor<8x7x7xf32>) -> tensor<8x7x7xf32>
    %expanded_10 = tensor.expand_shape %23 [[0, 1], [2], [3]] output_shape [2, 4, 7, 7] : tensor<8x7x7xf32> into tensor<2x4x7x7xf32>
    %24 = tensor.empty() : tensor<2x4x7x7xf32>
    %25 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_10 : tensor<2x4x7x7xf32>) outs(%24 : tensor<2x4x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %39 = arith.mulf %in, %cst_2 : f32
      linalg.yield %39 : f32
    } -> tensor<2x4x7x7xf32>
    %26 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d2, d3)>, affine_map<(d0, d1, d2, d3) -> ()>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %cst_0, %25 : tensor<7x7xi1>, tensor<f32>, tensor<2x4x7x7xf32>) outs(%24 : tensor<2x4x7x7xf32>) {
    ^bb0(%in: i1, %in_16: f32, %in_17: f32, %out: f32):
      %39 = arith.select %in, %in_16, %in_17 : f32
      linalg.yield %39 : f32
    } -> tensor<2x4x7x7xf32>
    %27 = linalg.softmax dimension(3) ins(%26 : tensor<2x4x7x7xf32>) outs(%24 : tensor<2x4x7x7xf32>) -> tensor<2x4x7x7xf32>
    %collapsed_11 = tensor.collapse_shape %27 [[0, 1], [2], [3]] : tensor<2x4x7x7xf32> into tensor<8x7x7xf32>
    %collapsed_12 = tensor.collapse_shape %11 [[0, 1], [2], [3]] : tensor<2x4x7x8xf32> into tensor<8x7x8xf32>
    %28 = tensor.empty() : tensor<8x7x8xf32>
    %29 = linalg.fill ins(%cst : f32) outs(%28 : tensor<8x7x8xf32>) -> tensor<8x7x8xf32>
    %30 = linalg.batch_matmul ins(%collapsed_11, %collapsed_12 : tensor<8x7x7xf32>, tensor<8x7x8xf32>) outs(%29 : tensor<8x7x8xf32>) -> tensor<8x7x8xf32>
    %expanded_13 = tensor.expand_shape %30 [[0, 1], [2], [3]] output_shape [2, 4, 7, 8] : tensor<8x7x8xf32> into tensor<2x4x7x8xf32>
    %31 = tensor.empty() : tensor<2x7x4x8xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d1, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_13 : tensor<2x4x7x8xf32>) outs(%31 : tensor<2x7x4x8xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<2x7x4x8xf32>
    %collapsed_14 = tensor.collapse_shape %32 [[0, 1], [2, 3]] : tensor<2x7x4x8xf32> into tensor<14x32xf32>
    %33 = tensor.empty() : tensor<14x32xf32>
    %34 = linalg.fill ins(%cst : f32) outs(%33 : tensor<14x32xf32>) -> tensor<14x32xf32>
    %35 = linalg.matmul indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>] ins(%collapsed_14, %arg2 : tensor<14x32xf32>, tensor<32x32xf32>) outs(%34 : tensor<14x32xf32>) -> tensor<14x32xf32>
    %expanded_15 = tensor.expand_shape %35 [[0, 1], [2]] output_shape [2, 7, 32] : tensor<14x32xf32> into tensor<2x7x32xf32>
    return %expanded_15 : tensor<2x7x32xf32>
}
