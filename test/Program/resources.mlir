// Resources that are not what their type says: an error at the constant's user, on the
// device and for the oracle. One of one-bit numbers has a byte for each.
// RUN: split-file %s %t
// RUN: kopt-opt %t/none.mlir --apply-skills="skills=%skills recipe=plain" -o %t/none.k.mlir
// RUN: not kopt-run %t/none.k.mlir --device=sim 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not kopt-gate %t/none.mlir %t/none.k.mlir --device=sim 2>&1 | FileCheck %s --check-prefix=ORACLE
// RUN: kopt-opt %t/bits.mlir --apply-skills="skills=%skills recipe=plain" -o %t/bits.k.mlir
// RUN: kopt-run %t/bits.k.mlir --device=sim --family=constant_rows | FileCheck %s --check-prefix=BITS
// REQUIRES: sim

// NONE: none.k.mlir:{{.*}}: error: 'kopt.launch' op expected resource '__elided__' to have contents
// ORACLE: error: 'arith.constant' op expected a dense resource with the bytes of its type
// BITS: dense<"0x07000000000000000000000007000000"> : tensor<4xi32>

//--- none.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %w = arith.constant dense_resource<__elided__> : tensor<4xf32>
  %r = arith.addf %x, %w : tensor<4xf32>
  return %r : tensor<4xf32>
}
//--- bits.mlir
func.func @main() -> tensor<4xi32> {
  %m = arith.constant dense_resource<mask> : tensor<4xi1>
  %a = arith.constant dense<7> : tensor<4xi32>
  %b = arith.constant dense<0> : tensor<4xi32>
  %r = arith.select %m, %a, %b : tensor<4xi1>, tensor<4xi32>
  return %r : tensor<4xi32>
}
{-#
  dialect_resources: {
    builtin: {
      mask: "0x0100000001000001"
    }
  }
#-}
