// Kernels of functions with any names get names of their own that PTX has.
// RUN: kopt-opt %s --kopt-lift | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=f --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=f.0 --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=f_0 --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=kernels --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir "--entry=0 \"%%s; }" --device=sim --families=normal
// RUN: kopt-opt %t.mlir --lower-to-ptx -o /dev/null
// REQUIRES: sim

// CHECK: gpu.module @kernels_0
// CHECK-DAG: kopt.kernel @f_0(
// CHECK-DAG: kopt.kernel @f_1(
// CHECK-DAG: kopt.kernel @f_0_0(
// CHECK-DAG: kopt.kernel @f_0_1(
// CHECK-DAG: kopt.kernel @kernels_0(
// CHECK-DAG: kopt.kernel @kernel_0
func.func @f(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.exp ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %1 = linalg.negf ins(%0 : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %1 : tensor<5xf32>
}
func.func @f.0(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.abs ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @f_0(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.ceil ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
// The module of the kernels cannot be called so.
func.func @kernels(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.floor ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
func.func @"0 \22%s; }"(%x: tensor<5xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.square ins(%x : tensor<5xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}
