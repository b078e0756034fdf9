// The bits of whole tensors in another type, and what is computed from them. (The
// gate's oracle refuses programs that take the bits of a float: it widens floats.)
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.fast.mlir
// RUN: kopt-run %s --entry=wanted --device=sim > %t.wanted
// RUN: kopt-run %t.plain.mlir --entry=bits --device=sim > %t.got
// RUN: diff %t.wanted %t.got
// RUN: kopt-run %t.fast.mlir --entry=bits --device=sim > %t.got
// RUN: diff %t.wanted %t.got
// REQUIRES: sim

func.func @bits() -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi16>) {
  %x = arith.constant dense<[1.0, -0.0, 0x7F800000, 0x7FC00001]> : tensor<4xf32>
  %i = tensor.bitcast %x : tensor<4xf32> to tensor<4xi32>
  %one = arith.constant dense<1> : tensor<4xi32>
  %k = arith.addi %i, %one : tensor<4xi32>
  %y = arith.constant dense<[1, -2147483648, 1065353216, 2139095040]> : tensor<4xi32>
  %f = tensor.bitcast %y : tensor<4xi32> to tensor<4xf32>
  %n = arith.negf %f : tensor<4xf32>
  %h = arith.constant dense<[1.0, -2.0, 0.5, 0xFF80]> : tensor<4xbf16>
  %b = tensor.bitcast %h : tensor<4xbf16> to tensor<4xi16>
  return %k, %n, %b : tensor<4xi32>, tensor<4xf32>, tensor<4xi16>
}
func.func @wanted() -> (tensor<4xi32>, tensor<4xf32>, tensor<4xi16>) {
  %k = arith.constant dense<[1065353217, -2147483647, 2139095041, 2143289346]> : tensor<4xi32>
  %n = arith.constant dense<[0x80000001, 0.0, -1.0, 0xFF800000]> : tensor<4xf32>
  %b = arith.constant dense<[16256, -16384, 16128, -128]> : tensor<4xi16>
  return %k, %n, %b : tensor<4xi32>, tensor<4xf32>, tensor<4xi16>
}
