// Functions with the names of C functions that compiled code calls, kernels of
// others beside them, and a program that is lifted already.
// RUN: kopt-opt %s --apply-skills=recipe=plain -o %t.mlir
// RUN: kopt-run %s --entry=exp --family=small_integers | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=exp --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=malloc --device=sim --families=normal
// RUN: %refuses "'kopt.launch' op expected the program before lifting" -- kopt-gate %t.mlir %t.mlir --entry=exp --device=sim
// RUN: %refuses "machine's memory" -- kopt-run %s --entry=large --arg=0:1.0
// REQUIRES: sim

// CHECK: dense<"0x{{[0-9A-F]+}}"> : tensor<5x60xf32>
gpu.module @others {
  gpu.func @f() kernel {
    gpu.return
  }
}
func.func @exp(%x: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %e = tensor.empty() : tensor<5x60xf32>
  %r = linalg.exp ins(%x : tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
func.func private @free(%x: tensor<60xf32>) -> tensor<60xf32> {
  %e = tensor.empty() : tensor<60xf32>
  %r = linalg.tanh ins(%x : tensor<60xf32>) outs(%e : tensor<60xf32>) -> tensor<60xf32>
  return %r : tensor<60xf32>
}
func.func @malloc(%x: tensor<60xf32>) -> tensor<60xf32> {
  %e = tensor.empty() : tensor<60xf32>
  %r = linalg.exp ins(%x : tensor<60xf32>) outs(%e : tensor<60xf32>) -> tensor<60xf32>
  return %r : tensor<60xf32>
}
func.func @large(%x: f32) -> tensor<137438953472xf32> {
  %e = tensor.empty() : tensor<137438953472xf32>
  %r = linalg.fill ins(%x : f32) outs(%e : tensor<137438953472xf32>) -> tensor<137438953472xf32>
  return %r : tensor<137438953472xf32>
}
