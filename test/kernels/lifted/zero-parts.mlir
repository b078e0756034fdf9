// Parts without elements: concatenated, padded, packed and scanned.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.mlir --entry=concat --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=pad --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=pad_none --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=pack --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=reverse --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=scan --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal --arg=0:0x3 --arg=1:2x3
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal --arg=0:0x3 --arg=1:0x3
// RUN: kopt-gate %s %t.fast.mlir --entry=concat --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=pad --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=pad_none --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=pack --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=reverse --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=scan --device=sim --families=normal
// RUN: kopt-gate %s %t.fast.mlir --entry=dynamic --device=sim --families=normal --arg=0:0x3 --arg=1:2x3
// RUN: kopt-gate %s %t.fast.mlir --entry=dynamic --device=sim --families=normal --arg=0:0x3 --arg=1:0x3
// REQUIRES: sim

func.func @concat(%x: tensor<3x0xf32>, %y: tensor<4x0xf32>, %a: tensor<0x3xf32>, %b: tensor<0x4xf32>, %c: tensor<2x3xf32>)
    -> (tensor<7x0xf32>, tensor<0x7xf32>, tensor<2x3xf32>, tensor<4x3xf32>) {
  %0 = tensor.concat dim(0) %x, %y : (tensor<3x0xf32>, tensor<4x0xf32>) -> tensor<7x0xf32>
  %1 = tensor.concat dim(1) %a, %b : (tensor<0x3xf32>, tensor<0x4xf32>) -> tensor<0x7xf32>
  %2 = tensor.concat dim(0) %c, %a : (tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<2x3xf32>
  %3 = tensor.concat dim(0) %a, %c, %a, %c, %a : (tensor<0x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>, tensor<2x3xf32>, tensor<0x3xf32>) -> tensor<4x3xf32>
  return %0, %1, %2, %3 : tensor<7x0xf32>, tensor<0x7xf32>, tensor<2x3xf32>, tensor<4x3xf32>
}
func.func @dynamic(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = tensor.concat dim(0) %x, %y : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}
func.func @pad(%x: tensor<0x3xf32>) -> tensor<2x5xf32> {
  %z = arith.constant 1.5 : f32
  %0 = tensor.pad %x low[2, 1] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<0x3xf32> to tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
func.func @pad_none(%x: tensor<3x0xf32>) -> tensor<3x0xf32> {
  %z = arith.constant 1.5 : f32
  %0 = tensor.pad %x low[0, 0] high[0, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<3x0xf32> to tensor<3x0xf32>
  return %0 : tensor<3x0xf32>
}
func.func @pack(%x: tensor<0x6xf32>, %d: tensor<0x2x4x3xf32>) -> tensor<0x2x4x3xf32> {
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %d : tensor<0x6xf32> -> tensor<0x2x4x3xf32>
  return %0 : tensor<0x2x4x3xf32>
}
func.func @reverse(%x: tensor<0x2x4x3xf32>, %d: tensor<0x6xf32>) -> tensor<0x6xf32> {
  %0 = linalg.unpack %x inner_dims_pos = [0, 1] inner_tiles = [4, 3] into %d : tensor<0x2x4x3xf32> -> tensor<0x6xf32>
  return %0 : tensor<0x6xf32>
}
func.func @scan(%x: tensor<3x0xf32>, %y: tensor<0x3xf32>, %i: tensor<3xf32>, %j: tensor<0xf32>) -> (tensor<3x0xf32>, tensor<0x3xf32>, tensor<3xf32>) {
  %e = tensor.empty() : tensor<3x0xf32>
  %f = tensor.empty() : tensor<0x3xf32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<3x0xf32>) outs(%e, %i : tensor<3x0xf32>, tensor<3xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.addf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<3x0xf32>, tensor<3xf32>
  %q:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%y : tensor<0x3xf32>) outs(%f, %j : tensor<0x3xf32>, tensor<0xf32>) {
  ^bb0(%s: f32, %v: f32):
    %t = arith.addf %s, %v : f32
    tm_tensor.yield %t : f32
  } -> tensor<0x3xf32>, tensor<0xf32>
  return %r#0, %q#0, %r#1 : tensor<3x0xf32>, tensor<0x3xf32>, tensor<3xf32>
}
