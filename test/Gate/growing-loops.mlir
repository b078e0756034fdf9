// Loops that carry tensors of growing extent. Upstream's canonicalizer gives what
// the loop carries the extents of the first step, where it starts from a cast, and
// may neither reach the oracle nor what cards leave behind.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-run %t.plain.mlir --entry=doubled --device=sim --family=small_integers | FileCheck %s --check-prefix=DOUBLED
// RUN: kopt-run %t.fast.mlir --entry=doubled --device=sim --family=small_integers | FileCheck %s --check-prefix=DOUBLED
// RUN: kopt-gate %s %t.plain.mlir --entry=doubled --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=doubled --device=sim
// RUN: kopt-gate %s %t.plain.mlir --entry=padded --device=sim --arg=1:4
// RUN: kopt-gate %s %t.fast.mlir --entry=padded --device=sim --arg=1:4
// RUN: kopt-gate %s %t.fast.mlir --entry=padded --device=sim --arg=1:0
// RUN: kopt-gate %s %t.plain.mlir --entry=shrinking --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=shrinking --device=sim
// RUN: kopt-gate %s %t.plain.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=rows --device=sim
// REQUIRES: sim

// DOUBLED: : tensor<16xf32>
func.func @doubled(%x: tensor<2xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %d) -> (tensor<?xf32>) {
    %k = tensor.concat dim(0) %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %k : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @padded(%x: tensor<2xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 1.0 : f32
  %d = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %d) -> (tensor<?xf32>) {
    %k = tensor.pad %a low[1] high[2] {
    ^bb0(%j: index):
      tensor.yield %z : f32
    } : tensor<?xf32> to tensor<?xf32>
    scf.yield %k : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @shrinking(%x: tensor<40xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %d = tensor.cast %x : tensor<40xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %d) -> (tensor<?xf32>) {
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %h = arith.divui %n, %c2 : index
    %l = tensor.extract_slice %a[0] [%h] [1] : tensor<?xf32> to tensor<?xf32>
    %u = tensor.extract_slice %a[%h] [%h] [1] : tensor<?xf32> to tensor<?xf32>
    %e = tensor.empty(%h) : tensor<?xf32>
    %s = linalg.add ins(%l, %u : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %s : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
// As a decoder's cache: a row more at each step, and what is computed from it.
func.func @rows(%x: tensor<1x5xf32>, %y: tensor<1x5xf32>) -> (tensor<?x5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %d = tensor.cast %x : tensor<1x5xf32> to tensor<?x5xf32>
  %e = tensor.empty() : tensor<5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %r:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %d, %t = %z) -> (tensor<?x5xf32>, tensor<5xf32>) {
    %k = tensor.concat dim(0) %a, %y : (tensor<?x5xf32>, tensor<1x5xf32>) -> tensor<?x5xf32>
    %s = linalg.reduce { arith.addf } ins(%k : tensor<?x5xf32>) outs(%t : tensor<5xf32>) dimensions = [0]
    scf.yield %k, %s : tensor<?x5xf32>, tensor<5xf32>
  }
  return %r#0, %r#1 : tensor<?x5xf32>, tensor<5xf32>
}
