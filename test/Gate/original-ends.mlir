// An original that ends its process, or never ends: told in the tools' own words,
// with its place. The gate is inconclusive about the candidate.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: %exits 3 kopt-gate %s %t.mlir --entry=asserts --device=sim --families=normal > %t.asserts 2>&1
// RUN: FileCheck %s --check-prefix=ASSERTS --input-file=%t.asserts
// RUN: %exits 3 kopt-gate %s %t.mlir --entry=divides --arg=1:0 --device=sim --families=normal > %t.divides 2>&1
// RUN: FileCheck %s --check-prefix=DIVIDES --input-file=%t.divides
// RUN: %exits 3 kopt-gate %s %t.mlir --entry=outside --device=sim --families=normal > %t.outside 2>&1
// RUN: FileCheck %s --check-prefix=OUTSIDE --input-file=%t.outside
// RUN: kopt-gate %s %t.mlir --entry=holds --device=sim --families=normal
// RUN: %exits 1 kopt-run %s --entry=asserts > %t.run 2>&1
// RUN: FileCheck %s --check-prefix=RUN-ASSERTS --input-file=%t.run
// RUN: %exits 1 kopt-run %s --entry=divides --arg=1:0 > %t.run 2>&1
// RUN: FileCheck %s --check-prefix=RUN-DIVIDES --input-file=%t.run
// RUN: %exits 1 kopt-run %s --entry=endless --timeout=0.05 > %t.run 2>&1
// RUN: FileCheck %s --check-prefix=ENDLESS --input-file=%t.run
// RUN: %exits 1 kopt-run %s --entry=recurses > %t.run 2>&1
// RUN: FileCheck %s --check-prefix=RECURSES --input-file=%t.run
// RUN: %exits 1 kopt-run %s --entry=huge --arg=1:100000000000000 > %t.run 2>&1
// RUN: FileCheck %s --check-prefix=HUGE --input-file=%t.run
// REQUIRES: sim

// ASSERTS: original-ends.mlir:[[#@LINE+5]]:1: error: the original cannot be executed on these arguments: an assertion does not hold: "the first element is large"
// ASSERTS: inconclusive (undecided): family normal: the oracle has no results
// RUN-ASSERTS: original-ends.mlir:[[#@LINE+3]]:1: error: the original cannot be executed on these arguments: an assertion does not hold: "the first element is large"
// DIVIDES: error: {{.*}}: an integer was divided by zero
// RUN-DIVIDES: error: {{.*}}: an integer was divided by zero
func.func @asserts(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %big = arith.constant 1.0e+30 : f32
  %e = tensor.extract %x[%c0] : tensor<4xf32>
  %ok = arith.cmpf ogt, %e, %big : f32
  cf.assert %ok, "the first element is large"
  %r = arith.addf %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @divides(%x: tensor<4xi32>, %y: i32) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = linalg.map ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) (%a: i32, %o: i32) {
    %q = arith.divsi %a, %y : i32
    linalg.yield %q : i32
  }
  return %r : tensor<4xi32>
}
// OUTSIDE: [[#@LINE+1]]:1: error: {{.*}}: an access outside of its memory, or recursion without end
func.func @outside(%x: tensor<4xf32>, %i: tensor<1xi64>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %far = arith.constant 1152921504606846976 : i64
  %e = tensor.extract %i[%c0] : tensor<1xi64>
  %n = arith.ori %e, %far : i64
  %at = arith.index_cast %n : i64 to index
  %v = tensor.extract %x[%at] : tensor<4xf32>
  %s = tensor.splat %v : tensor<4xf32>
  %r = arith.addf %x, %s : tensor<4xf32>
  return %r : tensor<4xf32>
}
// ENDLESS: [[#@LINE+1]]:1: error: {{.*}}: it did not end within 1 s of processor time
func.func @endless(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant dense<1.0> : tensor<4xf32>
  %r = scf.while (%t = %x) : (tensor<4xf32>) -> tensor<4xf32> {
    %e = tensor.extract %t[%c0] : tensor<4xf32>
    %c = arith.cmpf une, %e, %e : f32
    %true = arith.constant true
    %go = arith.ori %c, %true : i1
    scf.condition(%go) %t : tensor<4xf32>
  } do {
  ^bb0(%t: tensor<4xf32>):
    %n = arith.addf %t, %one : tensor<4xf32>
    scf.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// HUGE: [[#@LINE+1]]:1: error: {{.*}}: no memory for {{[0-9]+}} bytes
func.func @huge(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = tensor.extract_slice %f[7] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %r = arith.addf %x, %s : tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @again(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = func.call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = arith.addf %r, %x : tensor<4xf32>
  return %s : tensor<4xf32>
}
// RECURSES: [[#@LINE+1]]:1: error: {{.*}}: an access outside of its memory, or recursion without end
func.func @recurses(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = func.call @again(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @holds(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %x[%c0] : tensor<4xf32>
  %ok = arith.cmpf oeq, %e, %e : f32
  cf.assert %ok, "the first element is a number"
  %r = arith.addf %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
