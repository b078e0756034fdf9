// A module whose batch only a launch knows: test/inputs/attention.mlir, edited by
// hand to what torch-mlir prints for a dynamic batch (extents by tensor.dim,
// products of them, an assertion).
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --families=small_integers --shapes=asked --arg=0:2x7x32
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --device=sim --families=normal --shapes=asked --arg=0:3x7x32
// RUN: kopt-gate %s %t.fast.mlir --device=sim --families=normal --shapes=asked --arg=0:1x7x32
// RUN: kopt-gate %s %t.fast.mlir --device=sim --families=normal --shapes=asked --arg=0:0x7x32
// REQUIRES: sim

#map = affine_map<(d0) -> (d0)>
#map1 = affine_map<(d0, d1) -> (0, d1)>
#map2 = affine_map<(d0, d1) -> (d0, 0)>
#map3 = affine_map<(d0, d1) -> (d0, d1)>
#map4 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#map5 = affine_map<(d0, d1, d2, d3) -> (d2, d3)>
#map6 = affine_map<(d0, d1, d2, d3) -> ()>
#map7 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#map8 = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, 0)>
module {
  func.func @attention(%arg0: tensor<?x7x32xf32>, %arg1: tensor<96x32xf32>, %arg2: tensor<32x32xf32>) -> tensor<?x7x32xf32> {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c7 = arith.constant 7 : index
    %dim = tensor.dim %arg0, %c0 : tensor<?x7x32xf32>
    %dim14 = arith.muli %dim, %c7 : index
    %dim8 = arith.muli %dim, %c4 : index
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0xFF800000 : f32
    %cst_1 = arith.constant dense<0xFF800000> : tensor<f32>
    %cst_2 = arith.constant dense<true> : tensor<7x7xi1>
    %cst_3 = arith.constant 0.35355339059327379 : f64
    %0 = tensor.empty() : tensor<32x96xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<96x32xf32>) outs(%0 : tensor<32x96xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %arg0 [[0, 1], [2]] : tensor<?x7x32xf32> into tensor<?x32xf32>
    %1 = tensor.empty(%dim14) : tensor<?x96xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %3 = linalg.matmul ins(%collapsed, %transposed : tensor<?x32xf32>, tensor<32x96xf32>) outs(%2 : tensor<?x96xf32>) -> tensor<?x96xf32>
    %expanded = tensor.expand_shape %3 [[0, 1], [2]] output_shape [%dim, 7, 96] : tensor<?x96xf32> into tensor<?x7x96xf32>
    %extracted_slice = tensor.extract_slice %expanded[0, 0, 0] [%dim, 7, 32] [1, 1, 1] : tensor<?x7x96xf32> to tensor<?x7x32xf32>
    %extracted_slice_4 = tensor.extract_slice %expanded[0, 0, 32] [%dim, 7, 32] [1, 1, 1] : tensor<?x7x96xf32> to tensor<?x7x32xf32>
    %extracted_slice_5 = tensor.extract_slice %expanded[0, 0, 64] [%dim, 7, 32] [1, 1, 1] : tensor<?x7x96xf32> to tensor<?x7x32xf32>
    %expanded_6 = tensor.expand_shape %extracted_slice [[0], [1], [2, 3]] output_shape [%dim, 7, 4, 8] : tensor<?x7x32xf32> into tensor<?x7x4x8xf32>
    %4 = tensor.empty(%dim) : tensor<?x4x7x8xf32>
    %transposed_7 = linalg.transpose ins(%expanded_6 : tensor<?x7x4x8xf32>) outs(%4 : tensor<?x4x7x8xf32>) permutation = [0, 2, 1, 3] 
    %expanded_8 = tensor.expand_shape %extracted_slice_4 [[0], [1], [2, 3]] output_shape [%dim, 7, 4, 8] : tensor<?x7x32xf32> into tensor<?x7x4x8xf32>
    %expanded_9 = tensor.expand_shape %extracted_slice_5 [[0], [1], [2, 3]] output_shape [%dim, 7, 4, 8] : tensor<?x7x32xf32> into tensor<?x7x4x8xf32>
    %transposed_10 = linalg.transpose ins(%expanded_9 : tensor<?x7x4x8xf32>) outs(%4 : tensor<?x4x7x8xf32>) permutation = [0, 2, 1, 3] 
    %5 = tensor.empty() : tensor<7xi64>
    %6 = linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%5 : tensor<7xi64>) {
    ^bb0(%out: i64):
      %38 = linalg.index 0 : index
      %39 = arith.index_cast %38 : index to i64
      linalg.yield %39 : i64
    } -> tensor<7xi64>
    %expanded_11 = tensor.expand_shape %6 [[0, 1]] output_shape [1, 7] : tensor<7xi64> into tensor<1x7xi64>
    %expanded_12 = tensor.expand_shape %6 [[0, 1]] output_shape [7, 1] : tensor<7xi64> into tensor<7x1xi64>
    %7 = tensor.empty() : tensor<7x7xi64>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map3], iterator_types = ["parallel", "parallel"]} ins(%expanded_11, %expanded_12 : tensor<1x7xi64>, tensor<7x1xi64>) outs(%7 : tensor<7x7xi64>) {
    ^bb0(%in: i64, %in_25: i64, %out: i64):
      %38 = arith.subi %in, %in_25 : i64
      linalg.yield %38 : i64
    } -> tensor<7x7xi64>
    %9 = tensor.empty() : tensor<7x7xi1>
    %10 = linalg.generic {indexing_maps = [#map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<7x7xi64>) outs(%9 : tensor<7x7xi1>) {
    ^bb0(%in: i64, %out: i1):
      %38 = arith.cmpi sge, %in, %c1_i64 : i64
      linalg.yield %38 : i1
    } -> tensor<7x7xi1>
    %11 = linalg.generic {indexing_maps = [#map3, #map3, #map3], iterator_types = ["parallel", "parallel"]} ins(%10, %cst_2 : tensor<7x7xi1>, tensor<7x7xi1>) outs(%9 : tensor<7x7xi1>) {
    ^bb0(%in: i1, %in_25: i1, %out: i1):
      %38 = arith.andi %in, %in_25 : i1
      linalg.yield %38 : i1
    } -> tensor<7x7xi1>
    %12 = tensor.empty(%dim) : tensor<?x4x8x7xf32>
    %transposed_13 = linalg.transpose ins(%expanded_8 : tensor<?x7x4x8xf32>) outs(%12 : tensor<?x4x8x7xf32>) permutation = [0, 2, 3, 1] 
    %collapsed_14 = tensor.collapse_shape %transposed_7 [[0, 1], [2], [3]] : tensor<?x4x7x8xf32> into tensor<?x7x8xf32>
    %collapsed_15 = tensor.collapse_shape %transposed_13 [[0, 1], [2], [3]] : tensor<?x4x8x7xf32> into tensor<?x8x7xf32>
    %13 = tensor.empty(%dim8) : tensor<?x7x7xf32>
    %14 = linalg.fill ins(%cst : f32) outs(%13 : tensor<?x7x7xf32>) -> tensor<?x7x7xf32>
    %batch = tensor.dim %collapsed_14, %c0 : tensor<?x7x8xf32>
    %other = tensor.dim %collapsed_15, %c0 : tensor<?x8x7xf32>
    %same = arith.cmpi eq, %batch, %other : index
    cf.assert %same, "mismatching batch dimension"
    %15 = linalg.batch_matmul ins(%collapsed_14, %collapsed_15 : tensor<?x7x8xf32>, tensor<?x8x7xf32>) outs(%14 : tensor<?x7x7xf32>) -> tensor<?x7x7xf32>
    %expanded_16 = tensor.expand_shape %15 [[0, 1], [2], [3]] output_shape [%dim, 4, 7, 7] : tensor<?x7x7xf32> into tensor<?x4x7x7xf32>
    %16 = tensor.empty(%dim) : tensor<?x4x7x7xf32>
    %17 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%expanded_16 : tensor<?x4x7x7xf32>) outs(%16 : tensor<?x4x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.truncf %cst_3 : f64 to f32
      %39 = arith.mulf %in, %38 : f32
      linalg.yield %39 : f32
    } -> tensor<?x4x7x7xf32>
    %18 = linalg.generic {indexing_maps = [#map5, #map6, #map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%11, %cst_1, %17 : tensor<7x7xi1>, tensor<f32>, tensor<?x4x7x7xf32>) outs(%16 : tensor<?x4x7x7xf32>) {
    ^bb0(%in: i1, %in_25: f32, %in_26: f32, %out: f32):
      %38 = arith.select %in, %in_25, %in_26 : f32
      linalg.yield %38 : f32
    } -> tensor<?x4x7x7xf32>
    %19 = tensor.empty(%dim) : tensor<?x4x7xi64>
    %20 = linalg.fill ins(%c0_i64 : i64) outs(%19 : tensor<?x4x7xi64>) -> tensor<?x4x7xi64>
    %21 = tensor.empty(%dim) : tensor<?x4x7xf32>
    %22 = linalg.fill ins(%cst_0 : f32) outs(%21 : tensor<?x4x7xf32>) -> tensor<?x4x7xf32>
    %23:2 = linalg.generic {indexing_maps = [#map4, #map7, #map7], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%18 : tensor<?x4x7x7xf32>) outs(%22, %20 : tensor<?x4x7xf32>, tensor<?x4x7xi64>) {
    ^bb0(%in: f32, %out: f32, %out_25: i64):
      %38 = linalg.index 3 : index
      %39 = arith.index_cast %38 : index to i64
      %40 = arith.maximumf %in, %out : f32
      %41 = arith.cmpf ogt, %in, %out : f32
      %42 = arith.select %41, %39, %out_25 : i64
      linalg.yield %40, %42 : f32, i64
    } -> (tensor<?x4x7xf32>, tensor<?x4x7xi64>)
    %expanded_17 = tensor.expand_shape %23#0 [[0], [1], [2, 3]] output_shape [%dim, 4, 7, 1] : tensor<?x4x7xf32> into tensor<?x4x7x1xf32>
    %24 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%18, %expanded_17 : tensor<?x4x7x7xf32>, tensor<?x4x7x1xf32>) outs(%16 : tensor<?x4x7x7xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %38 = arith.subf %in, %in_25 : f32
      linalg.yield %38 : f32
    } -> tensor<?x4x7x7xf32>
    %25 = linalg.generic {indexing_maps = [#map4, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%24 : tensor<?x4x7x7xf32>) outs(%16 : tensor<?x4x7x7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = math.exp %in : f32
      linalg.yield %38 : f32
    } -> tensor<?x4x7x7xf32>
    %26 = tensor.empty(%dim) : tensor<?x4x7x1xf32>
    %27 = linalg.fill ins(%cst : f32) outs(%26 : tensor<?x4x7x1xf32>) -> tensor<?x4x7x1xf32>
    %28 = linalg.generic {indexing_maps = [#map4, #map8], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%25 : tensor<?x4x7x7xf32>) outs(%27 : tensor<?x4x7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %38 = arith.addf %in, %out : f32
      linalg.yield %38 : f32
    } -> tensor<?x4x7x1xf32>
    %29 = linalg.generic {indexing_maps = [#map4, #map8, #map4], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%25, %28 : tensor<?x4x7x7xf32>, tensor<?x4x7x1xf32>) outs(%16 : tensor<?x4x7x7xf32>) {
    ^bb0(%in: f32, %in_25: f32, %out: f32):
      %38 = arith.divf %in, %in_25 : f32
      linalg.yield %38 : f32
    } -> tensor<?x4x7x7xf32>
    %collapsed_18 = tensor.collapse_shape %29 [[0, 1], [2], [3]] : tensor<?x4x7x7xf32> into tensor<?x7x7xf32>
    %collapsed_19 = tensor.collapse_shape %transposed_10 [[0, 1], [2], [3]] : tensor<?x4x7x8xf32> into tensor<?x7x8xf32>
    %30 = tensor.empty(%dim8) : tensor<?x7x8xf32>
    %31 = linalg.fill ins(%cst : f32) outs(%30 : tensor<?x7x8xf32>) -> tensor<?x7x8xf32>
    %32 = linalg.batch_matmul ins(%collapsed_18, %collapsed_19 : tensor<?x7x7xf32>, tensor<?x7x8xf32>) outs(%31 : tensor<?x7x8xf32>) -> tensor<?x7x8xf32>
    %expanded_20 = tensor.expand_shape %32 [[0, 1], [2], [3]] output_shape [%dim, 4, 7, 8] : tensor<?x7x8xf32> into tensor<?x4x7x8xf32>
    %33 = tensor.empty(%dim) : tensor<?x7x4x8xf32>
    %transposed_21 = linalg.transpose ins(%expanded_20 : tensor<?x4x7x8xf32>) outs(%33 : tensor<?x7x4x8xf32>) permutation = [0, 2, 1, 3] 
    %34 = tensor.empty() : tensor<32x32xf32>
    %transposed_22 = linalg.transpose ins(%arg2 : tensor<32x32xf32>) outs(%34 : tensor<32x32xf32>) permutation = [1, 0] 
    %collapsed_23 = tensor.collapse_shape %transposed_21 [[0, 1], [2, 3]] : tensor<?x7x4x8xf32> into tensor<?x32xf32>
    %35 = tensor.empty(%dim14) : tensor<?x32xf32>
    %36 = linalg.fill ins(%cst : f32) outs(%35 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %37 = linalg.matmul ins(%collapsed_23, %transposed_22 : tensor<?x32xf32>, tensor<32x32xf32>) outs(%36 : tensor<?x32xf32>) -> tensor<?x32xf32>
    %expanded_24 = tensor.expand_shape %37 [[0, 1], [2]] output_shape [%dim, 7, 32] : tensor<?x32xf32> into tensor<?x7x32xf32>
    return %expanded_24 : tensor<?x7x32xf32>
  }
}
