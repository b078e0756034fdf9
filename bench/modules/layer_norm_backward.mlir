// layer_norm_backward (float32)
// torch 2.14.1, torch-mlir 20261001
#map = affine_map<(d0, d1) -> (d0, d1)>
#map1 = affine_map<(d0, d1) -> (d0, 0)>
#map2 = affine_map<(d0, d1) -> (d1)>
module {
  func.func @layer_norm_backward(%arg0: tensor<8192x4096xf32>, %arg1: tensor<4096xf32>, %arg2: tensor<8192x4096xf32>) -> (tensor<8192x4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f64
    %cst_1 = arith.constant 1.000000e-05 : f64
    %cst_2 = arith.constant 4.096000e+03 : f32
    %cst_3 = arith.constant 4.096000e+03 : f64
    %0 = tensor.empty() : tensor<8192x1xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<8192x1xf32>) -> tensor<8192x1xf32>
    %2 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%arg0 : tensor<8192x4096xf32>) outs(%1 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %in, %out : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%2 : tensor<8192x1xf32>) outs(%0 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.divf %in, %cst_2 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %4 = tensor.empty() : tensor<8192x4096xf64>
    %5 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<8192x4096xf32>) outs(%4 : tensor<8192x4096xf64>) {
    ^bb0(%in: f32, %out: f64):
      %35 = arith.extf %in : f32 to f64
      linalg.yield %35 : f64
    } -> tensor<8192x4096xf64>
    %6 = tensor.empty() : tensor<8192x1xf64>
    %7 = linalg.fill ins(%cst_0 : f64) outs(%6 : tensor<8192x1xf64>) -> tensor<8192x1xf64>
    %8 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%5 : tensor<8192x4096xf64>) outs(%7 : tensor<8192x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %35 = arith.addf %in, %out : f64
      linalg.yield %35 : f64
    } -> tensor<8192x1xf64>
    %9 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%8 : tensor<8192x1xf64>) outs(%6 : tensor<8192x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %35 = arith.divf %in, %cst_3 : f64
      linalg.yield %35 : f64
    } -> tensor<8192x1xf64>
    %10 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%5, %9 : tensor<8192x4096xf64>, tensor<8192x1xf64>) outs(%4 : tensor<8192x4096xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %35 = arith.subf %in, %in_4 : f64
      linalg.yield %35 : f64
    } -> tensor<8192x4096xf64>
    %11 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%10, %10 : tensor<8192x4096xf64>, tensor<8192x4096xf64>) outs(%4 : tensor<8192x4096xf64>) {
    ^bb0(%in: f64, %in_4: f64, %out: f64):
      %35 = arith.mulf %in, %in_4 : f64
      linalg.yield %35 : f64
    } -> tensor<8192x4096xf64>
    %12 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%11 : tensor<8192x4096xf64>) outs(%7 : tensor<8192x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %35 = arith.addf %in, %out : f64
      linalg.yield %35 : f64
    } -> tensor<8192x1xf64>
    %13 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%12 : tensor<8192x1xf64>) outs(%6 : tensor<8192x1xf64>) {
    ^bb0(%in: f64, %out: f64):
      %35 = arith.divf %in, %cst_3 : f64
      linalg.yield %35 : f64
    } -> tensor<8192x1xf64>
    %14 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<8192x1xf64>) outs(%0 : tensor<8192x1xf32>) {
    ^bb0(%in: f64, %out: f32):
      %35 = arith.truncf %in : f64 to f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %15 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<8192x1xf32>) outs(%0 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.truncf %cst_1 : f64 to f32
      %36 = arith.addf %in, %35 : f32
      linalg.yield %36 : f32
    } -> tensor<8192x1xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%15 : tensor<8192x1xf32>) outs(%0 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = math.rsqrt %in : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %17 = tensor.empty() : tensor<8192x4096xf32>
    %18 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%arg0, %3 : tensor<8192x4096xf32>, tensor<8192x1xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.subf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %19 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%18, %16 : tensor<8192x4096xf32>, tensor<8192x1xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %20 = linalg.generic {indexing_maps = [#map, #map2, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %arg1 : tensor<8192x4096xf32>, tensor<4096xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%20 : tensor<8192x4096xf32>) outs(%1 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %in, %out : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %22 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%21 : tensor<8192x1xf32>) outs(%0 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.divf %in, %cst_2 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %23 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %22 : tensor<8192x4096xf32>, tensor<8192x1xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.subf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %24 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%20, %19 : tensor<8192x4096xf32>, tensor<8192x4096xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %25 = linalg.generic {indexing_maps = [#map, #map1], iterator_types = ["parallel", "reduction"]} ins(%24 : tensor<8192x4096xf32>) outs(%1 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %in, %out : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %26 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]} ins(%25 : tensor<8192x1xf32>) outs(%0 : tensor<8192x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.divf %in, %cst_2 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x1xf32>
    %27 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%19, %26 : tensor<8192x4096xf32>, tensor<8192x1xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %28 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%23, %27 : tensor<8192x4096xf32>, tensor<8192x4096xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.subf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %29 = linalg.generic {indexing_maps = [#map, #map1, #map], iterator_types = ["parallel", "parallel"]} ins(%28, %16 : tensor<8192x4096xf32>, tensor<8192x1xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %30 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]} ins(%arg2, %19 : tensor<8192x4096xf32>, tensor<8192x4096xf32>) outs(%17 : tensor<8192x4096xf32>) {
    ^bb0(%in: f32, %in_4: f32, %out: f32):
      %35 = arith.mulf %in, %in_4 : f32
      linalg.yield %35 : f32
    } -> tensor<8192x4096xf32>
    %31 = tensor.empty() : tensor<4096xf32>
    %32 = linalg.fill ins(%cst : f32) outs(%31 : tensor<4096xf32>) -> tensor<4096xf32>
    %33 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "parallel"]} ins(%30 : tensor<8192x4096xf32>) outs(%32 : tensor<4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %in, %out : f32
      linalg.yield %35 : f32
    } -> tensor<4096xf32>
    %34 = linalg.generic {indexing_maps = [#map, #map2], iterator_types = ["reduction", "parallel"]} ins(%arg2 : tensor<8192x4096xf32>) outs(%32 : tensor<4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %35 = arith.addf %in, %out : f32
      linalg.yield %35 : f32
    } -> tensor<4096xf32>
    return %29, %33, %34 : tensor<8192x4096xf32>, tensor<4096xf32>, tensor<4096xf32>
  }
}
