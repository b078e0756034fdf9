// The same IR, remarks and records with threads and without; several modules of
// kernels are lowered at the same time.
// RUN: rm -rf %t && mkdir -p %t
// RUN: kopt-opt %s --split-input-file --apply-skills="recipe=memory_bound,approximate lineage-out=%t/a.lineage" --explain-skills=all --explain-skills=json=%t/a.json --lower-to-ptx -o %t/a.mlir 2> %t/a.txt
// RUN: kopt-opt %s --split-input-file --apply-skills="recipe=memory_bound,approximate lineage-out=%t/b.lineage" --explain-skills=all --explain-skills=json=%t/b.json --lower-to-ptx --mlir-disable-threading -o %t/b.mlir 2> %t/b.txt
// RUN: cmp %t/a.mlir %t/b.mlir && cmp %t/a.txt %t/b.txt && cmp %t/a.json %t/b.json && cmp %t/a.lineage %t/b.lineage
// RUN: FileCheck %s < %t/a.mlir

// Names that are taken, and names that PTX lacks: those of the user stay.
// CHECK: gpu.binary @kernels_1
// CHECK-SAME: .visible .entry f_0(
// CHECK-SAME: .visible .entry odd_name__0(
// CHECK: memref.global "private" @f_0
// CHECK: func.func private @kernels()
// CHECK: gpu.binary @kernels_0
// CHECK: func.func @f(
// CHECK: kopt.launch @kernels_1::@f_0
// CHECK: func.func @"odd name!"(
// CHECK: kopt.launch @kernels_1::@odd_name__0
// CHECK: func.func private @caller(
// CHECK-NOT: call @f(
// CHECK: kopt.launch @kernels_1::@caller_0
memref.global "private" @f_0 : memref<4xf32> = uninitialized
func.func private @kernels()
gpu.module @kernels_0 {
  gpu.func @f_0() kernel {
    gpu.return
  }
}
func.func @f(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
func.func @"odd name!"(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.tanh ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
func.func private @caller(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %a = func.call @f(%x) : (tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}

// -----

// Two functions are marked: the third and the kernels of others stay as they are.
// CHECK: func.func @first
// CHECK: kopt.launch @kernels::@first_0
// CHECK: func.func @third
// CHECK: linalg.exp
// CHECK: func.func @second
// CHECK: kopt.launch @kernels::@second_0
func.func @first(%x: tensor<64x256xf32>) -> tensor<64x256xf32> attributes {kopt.optimize} {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
func.func @third(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
func.func @second(%x: tensor<64x256xf32>) -> tensor<64x256xf32> attributes {kopt.optimize} {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.log ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
