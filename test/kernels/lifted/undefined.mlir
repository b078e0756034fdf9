// Tensors without contents that something reads: slices put into nothing, a loop that
// begins with nothing, an input, a value that is gathered from, a splat that is
// gathered from.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --entry=parts
// RUN: kopt-gate %s %t.mlir --device=sim --entry=loop --arg=0:3x2 --arg=1:3 --families=small_integers
// RUN: kopt-gate %s %t.mlir --device=sim --entry=splat
// RUN: kopt-run %t.mlir --device=sim --entry=nothing | FileCheck %s
// REQUIRES: sim

// CHECK: dense<"0x000000000000000000000000"> : tensor<3xi32>
// CHECK: dense<"0x0000"> : tensor<2xi8>
func.func @parts(%x: tensor<2x3xf32>, %y: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %a = tensor.insert_slice %x into %e[0, 0] [2, 3] [1, 1] : tensor<2x3xf32> into tensor<2x4xf32>
  %b = tensor.insert_slice %y into %a[0, 3] [2, 1] [1, 1] : tensor<2x1xf32> into tensor<2x4xf32>
  return %b : tensor<2x4xf32>
}
func.func @loop(%x: tensor<?x2xf32>, %n: index) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty(%n) : tensor<?x2xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%o = %e) -> tensor<?x2xf32> {
    %row = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<?x2xf32> to tensor<1x2xf32>
    %t = arith.addf %row, %row : tensor<1x2xf32>
    %p = tensor.insert_slice %t into %o[%i, 0] [1, 2] [1, 1] : tensor<1x2xf32> into tensor<?x2xf32>
    scf.yield %p : tensor<?x2xf32>
  }
  return %r : tensor<?x2xf32>
}
func.func @splat(%x: tensor<3xf32>) -> (tensor<5xf32>, tensor<2xf32>) {
  %c = arith.constant 2.0 : f32
  %s = arith.constant dense<3.0> : tensor<4xf32>
  %p = tensor.pad %s low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<4xf32> to tensor<5xf32>
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %q = tensor.extract_slice %f[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %p, %q : tensor<5xf32>, tensor<2xf32>
}
func.func @nothing(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<2xi8>) {
  %e = tensor.empty() : tensor<3xi32>
  %d = tensor.empty() : tensor<2xi8>
  %z = arith.constant 0 : i32
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%e : tensor<3xi32>) outs(%e : tensor<3xi32>) {
  ^bb0(%a: i32, %o: i32):
    %t = arith.muli %a, %z : i32
    %u = arith.muli %o, %z : i32
    %s = arith.addi %t, %u : i32
    linalg.yield %s : i32
  } -> tensor<3xi32>
  return %r, %d : tensor<3xi32>, tensor<2xi8>
}
