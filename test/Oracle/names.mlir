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
func.func @launches(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @lifted::@k ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
gpu.module @lifted {
  kopt.kernel @k(%x: memref<4xf32>, %o: memref<4xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<4xf32> -> tensor<4xf32>
    kopt.store %t, %o[%c0] : tensor<4xf32>, memref<4xf32>
    kopt.return
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
