// Tensor operations on every element type; arguments that are inserted into, returned,
// returned twice, and passed twice keep their contents.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --entry=f64 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=bf16 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=f16 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=f8E4M3FN --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=i1 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=i8 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=i16 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=i64 --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=index --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --device=sim --entry=aliases
// RUN: kopt-gate %s %t.mlir --device=sim --entry=loop --arg=0:5x4 --arg=2:5 --families=small_integers
// Upstream's bufferization takes the extents of the loop's first value for its last one's.
// RUN: kopt-run %t.mlir --device=sim --entry=in_loop --arg=1:3 | FileCheck %s
// RUN: %if host-compiler %{ kopt-opt %t.mlir --kopt-host-pipeline | mlir-translate -mlir-to-llvmir -o %t.ll %}
// REQUIRES: sim

// CHECK: tensor<16xi32>

func.func @f64(%x: tensor<3x5xf64>, %y: tensor<2x5xf64>, %i: tensor<4x1xi32>) -> (tensor<2x3xf64>, tensor<5x5xf64>, tensor<3x5xf64>, tensor<4x6xf64>, tensor<4x5xf64>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xf64>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xf64> to tensor<2x3xf64>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xf64>, tensor<2x5xf64>) -> tensor<5x5xf64>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xf64> into tensor<3x5xf64>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : f64
  } : tensor<3x5xf64> to tensor<4x6xf64>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xf64>, tensor<4x1xi32>) -> tensor<4x5xf64>
  return %a, %b, %c, %d, %g : tensor<2x3xf64>, tensor<5x5xf64>, tensor<3x5xf64>, tensor<4x6xf64>, tensor<4x5xf64>
}
func.func @bf16(%x: tensor<3x5xbf16>, %y: tensor<2x5xbf16>, %i: tensor<4x1xi32>) -> (tensor<2x3xbf16>, tensor<5x5xbf16>, tensor<3x5xbf16>, tensor<4x6xbf16>, tensor<4x5xbf16>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xbf16>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xbf16> to tensor<2x3xbf16>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xbf16>, tensor<2x5xbf16>) -> tensor<5x5xbf16>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xbf16> into tensor<3x5xbf16>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : bf16
  } : tensor<3x5xbf16> to tensor<4x6xbf16>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xbf16>, tensor<4x1xi32>) -> tensor<4x5xbf16>
  return %a, %b, %c, %d, %g : tensor<2x3xbf16>, tensor<5x5xbf16>, tensor<3x5xbf16>, tensor<4x6xbf16>, tensor<4x5xbf16>
}
func.func @f16(%x: tensor<3x5xf16>, %y: tensor<2x5xf16>, %i: tensor<4x1xi32>) -> (tensor<2x3xf16>, tensor<5x5xf16>, tensor<3x5xf16>, tensor<4x6xf16>, tensor<4x5xf16>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xf16>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xf16> to tensor<2x3xf16>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xf16>, tensor<2x5xf16>) -> tensor<5x5xf16>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xf16> into tensor<3x5xf16>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : f16
  } : tensor<3x5xf16> to tensor<4x6xf16>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xf16>, tensor<4x1xi32>) -> tensor<4x5xf16>
  return %a, %b, %c, %d, %g : tensor<2x3xf16>, tensor<5x5xf16>, tensor<3x5xf16>, tensor<4x6xf16>, tensor<4x5xf16>
}
func.func @f8E4M3FN(%x: tensor<3x5xf8E4M3FN>, %y: tensor<2x5xf8E4M3FN>, %i: tensor<4x1xi32>) -> (tensor<2x3xf8E4M3FN>, tensor<5x5xf8E4M3FN>, tensor<3x5xf8E4M3FN>, tensor<4x6xf8E4M3FN>, tensor<4x5xf8E4M3FN>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xf8E4M3FN>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xf8E4M3FN> to tensor<2x3xf8E4M3FN>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xf8E4M3FN>, tensor<2x5xf8E4M3FN>) -> tensor<5x5xf8E4M3FN>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xf8E4M3FN> into tensor<3x5xf8E4M3FN>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : f8E4M3FN
  } : tensor<3x5xf8E4M3FN> to tensor<4x6xf8E4M3FN>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xf8E4M3FN>, tensor<4x1xi32>) -> tensor<4x5xf8E4M3FN>
  return %a, %b, %c, %d, %g : tensor<2x3xf8E4M3FN>, tensor<5x5xf8E4M3FN>, tensor<3x5xf8E4M3FN>, tensor<4x6xf8E4M3FN>, tensor<4x5xf8E4M3FN>
}
func.func @i1(%x: tensor<3x5xi1>, %y: tensor<2x5xi1>, %i: tensor<4x1xi32>) -> (tensor<2x3xi1>, tensor<5x5xi1>, tensor<3x5xi1>, tensor<4x6xi1>, tensor<4x5xi1>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xi1>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xi1> to tensor<2x3xi1>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xi1>, tensor<2x5xi1>) -> tensor<5x5xi1>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xi1> into tensor<3x5xi1>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : i1
  } : tensor<3x5xi1> to tensor<4x6xi1>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xi1>, tensor<4x1xi32>) -> tensor<4x5xi1>
  return %a, %b, %c, %d, %g : tensor<2x3xi1>, tensor<5x5xi1>, tensor<3x5xi1>, tensor<4x6xi1>, tensor<4x5xi1>
}
func.func @i8(%x: tensor<3x5xi8>, %y: tensor<2x5xi8>, %i: tensor<4x1xi32>) -> (tensor<2x3xi8>, tensor<5x5xi8>, tensor<3x5xi8>, tensor<4x6xi8>, tensor<4x5xi8>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xi8>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xi8> to tensor<2x3xi8>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xi8>, tensor<2x5xi8>) -> tensor<5x5xi8>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xi8> into tensor<3x5xi8>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : i8
  } : tensor<3x5xi8> to tensor<4x6xi8>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xi8>, tensor<4x1xi32>) -> tensor<4x5xi8>
  return %a, %b, %c, %d, %g : tensor<2x3xi8>, tensor<5x5xi8>, tensor<3x5xi8>, tensor<4x6xi8>, tensor<4x5xi8>
}
func.func @i16(%x: tensor<3x5xi16>, %y: tensor<2x5xi16>, %i: tensor<4x1xi32>) -> (tensor<2x3xi16>, tensor<5x5xi16>, tensor<3x5xi16>, tensor<4x6xi16>, tensor<4x5xi16>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xi16>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xi16> to tensor<2x3xi16>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xi16>, tensor<2x5xi16>) -> tensor<5x5xi16>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xi16> into tensor<3x5xi16>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : i16
  } : tensor<3x5xi16> to tensor<4x6xi16>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xi16>, tensor<4x1xi32>) -> tensor<4x5xi16>
  return %a, %b, %c, %d, %g : tensor<2x3xi16>, tensor<5x5xi16>, tensor<3x5xi16>, tensor<4x6xi16>, tensor<4x5xi16>
}
func.func @i64(%x: tensor<3x5xi64>, %y: tensor<2x5xi64>, %i: tensor<4x1xi32>) -> (tensor<2x3xi64>, tensor<5x5xi64>, tensor<3x5xi64>, tensor<4x6xi64>, tensor<4x5xi64>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xi64>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xi64> to tensor<2x3xi64>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xi64>, tensor<2x5xi64>) -> tensor<5x5xi64>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xi64> into tensor<3x5xi64>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : i64
  } : tensor<3x5xi64> to tensor<4x6xi64>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xi64>, tensor<4x1xi32>) -> tensor<4x5xi64>
  return %a, %b, %c, %d, %g : tensor<2x3xi64>, tensor<5x5xi64>, tensor<3x5xi64>, tensor<4x6xi64>, tensor<4x5xi64>
}
func.func @index(%x: tensor<3x5xindex>, %y: tensor<2x5xindex>, %i: tensor<4x1xi32>) -> (tensor<2x3xindex>, tensor<5x5xindex>, tensor<3x5xindex>, tensor<4x6xindex>, tensor<4x5xindex>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0, %c0] : tensor<3x5xindex>
  %a = tensor.extract_slice %x[0, 1] [2, 3] [2, 1] : tensor<3x5xindex> to tensor<2x3xindex>
  %b = tensor.concat dim(0) %x, %y : (tensor<3x5xindex>, tensor<2x5xindex>) -> tensor<5x5xindex>
  %c = tensor.insert_slice %a into %x[1, 0] [2, 3] [1, 2] : tensor<2x3xindex> into tensor<3x5xindex>
  %d = tensor.pad %x low[0, 1] high[1, 0] {
  ^bb0(%p: index, %q: index):
    tensor.yield %e : index
  } : tensor<3x5xindex> to tensor<4x6xindex>
  %g = tensor.gather %x[%i] gather_dims([0]) : (tensor<3x5xindex>, tensor<4x1xi32>) -> tensor<4x5xindex>
  return %a, %b, %c, %d, %g : tensor<2x3xindex>, tensor<5x5xindex>, tensor<3x5xindex>, tensor<4x6xindex>, tensor<4x5xindex>
}
func.func private @shift(%x: tensor<6xi32>, %y: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>) {
  %a = tensor.extract_slice %x[1] [5] [1] : tensor<6xi32> to tensor<5xi32>
  %b = tensor.insert_slice %a into %y[0] [5] [1] : tensor<5xi32> into tensor<6xi32>
  return %b, %x, %b : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>
}
func.func @aliases(%x: tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<2x3xi32>) {
  %r:3 = call @shift(%x, %x) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  %s:3 = call @shift(%r#1, %r#0) : (tensor<6xi32>, tensor<6xi32>) -> (tensor<6xi32>, tensor<6xi32>, tensor<6xi32>)
  %v = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xi32> into tensor<2x3xi32>
  return %r#0, %r#1, %r#2, %s#2, %v : tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<6xi32>, tensor<2x3xi32>
}
// A scan by a loop: each step reads a row, combines it with the state, and puts it into
// the result.
func.func @loop(%x: tensor<?x4xf32>, %h: tensor<1x4xf32>, %n: index) -> (tensor<?x4xf32>, tensor<1x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%o = %x, %s = %h) -> (tensor<?x4xf32>, tensor<1x4xf32>) {
    %row = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<1x4xf32>
    %t = arith.addf %s, %row : tensor<1x4xf32>
    %p = tensor.insert_slice %t into %o[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<?x4xf32>
    scf.yield %p, %t : tensor<?x4xf32>, tensor<1x4xf32>
  }
  return %r#0, %r#1 : tensor<?x4xf32>, tensor<1x4xf32>
}
// The loop's value is what a reduction starts from, and its element count changes.
func.func @in_loop(%x: tensor<2xi32>, %n: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.cast %x : tensor<2xi32> to tensor<?xi32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %d) -> tensor<?xi32> {
    %t = arith.addi %o, %o : tensor<?xi32>
    %p = tensor.concat dim(0) %o, %t : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>
    scf.yield %p : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}
