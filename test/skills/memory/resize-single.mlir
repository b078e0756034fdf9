// A loop that takes single elements, in a tile without a dimension for it, is
// not lengthened: it would leave elements out.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_by_index,rows_in_registers,bounded_rows_in_registers explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --device=sim --families=small_integers,normal
// REQUIRES: sim

// CHECK: card @tile_by_index applied at @dot_0
// CHECK: card @rows_in_registers refused at @dot_0: action: an access takes single elements there, not tiles
// CHECK: card @bounded_rows_in_registers refused at @dot_0: action: an access takes single elements there, not tiles
func.func @dot(%x: tensor<127xi32>, %y: tensor<127xi32>) -> tensor<i32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<i32>
  %f = linalg.fill ins(%zero : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %r = linalg.dot ins(%x, %y : tensor<127xi32>, tensor<127xi32>) outs(%f : tensor<i32>) -> tensor<i32>
  return %r : tensor<i32>
}
