// silu_mlp (bfloat16)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

#map = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @silu_mlp(%arg0: tensor<13x24xbf16>, %arg1: tensor<40x24xbf16>, %arg2: tensor<24x40xbf16>) -> tensor<13x24xbf16> {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %0 = tensor.empty() : tensor<24x40xbf16>
    %transposed = linalg.transpose ins(%arg1 : tensor<40x24xbf16>) outs(%0 : tensor<24x40xbf16>) permutation = [1, 0] 
    %1 = tensor.empty() : tensor<13x40xf32>
    %2 = linalg.fill ins(%cst : f32) outs(%1 : tensor<13x40xf32>) -> tensor<13x40xf32>
    %3 = linalg.matmul ins(%arg0, %transposed : tensor<13x24xbf16>, tensor<24x40xbf16>) outs(%2 : tensor<13x40xf32>) -> tensor<13x40xf32>
    %4 = tensor.empty() : tensor<13x40xbf16>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%3 : tensor<13x40xf32>) outs(%4 : tensor<13x40xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %16 = arith.truncf %in : f32 to bf16
      linalg.yield %16 : bf16
    } -> tensor<13x40xbf16>
    %6 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%5 : tensor<13x40xbf16>) outs(%1 : tensor<13x40xf32>) {
    ^bb0(%in: bf16, %out: f32):
      %16 = arith.extf %in : bf16 to f32
      linalg.yield %16 : f32
    } -> tensor<13x40xf32>
    %7 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<13x40xf32>) outs(%1 : tensor<13x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %16 = arith.negf %in : f32
      %17 = math.exp %16 : f32
      %18 = arith.addf %17, %cst_0 : f32
      %19 = arith.divf %cst_0, %18 : f32
      linalg.yield %19 : f32
    } -> tensor<13x40xf32>
    %8 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%6, %7 : tensor<13x40xf32>, tensor<13x40xf32>) outs(%1 : tensor<13x40xf32>) {
    ^bb0(%in: f32, %in_2: f32, %out: f32):
      %16 = arith.mulf %in, %in_2 : f32
      linalg.yield %16 : f32
    } -> tensor<13x40xf32>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<13x40xf32>) outs(%4 : tensor<13x40xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %16 = arith.truncf %in : f32 to bf16
      linalg.yield %16 : bf16
    } -> tensor<13x40xbf16>
    %10 = tensor.empty() : tensor<40x24xbf16>
    %transposed_1 = linalg.transpose ins(%arg2 : tensor<24x40xbf16>) outs(%10 : tensor<40x24xbf16>) permutation = [1, 0] 
    %11 = tensor.empty() : tensor<13x24xf32>
    %12 = linalg.fill ins(%cst : f32) outs(%11 : tensor<13x24xf32>) -> tensor<13x24xf32>
    %13 = linalg.matmul ins(%9, %transposed_1 : tensor<13x40xbf16>, tensor<40x24xbf16>) outs(%12 : tensor<13x24xf32>) -> tensor<13x24xf32>
    %14 = tensor.empty() : tensor<13x24xbf16>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<13x24xf32>) outs(%14 : tensor<13x24xbf16>) {
    ^bb0(%in: f32, %out: bf16):
      %16 = arith.truncf %in : f32 to bf16
      linalg.yield %16 : bf16
    } -> tensor<13x24xbf16>
    return %15 : tensor<13x24xbf16>
  }
}
