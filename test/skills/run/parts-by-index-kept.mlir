// A reduction across a boundary leaves the concatenation as it is; padding is
// parts, too; a reshape between two kernels stays.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ONE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=crossed --device=sim
// RUN: kopt-gate %s %t.mlir --entry=padded --device=sim
// RUN: kopt-gate %s %t.mlir --entry=repeat --device=sim
// REQUIRES: sim

// CHECK: card @fuse_elementwise_launches refused at @crossed/launch#1: action: a reduction over the divided dimension
// ONE: func.func @crossed(
// ONE-COUNT-2: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @padded(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @repeat(
// ONE-COUNT-2: kopt.launch
// ONE-NOT: kopt.launch

// A concatenation that a reduction crosses.
func.func @crossed(%x: tensor<4x5xf32>, %y: tensor<4x6xf32>) -> tensor<4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %c = tensor.concat dim(1) %x, %y : (tensor<4x5xf32>, tensor<4x6xf32>) -> tensor<4x11xf32>
  %s = linalg.reduce { arith.addf } ins(%c : tensor<4x11xf32>) outs(%z : tensor<4xf32>) dimensions = [1]
  return %s : tensor<4xf32>
}
// Padding of a computed tensor, then read.
func.func @padded(%x: tensor<5x30xbf16>) -> tensor<5x37xbf16> {
  %v = arith.constant 1.5 : bf16
  %e = tensor.empty() : tensor<5x30xbf16>
  %f = tensor.empty() : tensor<5x37xbf16>
  %a = linalg.abs ins(%x : tensor<5x30xbf16>) outs(%e : tensor<5x30xbf16>) -> tensor<5x30xbf16>
  %p = tensor.pad %a low[0, 3] high[0, 4] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : bf16
  } : tensor<5x30xbf16> to tensor<5x37xbf16>
  %r = linalg.negf ins(%p : tensor<5x37xbf16>) outs(%f : tensor<5x37xbf16>) -> tensor<5x37xbf16>
  return %r : tensor<5x37xbf16>
}
// Key heads repeated for the query heads, as a broadcast and a reshape.
func.func @repeat(%k: tensor<2x3x5x8xf32>, %q: tensor<2x12x5x8xf32>) -> tensor<2x12x5x8xf32> {
  %e = tensor.empty() : tensor<2x3x4x5x8xf32>
  %f = tensor.empty() : tensor<2x12x5x8xf32>
  %b = linalg.broadcast ins(%k : tensor<2x3x5x8xf32>) outs(%e : tensor<2x3x4x5x8xf32>) dimensions = [2]
  %c = tensor.collapse_shape %b [[0], [1, 2], [3], [4]] : tensor<2x3x4x5x8xf32> into tensor<2x12x5x8xf32>
  %r = linalg.mul ins(%c, %q : tensor<2x12x5x8xf32>, tensor<2x12x5x8xf32>) outs(%f : tensor<2x12x5x8xf32>) -> tensor<2x12x5x8xf32>
  return %r : tensor<2x12x5x8xf32>
}
