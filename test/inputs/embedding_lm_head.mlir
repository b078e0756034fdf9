// embedding_lm_head (float32, int64)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1, d2) -> (d0, d1)>
#map1 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#map2 = affine_map<(d0, d1, d2) -> (d0, d1, 0)>
#map3 = affine_map<(d0, d1, d2) -> (d2)>
module {
  func.func @embedding_lm_head(%arg0: tensor<2x5xi64>, %arg1: tensor<37x24xf32>, %arg2: tensor<24xf32>) -> tensor<2x5x37xf32> {
    %c2_i64 = arith.constant 2 : i64
    %c37 = arith.constant 37 : index
    %c0_i64 = arith.constant 0 : i64
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e-05 : f64
    %cst_1 = arith.constant 2.400000e+01 : f32
    %0 = tensor.empty() : tensor<2x5x24xf32>
    %1 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg0 : tensor<2x5xi64>) outs(%0 : tensor<2x5x24xf32>) {
    ^bb0(%in: i64, %out: f32):
      %15 = arith.index_cast %in : i64 to index
      %16 = linalg.index 2 : index
      %17 = arith.cmpi slt, %15, %c37 : index
      cf.assert %17, "index must be smaller than dim size"
      %18 = arith.cmpi sge, %in, %c0_i64 : i64
      cf.assert %18, "index must be larger or equal to 0"
      %extracted = tensor.extract %arg1[%15, %16] : tensor<37x24xf32>
      linalg.yield %extracted : f32
    } -> tensor<2x5x24xf32>
    %2 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1 : tensor<2x5x24xf32>) outs(%0 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.fpowi %in, %c2_i64 : f32, i64
      linalg.yield %15 : f32
    } -> tensor<2x5x24xf32>
    %3 = tensor.empty() : tensor<2x5x1xf32>
    %4 = linalg.fill ins(%cst : f32) outs(%3 : tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
    %5 = linalg.generic {indexing_maps = [#map1, #map2], iterator_types = ["parallel", "parallel", "reduction"]} ins(%2 : tensor<2x5x24xf32>) outs(%4 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.addf %in, %out : f32
      linalg.yield %15 : f32
    } -> tensor<2x5x1xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%5 : tensor<2x5x1xf32>) outs(%3 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.divf %in, %cst_1 : f32
      linalg.yield %15 : f32
    } -> tensor<2x5x1xf32>
    %7 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%6 : tensor<2x5x1xf32>) outs(%3 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = arith.truncf %cst_0 : f64 to f32
      %16 = arith.addf %in, %15 : f32
      linalg.yield %16 : f32
    } -> tensor<2x5x1xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%7 : tensor<2x5x1xf32>) outs(%3 : tensor<2x5x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %15 = math.rsqrt %in : f32
      linalg.yield %15 : f32
    } -> tensor<2x5x1xf32>
    %9 = linalg.generic {indexing_maps = [#map1, #map2, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%1, %8 : tensor<2x5x24xf32>, tensor<2x5x1xf32>) outs(%0 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.mulf %in, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<2x5x24xf32>
    %10 = linalg.generic {indexing_maps = [#map3, #map1, #map1], iterator_types = ["parallel", "parallel", "parallel"]} ins(%arg2, %9 : tensor<24xf32>, tensor<2x5x24xf32>) outs(%0 : tensor<2x5x24xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %15 = arith.mulf %in, %in_2 : f32
      linalg.yield %15 : f32
    } -> tensor<2x5x24xf32>
    %11 = tensor.empty() : tensor<24x37xf32>
    %transposed = linalg.transpose ins(%arg1 : tensor<37x24xf32>) outs(%11 : tensor<24x37xf32>) permutation = [1, 0] 
    %collapsed = tensor.collapse_shape %10 [[0, 1], [2]] : tensor<2x5x24xf32> into tensor<10x24xf32>
    %12 = tensor.empty() : tensor<10x37xf32>
    %13 = linalg.fill ins(%cst : f32) outs(%12 : tensor<10x37xf32>) -> tensor<10x37xf32>
    %14 = linalg.matmul ins(%collapsed, %transposed : tensor<10x24xf32>, tensor<24x37xf32>) outs(%13 : tensor<10x37xf32>) -> tensor<10x37xf32>
    %expanded = tensor.expand_shape %14 [[0, 1], [2]] output_shape [2, 5, 37] : tensor<10x37xf32> into tensor<2x5x37xf32>
    return %expanded : tensor<2x5x37xf32>
  }
}
