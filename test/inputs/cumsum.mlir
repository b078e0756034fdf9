// cumsum (float32)
// torch 2.14.1, torch-mlir 20261001; README.md says how it was exported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: python3 -IS %S/check.py %s %t.mlir --device=sim
// RUN: kopt-gate %s %t.mlir --question=equivalent --families=small_integers --shapes=asked --device=sim
// REQUIRES: sim

module {
  func.func @cumsum(%arg0: tensor<7x67xf32>) -> tensor<7x67xf32> {
    %cst = arith.constant 0.000000e+00 : f32
    %0 = tensor.empty() : tensor<7x67xf32>
    %1 = linalg.fill ins(%cst : f32) outs(%0 : tensor<7x67xf32>) -> tensor<7x67xf32>
    %2 = tensor.empty() : tensor<7xf32>
    %3 = linalg.fill ins(%cst : f32) outs(%2 : tensor<7xf32>) -> tensor<7xf32>
    %4:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%arg0 : tensor<7x67xf32>) outs(%1, %3 : tensor<7x67xf32>, tensor<7xf32>) {
    ^bb0(%arg1: f32, %arg2: f32):
      %5 = arith.addf %arg1, %arg2 : f32
      tm_tensor.yield %5 : f32
    } -> tensor<7x67xf32>, tensor<7xf32>
    return %4#0 : tensor<7x67xf32>
  }
}
