// Concatenations become stores of parts, and divide what reads them.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ONE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=rotate_half --device=sim
// RUN: kopt-gate %s %t.mlir --entry=uneven --device=sim
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one --device=sim
// RUN: kopt-gate %s %t.mlir --entry=five --device=sim
// REQUIRES: sim

// CHECK: card @parts_by_index applied at @rotate_half_4
// CHECK: card @parts_by_index applied at @uneven_1
// ONE: func.func @rotate_half(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @uneven(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @rows(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @one(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @five(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch

#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#angle = affine_map<(d0, d1, d2) -> (d0, d2)>
// As torch exports it: x * cos + concat(-x1, x0) * sin; odd positions.
func.func @rotate_half(%x: tensor<3x5x16xf32>, %cos: tensor<3x16xf32>, %sin: tensor<3x16xf32>) -> tensor<3x5x16xf32> {
  %x0 = tensor.extract_slice %x[0, 0, 0] [3, 5, 8] [1, 1, 1] : tensor<3x5x16xf32> to tensor<3x5x8xf32>
  %x1 = tensor.extract_slice %x[0, 0, 8] [3, 5, 8] [1, 1, 1] : tensor<3x5x16xf32> to tensor<3x5x8xf32>
  %e = tensor.empty() : tensor<3x5x16xf32>
  %h = tensor.empty() : tensor<3x5x8xf32>
  %a = linalg.generic {indexing_maps = [#id3, #angle, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %cos : tensor<3x5x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x5x16xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r : f32
    linalg.yield %p : f32
  } -> tensor<3x5x16xf32>
  %n = linalg.negf ins(%x1 : tensor<3x5x8xf32>) outs(%h : tensor<3x5x8xf32>) -> tensor<3x5x8xf32>
  %c = tensor.concat dim(2) %n, %x0 : (tensor<3x5x8xf32>, tensor<3x5x8xf32>) -> tensor<3x5x16xf32>
  %b = linalg.generic {indexing_maps = [#id3, #angle, #id3], iterator_types = ["parallel", "parallel", "parallel"]} ins(%c, %sin : tensor<3x5x16xf32>, tensor<3x16xf32>) outs(%e : tensor<3x5x16xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r : f32
    linalg.yield %p : f32
  } -> tensor<3x5x16xf32>
  %s = linalg.add ins(%a, %b : tensor<3x5x16xf32>, tensor<3x5x16xf32>) outs(%e : tensor<3x5x16xf32>) -> tensor<3x5x16xf32>
  return %s : tensor<3x5x16xf32>
}
// Parts of different extents, one empty, one out of step with 16 bytes; then read whole.
func.func @uneven(%x: tensor<4x3xf32>, %y: tensor<4x0xf32>, %z: tensor<4x130xf32>) -> tensor<4x133xf32> {
  %e = tensor.empty() : tensor<4x3xf32>
  %f = tensor.empty() : tensor<4x133xf32>
  %a = linalg.abs ins(%x : tensor<4x3xf32>) outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  %c = tensor.concat dim(1) %a, %y, %z : (tensor<4x3xf32>, tensor<4x0xf32>, tensor<4x130xf32>) -> tensor<4x133xf32>
  %r = linalg.negf ins(%c : tensor<4x133xf32>) outs(%f : tensor<4x133xf32>) -> tensor<4x133xf32>
  return %r : tensor<4x133xf32>
}
// Concatenated rows, each reduced by itself.
func.func @rows(%x: tensor<2x5xf32>, %y: tensor<3x5xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %c = tensor.concat dim(0) %x, %y : (tensor<2x5xf32>, tensor<3x5xf32>) -> tensor<5x5xf32>
  %s = linalg.reduce { arith.addf } ins(%c : tensor<5x5xf32>) outs(%z : tensor<5xf32>) dimensions = [1]
  return %s : tensor<5xf32>
}
// Rank 1 and 5.
func.func @one(%x: tensor<77xf32>, %y: tensor<3xf32>) -> tensor<80xf32> {
  %e = tensor.empty() : tensor<77xf32>
  %a = linalg.exp ins(%x : tensor<77xf32>) outs(%e : tensor<77xf32>) -> tensor<77xf32>
  %c = tensor.concat dim(0) %a, %y : (tensor<77xf32>, tensor<3xf32>) -> tensor<80xf32>
  return %c : tensor<80xf32>
}
func.func @five(%x: tensor<2x3x2x3x8xf16>, %y: tensor<2x3x1x3x8xf16>) -> tensor<2x3x3x3x8xf16> {
  %e = tensor.empty() : tensor<2x3x3x3x8xf16>
  %c = tensor.concat dim(2) %x, %y : (tensor<2x3x2x3x8xf16>, tensor<2x3x1x3x8xf16>) -> tensor<2x3x3x3x8xf16>
  %r = linalg.abs ins(%c : tensor<2x3x3x3x8xf16>) outs(%e : tensor<2x3x3x3x8xf16>) -> tensor<2x3x3x3x8xf16>
  return %r : tensor<2x3x3x3x8xf16>
}
