// Offsets and extents that only a launch knows; where the divided dimension is
// one of those, elements are read by index as before.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ONE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=offset --device=sim --shapes=asked --arg=0:7x40 --arg=1:2
// RUN: kopt-gate %s %t.mlir --entry=window --device=sim --shapes=asked --arg=0:9x40 --arg=1:3 --arg=2:4
// RUN: kopt-gate %s %t.mlir --entry=window --device=sim --shapes=asked --arg=0:9x40 --arg=1:9 --arg=2:0
// RUN: kopt-gate %s %t.mlir --entry=packed --device=sim --shapes=asked --arg=0:7x52
// RUN: kopt-gate %s %t.mlir --entry=packed --device=sim --shapes=asked --arg=0:0x52
// RUN: kopt-gate %s %t.mlir --entry=joined --device=sim --shapes=asked --arg=0:3x5 --arg=1:3x6
// RUN: kopt-gate %s %t.mlir --entry=stacked --device=sim --shapes=asked --arg=0:3x5 --arg=1:2x5
// REQUIRES: sim

// CHECK: card @parts_by_index applied at @offset_0
// CHECK: card @parts_by_index refused at @stacked_0: action: an element whose place is no multiple of coordinates plus an offset
// ONE: func.func @offset(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @window(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @packed(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @joined(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @stacked(
// ONE-COUNT-2: kopt.launch
// ONE-NOT: kopt.launch

// A dynamic offset.
func.func @offset(%x: tensor<?x40xf32>, %at: index) -> tensor<3x16xf32> {
  %a = tensor.extract_slice %x[%at, 8] [3, 16] [1, 1] : tensor<?x40xf32> to tensor<3x16xf32>
  %e = tensor.empty() : tensor<3x16xf32>
  %r = linalg.abs ins(%a : tensor<3x16xf32>) outs(%e : tensor<3x16xf32>) -> tensor<3x16xf32>
  return %r : tensor<3x16xf32>
}
// Of an intermediate, too, and a dynamic extent.
func.func @window(%x: tensor<?x40xf32>, %at: index, %n: index) -> tensor<?x16xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x40xf32>
  %f = tensor.empty(%d) : tensor<?x40xf32>
  %y = linalg.abs ins(%x : tensor<?x40xf32>) outs(%f : tensor<?x40xf32>) -> tensor<?x40xf32>
  %a = tensor.extract_slice %y[%at, 8] [%n, 16] [1, 1] : tensor<?x40xf32> to tensor<?x16xf32>
  %e = tensor.empty(%n) : tensor<?x16xf32>
  %r = linalg.negf ins(%a : tensor<?x16xf32>) outs(%e : tensor<?x16xf32>) -> tensor<?x16xf32>
  return %r : tensor<?x16xf32>
}
// SwiGLU of a packed projection, of a dynamic number of rows.
func.func @packed(%x: tensor<?x52xf32>) -> tensor<?x26xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x52xf32>
  %f = tensor.empty(%d) : tensor<?x52xf32>
  %h = tensor.empty(%d) : tensor<?x26xf32>
  %y = linalg.exp ins(%x : tensor<?x52xf32>) outs(%f : tensor<?x52xf32>) -> tensor<?x52xf32>
  %g = tensor.extract_slice %y[0, 0] [%d, 26] [1, 1] : tensor<?x52xf32> to tensor<?x26xf32>
  %u = tensor.extract_slice %y[0, 26] [%d, 26] [1, 1] : tensor<?x52xf32> to tensor<?x26xf32>
  %r = linalg.mul ins(%g, %u : tensor<?x26xf32>, tensor<?x26xf32>) outs(%h : tensor<?x26xf32>) -> tensor<?x26xf32>
  return %r : tensor<?x26xf32>
}
func.func @joined(%x: tensor<?x5xf32>, %y: tensor<?x6xf32>) -> tensor<?x11xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x5xf32>
  %f = tensor.empty(%d) : tensor<?x11xf32>
  %h = tensor.empty(%d) : tensor<?x5xf32>
  %a = linalg.exp ins(%x : tensor<?x5xf32>) outs(%h : tensor<?x5xf32>) -> tensor<?x5xf32>
  %c = tensor.concat dim(1) %a, %y : (tensor<?x5xf32>, tensor<?x6xf32>) -> tensor<?x11xf32>
  %r = linalg.abs ins(%c : tensor<?x11xf32>) outs(%f : tensor<?x11xf32>) -> tensor<?x11xf32>
  return %r : tensor<?x11xf32>
}
// Extents that only a launch knows along the divided dimension.
func.func @stacked(%x: tensor<?x5xf32>, %y: tensor<?x5xf32>) -> tensor<?x5xf32> {
  %c = tensor.concat dim(0) %x, %y : (tensor<?x5xf32>, tensor<?x5xf32>) -> tensor<?x5xf32>
  %c0 = arith.constant 0 : index
  %d = tensor.dim %c, %c0 : tensor<?x5xf32>
  %f = tensor.empty(%d) : tensor<?x5xf32>
  %r = linalg.abs ins(%c : tensor<?x5xf32>) outs(%f : tensor<?x5xf32>) -> tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}
