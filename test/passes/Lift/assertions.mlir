// Assertions: one about contents is left out, and that is said; one that the host can
// decide stays and is checked there.
// RUN: kopt-opt -kopt-lift %s -verify-diagnostics -o %t.lifted.mlir
// RUN: kopt-opt %t.lifted.mlir --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-run %t.mlir --device=sim --arg=0:4 --family=small_integers
// RUN: not kopt-run %t.mlir --device=sim --arg=0:3 2>&1 | FileCheck %s
// REQUIRES: sim

// CHECK: error: 'cf.assert' op does not hold: expected four
func.func @assertions(%x: tensor<?xi32>) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %c4 = arith.constant 4 : index
  %four = arith.cmpi eq, %n, %c4 : index
  cf.assert %four, "expected four"
  %first = tensor.extract %x[%c0] : tensor<?xi32>
  %c100 = arith.constant 100 : i32
  %small = arith.cmpi slt, %first, %c100 : i32
  // expected-remark @below {{assertion is not checked: "expected a small number"}}
  cf.assert %small, "expected a small number"
  %e = tensor.empty(%n) : tensor<?xi32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<?xi32>) outs(%e : tensor<?xi32>) {
  ^bb0(%a: i32, %o: i32):
    %c = arith.cmpi slt, %a, %c100 : i32
    // expected-remark @below {{assertion is not checked: "expected small numbers"}}
    cf.assert %c, "expected small numbers"
    linalg.yield %a : i32
  } -> tensor<?xi32>
  return %r : tensor<?xi32>
}
