// Results behind a decision. Numbers are rounded to whole ones after a product
// and a sum, and a maximum's place is searched among products: the same program
// with the products in the other order is accepted, with a decision that is no
// tie it is not.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.same.mlir
// RUN: kopt-gate %s %t.same.mlir --entry=whole --device=sim --families=normal,normal_1e3,uniform01 --json=%t.json
// RUN: FileCheck %s --check-prefix=TIES < %t.json
// RUN: kopt-gate %s %t.same.mlir --entry=above --device=sim

// RUN: sed 's,addf .p. .half,addf %%p\, %%more,' %s > %t.more.mlir
// RUN: kopt-opt %t.more.mlir --apply-skills="skills=%skills recipe=plain" -o %t.wrong.mlir
// RUN: not kopt-gate %s %t.wrong.mlir --entry=whole --device=sim --families=normal | FileCheck %s --check-prefix=WHOLE

// RUN: sed 's,cmpf ogt. .q. .mean,cmpf oge\, %%q\, %%c,' %s > %t.less.mlir
// RUN: kopt-opt %t.less.mlir --apply-skills="skills=%skills recipe=plain" -o %t.above.mlir
// RUN: not kopt-gate %s %t.above.mlir --entry=above --device=sim --families=normal | FileCheck %s --check-prefix=ABOVE
// REQUIRES: sim

// TIES: "near_tie_elements": {{[1-9]}}
// WHOLE: rejected (mismatch): family normal: result0{{.*}}: expected {{-?[0-9]+}}, but got
// ABOVE: rejected (mismatch): family normal: result0{{.*}}: expected {{[01]}}, but got
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @whole(%x: tensor<31x130xf32>, %y: tensor<31x130xf32>) -> tensor<31x130xi32> {
  %half = arith.constant 0.1 : f32
  %more = arith.constant 0.15 : f32
  %e = tensor.empty() : tensor<31x130xi32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<31x130xf32>, tensor<31x130xf32>) outs(%e : tensor<31x130xi32>) {
  ^bb0(%a: f32, %b: f32, %o: i32):
    %c = arith.constant 100.0 : f32
    %m = arith.mulf %a, %b : f32
    %p = arith.mulf %m, %c : f32
    %s = arith.addf %p, %half : f32
    %i = arith.fptosi %s : f32 to i32
    linalg.yield %i : i32
  } -> tensor<31x130xi32>
  return %r : tensor<31x130xi32>
}
func.func @above(%x: tensor<7x64xf32>) -> tensor<7x64xi1> {
  %zero = arith.constant 0.0 : f32
  %c = arith.constant 64.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<7x64xf32>) outs(%f : tensor<7xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<7x64xi1>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<7x64xf32>, tensor<7xf32>) outs(%o : tensor<7x64xi1>) {
  ^bb0(%a: f32, %mean: f32, %out: i1):
    %q = arith.mulf %a, %c : f32
    %i = arith.cmpf ogt, %q, %mean : f32
    linalg.yield %i : i1
  } -> tensor<7x64xi1>
  return %r : tensor<7x64xi1>
}
