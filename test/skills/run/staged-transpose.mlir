// Square tiles, transposed on chip: odd extents, batches, all widths of elements, extents
// that only a launch knows, several operands of different orders, results of reductions. A
// permutation that keeps the innermost dimension needs none.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=plain --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=batch --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=heads --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=bytes --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=double --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=indices --device=sim --families=small_integers
// RUN: kopt-gate %s %t.mlir --entry=bits --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=random_bits --arg=0:37x90
// RUN: kopt-gate %s %t.mlir --entry=several --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=scaled --device=sim --families=normal
// REQUIRES: sim

// CHECK: card @staged_transpose applied at @plain_0/load#0, bytes = 16
// CHECK: card @staged_transpose applied at @batch_0/load#0, bytes = 16
// CHECK: card @staged_transpose refused at @heads_0/load#0: G1: the tile has its memory's innermost dimension
// CHECK: card @staged_transpose applied at @bytes_0/load#0, bytes = 16
// CHECK: card @staged_transpose applied at @double_0/load#0, bytes = 16
// CHECK: card @staged_transpose applied at @bits_0/load#0, bytes = 16
// CHECK: card @staged_transpose applied at @several_0/load#0, bytes = 16
// CHECK: card @staged_transpose applied at @several_0/load#2, bytes = 16

#id = affine_map<(i, j) -> (i, j)>
#turned = affine_map<(i, j) -> (j, i)>
func.func @plain(%x: tensor<300x77xf32>) -> tensor<77x300xf32> {
  %e = tensor.empty() : tensor<77x300xf32>
  %r = linalg.transpose ins(%x : tensor<300x77xf32>) outs(%e : tensor<77x300xf32>) permutation = [1, 0]
  return %r : tensor<77x300xf32>
}
func.func @batch(%x: tensor<3x257x130xbf16>) -> tensor<3x130x257xbf16> {
  %e = tensor.empty() : tensor<3x130x257xbf16>
  %r = linalg.transpose ins(%x : tensor<3x257x130xbf16>) outs(%e : tensor<3x130x257xbf16>) permutation = [0, 2, 1]
  return %r : tensor<3x130x257xbf16>
}
func.func @heads(%x: tensor<2x9x4x64xf16>) -> tensor<2x4x9x64xf16> {
  %e = tensor.empty() : tensor<2x4x9x64xf16>
  %r = linalg.transpose ins(%x : tensor<2x9x4x64xf16>) outs(%e : tensor<2x4x9x64xf16>) permutation = [0, 2, 1, 3]
  return %r : tensor<2x4x9x64xf16>
}
func.func @bytes(%x: tensor<40x3x300xi8>) -> tensor<300x3x40xi8> {
  %e = tensor.empty() : tensor<300x3x40xi8>
  %r = linalg.transpose ins(%x : tensor<40x3x300xi8>) outs(%e : tensor<300x3x40xi8>) permutation = [2, 1, 0]
  return %r : tensor<300x3x40xi8>
}
func.func @double(%x: tensor<33x65xf64>) -> tensor<65x33xf64> {
  %e = tensor.empty() : tensor<65x33xf64>
  %r = linalg.transpose ins(%x : tensor<33x65xf64>) outs(%e : tensor<65x33xf64>) permutation = [1, 0]
  return %r : tensor<65x33xf64>
}
func.func @bits(%x: tensor<33x65xi1>) -> tensor<65x33xi1> {
  %e = tensor.empty() : tensor<65x33xi1>
  %r = linalg.transpose ins(%x : tensor<33x65xi1>) outs(%e : tensor<65x33xi1>) permutation = [1, 0]
  return %r : tensor<65x33xi1>
}
func.func @indices(%x: tensor<33x40xindex>) -> tensor<40x33xindex> {
  %e = tensor.empty() : tensor<40x33xindex>
  %r = linalg.transpose ins(%x : tensor<33x40xindex>) outs(%e : tensor<40x33xindex>) permutation = [1, 0]
  return %r : tensor<40x33xindex>
}
func.func @dynamic(%x: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xbf16>
  %n = tensor.dim %x, %c1 : tensor<?x?xbf16>
  %e = tensor.empty(%n, %m) : tensor<?x?xbf16>
  %r = linalg.transpose ins(%x : tensor<?x?xbf16>) outs(%e : tensor<?x?xbf16>) permutation = [1, 0]
  return %r : tensor<?x?xbf16>
}
func.func @several(%x: tensor<100x72xf32>, %y: tensor<72x100xf32>, %z: tensor<100x72xbf16>) -> tensor<72x100xf32> {
  %e = tensor.empty() : tensor<72x100xf32>
  %r = linalg.generic {indexing_maps = [#turned, #id, #turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : tensor<100x72xf32>, tensor<72x100xf32>, tensor<100x72xbf16>) outs(%e : tensor<72x100xf32>) {
  ^bb0(%a: f32, %b: f32, %c: bf16, %o: f32):
    %w = arith.extf %c : bf16 to f32
    %s = arith.addf %a, %b : f32
    %t = arith.mulf %s, %w : f32
    linalg.yield %t : f32
  } -> tensor<72x100xf32>
  return %r : tensor<72x100xf32>
}
func.func @scaled(%x: tensor<64x96xf32>) -> tensor<96x64xf32> {
  %z = arith.constant 0.0 : f32
  %ev = tensor.empty() : tensor<64xf32>
  %f = linalg.fill ins(%z : f32) outs(%ev : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<64x96xf32>) outs(%f : tensor<64xf32>) dimensions = [1]
  %e = tensor.empty() : tensor<96x64xf32>
  %r = linalg.generic {indexing_maps = [#turned, affine_map<(i, j) -> (j)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x96xf32>, tensor<64xf32>) outs(%e : tensor<96x64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %t = arith.mulf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<96x64xf32>
  return %r : tensor<96x64xf32>
}
