// adamw_step (float32)
// torch 2.14.1, torch-mlir 20261001
#map = affine_map<() -> ()>
#map1 = affine_map<(d0, d1) -> ()>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
module {
  func.func @adamw_step(%arg0: tensor<4096x4096xf32>, %arg1: tensor<4096x4096xf32>, %arg2: tensor<4096x4096xf32>, %arg3: tensor<4096x4096xf32>, %arg4: tensor<f32>) -> (tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %cst_1 = arith.constant dense<-0.899999976> : tensor<f32>
    %cst_2 = arith.constant dense<1.000000e-01> : tensor<f32>
    %cst_3 = arith.constant 1.000000e-03 : f64
    %cst_4 = arith.constant 9.000000e-01 : f64
    %cst_5 = arith.constant 1.000000e-08 : f64
    %cst_6 = arith.constant 9.999900e-01 : f64
    %cst_7 = arith.constant 0.0010000000000000009 : f64
    %cst_8 = arith.constant 0.99899999999999999 : f64
    %cst_9 = arith.constant 5.000000e-01 : f64
    %cst_10 = arith.constant dense<1> : tensor<i64>
    %0 = tensor.empty() : tensor<f32>
    %1 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%cst_2 : tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.absf %in : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %2 = tensor.empty() : tensor<i1>
    %3 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%1 : tensor<f32>) outs(%2 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %28 = arith.extf %in : f32 to f64
      %29 = arith.cmpf oge, %28, %cst_9 : f64
      linalg.yield %29 : i1
    } -> tensor<i1>
    %4 = linalg.generic {indexing_maps = [#map, #map, #map, #map], iterator_types = []} ins(%3, %cst_1, %cst_2 : tensor<i1>, tensor<f32>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %28 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %5 = tensor.empty() : tensor<4096x4096xf32>
    %6 = linalg.generic {indexing_maps = [#map1, #map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%3, %arg1, %arg2 : tensor<i1>, tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: i1, %in_11: f32, %in_12: f32, %out: f32):
      %28 = arith.select %in, %in_11, %in_12 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %7 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg2 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.subf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %8 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%4, %7 : tensor<f32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.mulf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %9 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%8, %6 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.addf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %10 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg3 : tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_8 : f64 to f32
      %29 = arith.mulf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<4096x4096xf32>
    %11 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg1, %arg1 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.mulf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %12 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%11 : tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_7 : f64 to f32
      %29 = arith.mulf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<4096x4096xf32>
    %13 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%10, %12 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.addf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %14 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_6 : f64 to f32
      %29 = arith.mulf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<4096x4096xf32>
    %15 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%13 : tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.sqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %16 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg4 : tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_8 : f64 to f32
      %29 = math.powf %28, %in : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %17 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%cst_10, %16 : tensor<i64>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i64, %in_11: f32, %out: f32):
      %28 = arith.sitofp %in : i64 to f32
      %29 = arith.subf %28, %in_11 : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %18 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%17 : tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = math.sqrt %in : f32
      linalg.yield %28 : f32
    } -> tensor<f32>
    %19 = linalg.generic {indexing_maps = [#map2, #map1, #map2], iterator_types = ["parallel", "parallel"]} ins(%15, %18 : tensor<4096x4096xf32>, tensor<f32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.divf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %20 = linalg.generic {indexing_maps = [#map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%19 : tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_5 : f64 to f32
      %29 = arith.addf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<4096x4096xf32>
    %21 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%arg4 : tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_4 : f64 to f32
      %29 = math.powf %28, %in : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %22 = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%cst_10, %21 : tensor<i64>, tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: i64, %in_11: f32, %out: f32):
      %28 = arith.sitofp %in : i64 to f32
      %29 = arith.subf %28, %in_11 : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %23 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%22 : tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.cmpf one, %in, %cst : f32
      cf.assert %28, "unimplemented: tensor with zero element"
      %29 = arith.divf %cst_0, %in : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %24 = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%23 : tensor<f32>) outs(%0 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %28 = arith.truncf %cst_3 : f64 to f32
      %29 = arith.mulf %in, %28 : f32
      linalg.yield %29 : f32
    } -> tensor<f32>
    %25 = linalg.generic {indexing_maps = [#map1, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%24, %9 : tensor<f32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.mulf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %26 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%25, %20 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.divf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    %27 = linalg.generic {indexing_maps = [#map2, #map2, #map2], iterator_types = ["parallel", "parallel"]} ins(%14, %26 : tensor<4096x4096xf32>, tensor<4096x4096xf32>) outs(%5 : tensor<4096x4096xf32>) {
    ^bb0(%in: f32, %in_11: f32, %out: f32):
      %28 = arith.subf %in, %in_11 : f32
      linalg.yield %28 : f32
    } -> tensor<4096x4096xf32>
    return %27, %9, %13 : tensor<4096x4096xf32>, tensor<4096x4096xf32>, tensor<4096x4096xf32>
  }
}
