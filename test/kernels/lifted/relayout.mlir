// Packing and unpacking: transposed, padded, of ragged and dynamic extents.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=pack --device=sim --families=normal,nan_lanes --arg=2:1.5
// RUN: kopt-gate %s %t.mlir --entry=unpack --device=sim --families=normal,nan_lanes
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal --arg=0:5x9
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal --arg=0:0x9
// RUN: kopt-gate %s %t.mlir --entry=dynamic_tiles --device=sim --families=normal --arg=0:7x9 --arg=1:2 --arg=2:4
// RUN: kopt-gate %s %t.mlir --entry=dynamic_tiles --device=sim --families=normal,nan_lanes --arg=0:8x9 --arg=1:8 --arg=2:1
// RUN: kopt-gate %s %t.mlir --entry=dynamic_tiles --device=sim --families=normal --arg=0:3x1 --arg=1:5 --arg=2:7
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --entry=dynamic_tiles --device=sim --families=normal --arg=0:7x9 --arg=1:2 --arg=2:4
// REQUIRES: sim

func.func @pack(%x: tensor<6x8xf32>, %y: tensor<5x9x3xbf16>, %pad: bf16)
    -> (tensor<2x4x2x3xf32>, tensor<3x2x3x3x3xbf16>, tensor<3x5x5x2xbf16>) {
  %e = tensor.empty() : tensor<2x4x2x3xf32>
  %0 = linalg.pack %x inner_dims_pos = [1, 0] inner_tiles = [2, 3]
      into %e : tensor<6x8xf32> -> tensor<2x4x2x3xf32>
  // Both tiled dimensions are ragged; the padding value is an argument.
  %f = tensor.empty() : tensor<3x2x3x3x3xbf16>
  %z = tensor.empty() : tensor<3x5x5x2xbf16>
  %c = arith.constant 0xFF80 : bf16
  %1 = linalg.pack %y padding_value(%c : bf16) outer_dims_perm = [1, 0, 2] inner_dims_pos = [0, 1] inner_tiles = [3, 3]
      into %f : tensor<5x9x3xbf16> -> tensor<3x2x3x3x3xbf16>
  %2 = linalg.pack %y padding_value(%pad : bf16) outer_dims_perm = [2, 1, 0] inner_dims_pos = [1] inner_tiles = [2]
      into %z : tensor<5x9x3xbf16> -> tensor<3x5x5x2xbf16>
  return %0, %1, %2 : tensor<2x4x2x3xf32>, tensor<3x2x3x3x3xbf16>, tensor<3x5x5x2xbf16>
}
func.func @unpack(%x: tensor<2x4x2x3xf32>, %y: tensor<3x2x3x3x3xbf16>) -> (tensor<6x8xf32>, tensor<5x8x3xbf16>) {
  %e = tensor.empty() : tensor<6x8xf32>
  %0 = linalg.unpack %x inner_dims_pos = [1, 0] inner_tiles = [2, 3]
      into %e : tensor<2x4x2x3xf32> -> tensor<6x8xf32>
  // The last tiles are cut off.
  %f = tensor.empty() : tensor<5x8x3xbf16>
  %1 = linalg.unpack %y outer_dims_perm = [1, 0, 2] inner_dims_pos = [0, 1] inner_tiles = [3, 3]
      into %f : tensor<3x2x3x3x3xbf16> -> tensor<5x8x3xbf16>
  return %0, %1 : tensor<6x8xf32>, tensor<5x8x3xbf16>
}
func.func @dynamic(%x: tensor<?x?xf32>) -> (tensor<?x?x4x2xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %pad = arith.constant 7.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %tm = arith.ceildivsi %m, %c4 : index
  %tn = arith.ceildivsi %n, %c2 : index
  %e = tensor.empty(%tm, %tn) : tensor<?x?x4x2xf32>
  %0 = linalg.pack %x padding_value(%pad : f32) inner_dims_pos = [0, 1] inner_tiles = [4, 2]
      into %e : tensor<?x?xf32> -> tensor<?x?x4x2xf32>
  %f = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [4, 2]
      into %f : tensor<?x?x4x2xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?x4x2xf32>, tensor<?x?xf32>
}
// Inner tiles of extents that only a launch knows, around a permutation.
func.func @dynamic_tiles(%x: tensor<?x?xf32>, %a: index, %b: index) -> (tensor<?x?x?x?xf32>, tensor<?x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %pad = arith.constant 7.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = arith.ceildivui %m, %a : index
  %q = arith.ceildivui %n, %b : index
  %e = tensor.empty(%q, %p, %b, %a) : tensor<?x?x?x?xf32>
  %0 = linalg.pack %x padding_value(%pad : f32) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%b, %a]
      into %e : tensor<?x?xf32> -> tensor<?x?x?x?xf32>
  %f = tensor.empty(%m, %n) : tensor<?x?xf32>
  %1 = linalg.unpack %0 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [%b, %a]
      into %f : tensor<?x?x?x?xf32> -> tensor<?x?xf32>
  return %0, %1 : tensor<?x?x?x?xf32>, tensor<?x?xf32>
}
