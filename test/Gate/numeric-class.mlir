// A hyperbolic tangent that may be approximated, cancelled by an addition (in a
// function that has the name of one of C: the oracle keeps them apart). The
// flag alone is not accepted without permission. With an error like that of the
// device's instruction (2^-11) it is within what is permitted, or it is not.
// RUN: sed 's,^//AFN,,; /EXACT$/d' %s > %t.afn.mlir
// RUN: kopt-opt %t.afn.mlir --apply-skills="skills=%skills recipe=plain" -o %t.flag.mlir
// RUN: not kopt-gate %s %t.flag.mlir --entry=tanh --device=sim | FileCheck %s --check-prefix=FLAG
// RUN: not kopt-gate %s %t.flag.mlir --entry=tanh --device=sim --permit=none | FileCheck %s --check-prefix=FLAG
// RUN: kopt-gate %s %t.flag.mlir --entry=tanh --device=sim "--permit=approximates" --json=%t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// RUN: sed 's,^//AFN,,; /EXACT$/d; s,^//OFF,,; s,addf .t,addf %%off,' %s > %t.off.mlir
// RUN: kopt-opt %t.off.mlir --apply-skills="skills=%skills recipe=plain" -o %t.wrong.mlir
// RUN: kopt-gate %s %t.wrong.mlir --entry=tanh --device=sim "--permit=approximates(8192)"
// RUN: not kopt-gate %s %t.wrong.mlir --entry=tanh --device=sim "--permit=approximates(100)" --families=normal | FileCheck %s --check-prefix=BOUND

// The permission widens nothing for a candidate that shows no approximation.
// RUN: sed 's,^//OFF,,; s,addf .t,addf %%off,' %s > %t.hidden.mlir
// RUN: kopt-opt %t.hidden.mlir --apply-skills="skills=%skills recipe=plain" -o %t.exact.mlir
// RUN: not kopt-gate %s %t.exact.mlir --entry=tanh --device=sim "--permit=approximates(8192)" --families=normal | FileCheck %s --check-prefix=BOUND

// Accumulators below the program's.
// RUN: not kopt-gate %s %S/Inputs/narrow-sum.mlir --entry=sum --device=sim "--permit=approximates(8192)" | FileCheck %s --check-prefix=NARROWS

// The row of the benchmark that needs it.
// RUN: kopt-opt %kopt_src/bench/tasks/small/T24-gelu-chain.mlir --apply-skills="skills=%skills recipe=memory_bound,approximate" -o %t.gelu.mlir
// RUN: not kopt-gate %kopt_src/bench/tasks/small/T24-gelu-chain.mlir %t.gelu.mlir --device=sim | FileCheck %s --check-prefix=FLAG
// RUN: kopt-gate %kopt_src/bench/tasks/small/T24-gelu-chain.mlir %t.gelu.mlir --device=sim "--permit=approximates(8192)" --families=normal

// RUN: not kopt-gate %s %t.flag.mlir --entry=tanh --permit=narrows 2>&1 | FileCheck %s --check-prefix=USAGE
// REQUIRES: sim

// FLAG: rejected (not-permitted): the candidate approximates: math.tanh at
// JSON: "class": "approximates"
// JSON: "permitted_ulps": 4,
// BOUND: rejected (mismatch): family normal
// NARROWS: rejected (not-permitted): the candidate narrows: kopt.reduce at
// USAGE: expected --permit=none, approximates or approximates(ULPS) with at most 2^22 units, but got 'narrows'
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @tanh(%x: tensor<3x130xf32>) -> tensor<3x130xf32> {
  %e = tensor.empty() : tensor<3x130xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x130xf32>) outs(%e : tensor<3x130xf32>) {
  ^bb0(%a: f32, %o: f32):
    %one = arith.constant 1.0 : f32
    %t = math.tanh %a : f32 // EXACT
//AFN    %t = math.tanh %a fastmath<afn> : f32
    %k = arith.constant 1.00048 : f32
//OFF    %off = arith.mulf %t, %k : f32
    %s = arith.addf %t, %one : f32
    linalg.yield %s : f32
  } -> tensor<3x130xf32>
  return %r : tensor<3x130xf32>
}
func.func @sum(%x: tensor<3x128xf32>) -> tensor<3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<3x128xf32>) outs(%f : tensor<3xf32>) dimensions = [1]
  return %s : tensor<3xf32>
}
