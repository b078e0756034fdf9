// Rows too long for the registers of one block: those of a cluster read them once. Short
// rows stay with one block.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=long --device=sim --families=normal,last_spike
// RUN: kopt-gate %s %t.mlir --entry=short --device=sim --families=normal
// REQUIRES: sim

// CHECK-DAG: card @rows_in_clusters applied at @long_3, blocks = 2, cluster = 8, registers = 40
// CHECK-DAG: card @rows_in_clusters refused at @short_3: G1: the kernel has 0 loops: it reads the row once

func.func @long(%x: tensor<2x40001xf32>) -> tensor<2x40001xf32> {
  %e = tensor.empty() : tensor<2x40001xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<2x40001xf32>) outs(%e : tensor<2x40001xf32>) -> tensor<2x40001xf32>
  return %s : tensor<2x40001xf32>
}
func.func @short(%x: tensor<3x700xf32>) -> tensor<3x700xf32> {
  %e = tensor.empty() : tensor<3x700xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<3x700xf32>) outs(%e : tensor<3x700xf32>) -> tensor<3x700xf32>
  return %s : tensor<3x700xf32>
}
