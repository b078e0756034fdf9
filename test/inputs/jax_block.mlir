// jax_block (float32): MLP, residual, layer norm, softmax, from JAX
// jax 0.10.2, iree-base-compiler 3.13.0, results by torch 2.14.1; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

func.func @jax_block(%arg0: tensor<7x24xf32>, %arg1: tensor<24x40xf32>, %arg2: tensor<40xf32>, %arg3: tensor<40x24xf32>, %arg4: tensor<24xf32>) -> (tensor<7x24xf32>) {
    %cst = arith.constant 0xFF800000 : f32
    %cst_0 = arith.constant 9.99999974E-6 : f32
    %cst_1 = arith.constant 0x7FC00000 : f32
    %cst_2 = arith.constant 2.400000e+01 : f32
    %cst_3 = arith.constant 5.000000e-01 : f32
    %cst_4 = arith.constant 1.000000e+00 : f32
    %cst_5 = arith.constant 0.797884583 : f32
    %cst_6 = arith.constant 4.471500e-02 : f32
    %cst_7 = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<7x40xf32>
    %1 = linalg.fill ins(%cst_7 : f32) outs(%0 : tensor<7x40xf32>) -> tensor<7x40xf32>
    %2 = linalg.matmul ins(%arg0, %arg1 : tensor<7x24xf32>, tensor<24x40xf32>) outs(%1 : tensor<7x40xf32>) -> tensor<7x40xf32>
    %3 = tensor.empty() : tensor<7x40xf32>
    %4 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg2 : tensor<40xf32>) outs(%3 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x40xf32>
    %5 = tensor.empty() : tensor<7x40xf32>
    %6 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%2, %4 : tensor<7x40xf32>, tensor<7x40xf32>) outs(%5 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.addf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %7 = tensor.empty() : tensor<7x40xf32>
    %8 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6 : tensor<7x40xf32>) outs(%7 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.mulf %in, %in : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %9 = tensor.empty() : tensor<7x40xf32>
    %10 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%8, %6 : tensor<7x40xf32>, tensor<7x40xf32>) outs(%9 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.mulf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %11 = tensor.empty() : tensor<7x40xf32>
    %12 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%10 : tensor<7x40xf32>) outs(%11 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.mulf %in, %cst_6 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %13 = tensor.empty() : tensor<7x40xf32>
    %14 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6, %12 : tensor<7x40xf32>, tensor<7x40xf32>) outs(%13 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.addf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %15 = tensor.empty() : tensor<7x40xf32>
    %16 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%14 : tensor<7x40xf32>) outs(%15 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.mulf %in, %cst_5 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %17 = tensor.empty() : tensor<7x40xf32>
    %18 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%16 : tensor<7x40xf32>) outs(%17 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.tanh %in : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %19 = tensor.empty() : tensor<7x40xf32>
    %20 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%18 : tensor<7x40xf32>) outs(%19 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %cst_4 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %21 = tensor.empty() : tensor<7x40xf32>
    %22 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%20 : tensor<7x40xf32>) outs(%21 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.mulf %in, %cst_3 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %23 = tensor.empty() : tensor<7x40xf32>
    %24 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%6, %22 : tensor<7x40xf32>, tensor<7x40xf32>) outs(%23 : tensor<7x40xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.mulf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x40xf32>
    %25 = tensor.empty() : tensor<7x24xf32>
    %26 = linalg.fill ins(%cst_7 : f32) outs(%25 : tensor<7x24xf32>) -> tensor<7x24xf32>
    %27 = linalg.matmul ins(%24, %arg3 : tensor<7x40xf32>, tensor<40x24xf32>) outs(%26 : tensor<7x24xf32>) -> tensor<7x24xf32>
    %28 = tensor.empty() : tensor<7x24xf32>
    %29 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg0, %27 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%28 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.addf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %30 = tensor.empty() : tensor<7xf32>
    %31 = linalg.fill ins(%cst_7 : f32) outs(%30 : tensor<7xf32>) -> tensor<7xf32>
    %32 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%29 : tensor<7x24xf32>) outs(%31 : tensor<7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %out, %in : f32
      linalg.yield %84 : f32
    } -> tensor<7xf32>
    %expanded = tensor.expand_shape %32 [[0, 1]] output_shape [7, 1] : tensor<7xf32> into tensor<7x1xf32>
    %33 = tensor.empty() : tensor<7x1xf32>
    %34 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded : tensor<7x1xf32>) outs(%33 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.divf %in, %cst_2 : f32
      linalg.yield %84 : f32
    } -> tensor<7x1xf32>
    %35 = tensor.empty() : tensor<7x24xf32>
    %36 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%34 : tensor<7x1xf32>) outs(%35 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %37 = tensor.empty() : tensor<7x24xf32>
    %38 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%29, %36 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%37 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.subf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %39 = tensor.empty() : tensor<7x24xf32>
    %40 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%38 : tensor<7x24xf32>) outs(%39 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.mulf %in, %in : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %41 = tensor.empty() : tensor<f32>
    %42 = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []} outs(%41 : tensor<f32>) {
    ^bb0(%out: f32):
      linalg.yield %cst_7 : f32
    } -> tensor<f32>
    %43 = tensor.empty() : tensor<f32>
    %44 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%42 : tensor<f32>) outs(%43 : tensor<f32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.subf %cst_2, %in : f32
      linalg.yield %84 : f32
    } -> tensor<f32>
    %45 = tensor.empty() : tensor<7xf32>
    %46 = linalg.fill ins(%cst_7 : f32) outs(%45 : tensor<7xf32>) -> tensor<7xf32>
    %47 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%40 : tensor<7x24xf32>) outs(%46 : tensor<7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %out, %in : f32
      linalg.yield %84 : f32
    } -> tensor<7xf32>
    %expanded_8 = tensor.expand_shape %47 [[0, 1]] output_shape [7, 1] : tensor<7xf32> into tensor<7x1xf32>
    %48 = tensor.empty() : tensor<7x1xf32>
    %49 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%44 : tensor<f32>) outs(%48 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x1xf32>
    %50 = tensor.empty() : tensor<7x1xf32>
    %51 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%expanded_8, %49 : tensor<7x1xf32>, tensor<7x1xf32>) outs(%50 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.divf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x1xf32>
    %52 = tensor.empty() : tensor<i1>
    %53 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%44 : tensor<f32>) outs(%52 : tensor<i1>) {
    ^bb0(%in: f32, %out: i1):
      %84 = arith.cmpf ogt, %in, %cst_7 : f32
      linalg.yield %84 : i1
    } -> tensor<i1>
    %54 = tensor.empty() : tensor<7x1xf32>
    %extracted = tensor.extract %53[] : tensor<i1>
    %55 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%51 : tensor<7x1xf32>) outs(%54 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.select %extracted, %in, %cst_1 : f32
      linalg.yield %84 : f32
    } -> tensor<7x1xf32>
    %56 = tensor.empty() : tensor<7x1xf32>
    %57 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%55 : tensor<7x1xf32>) outs(%56 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %in, %cst_0 : f32
      linalg.yield %84 : f32
    } -> tensor<7x1xf32>
    %58 = tensor.empty() : tensor<7x1xf32>
    %59 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%57 : tensor<7x1xf32>) outs(%58 : tensor<7x1xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.rsqrt %in : f32
      linalg.yield %84 : f32
    } -> tensor<7x1xf32>
    %60 = tensor.empty() : tensor<7x24xf32>
    %61 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, 0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%59 : tensor<7x1xf32>) outs(%60 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %62 = tensor.empty() : tensor<7x24xf32>
    %63 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%38, %61 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%62 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.mulf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %64 = tensor.empty() : tensor<7x24xf32>
    %65 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%arg4 : tensor<24xf32>) outs(%64 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %66 = tensor.empty() : tensor<7x24xf32>
    %67 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%63, %65 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%66 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.mulf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %68 = tensor.empty() : tensor<7xf32>
    %69 = linalg.fill ins(%cst : f32) outs(%68 : tensor<7xf32>) -> tensor<7xf32>
    %70 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%67 : tensor<7x24xf32>) outs(%69 : tensor<7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.maximumf %out, %in : f32
      linalg.yield %84 : f32
    } -> tensor<7xf32>
    %71 = tensor.empty() : tensor<7x24xf32>
    %72 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%70 : tensor<7xf32>) outs(%71 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %73 = tensor.empty() : tensor<7x24xf32>
    %74 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%67, %72 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%73 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.subf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %75 = tensor.empty() : tensor<7x24xf32>
    %76 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%74 : tensor<7x24xf32>) outs(%75 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = math.exp %in : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    %77 = tensor.empty() : tensor<7xf32>
    %78 = linalg.fill ins(%cst_7 : f32) outs(%77 : tensor<7xf32>) -> tensor<7xf32>
    %79 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%76 : tensor<7x24xf32>) outs(%78 : tensor<7xf32>) {
    ^bb0(%in: f32, %out: f32):
      %84 = arith.addf %out, %in : f32
      linalg.yield %84 : f32
    } -> tensor<7xf32>
    %80 = tensor.empty() : tensor<7x24xf32>
    %81 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%79 : tensor<7xf32>) outs(%80 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<7x24xf32>
    %82 = tensor.empty() : tensor<7x24xf32>
    %83 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%76, %81 : tensor<7x24xf32>, tensor<7x24xf32>) outs(%82 : tensor<7x24xf32>) {
    ^bb0(%in: f32, %in_9: f32, %out: f32):
      %84 = arith.divf %in, %in_9 : f32
      linalg.yield %84 : f32
    } -> tensor<7x24xf32>
    return %83 : tensor<7x24xf32>
}
