// A dot product over two dimensions in f32. The sum in two steps is accepted;
// partial sums kept in bf16 are not, by a plain family and by the probe of sums
// that cancel.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.same.mlir
// RUN: kopt-gate %s %t.same.mlir --device=sim

// RUN: sed 's,^//STEPS,,; /ONE$/d' %s > %t.steps.mlir
// RUN: kopt-opt %t.steps.mlir --apply-skills="skills=%skills recipe=plain" -o %t.rewritten.mlir
// RUN: kopt-gate %s %t.rewritten.mlir --device=sim

// RUN: sed 's,^//STEPS,,; s,^//BF16,,; s/addf .u, .v/addf %%u, %%v2/; /ONE$/d' %s > %t.bf16.mlir
// RUN: kopt-opt %t.bf16.mlir --apply-skills="skills=%skills recipe=plain" -o %t.partials.mlir
// RUN: not kopt-gate %s %t.partials.mlir --device=sim --families=uniform01 | FileCheck %s --check-prefix=PLAIN
// RUN: not kopt-gate %s %t.partials.mlir --device=sim --families=cancelling | FileCheck %s --check-prefix=PARTIAL
// REQUIRES: sim

// PLAIN: rejected (mismatch): family {{.*}} within
// PARTIAL: rejected (mismatch): family cancelling: {{.*}}expected exactly
#all = affine_map<(m, k, l) -> (m, k, l)>
#last = affine_map<(m, k, l) -> (m, l)>
#row = affine_map<(m, k, l) -> (m)>
func.func @dot(%x: tensor<5x20x10xf32>, %y: tensor<5x20x10xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
//STEPS  %g = tensor.empty() : tensor<5x10xf32>
//STEPS  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<5x10xf32>) -> tensor<5x10xf32>
//STEPS  %part = linalg.generic {indexing_maps = [#all, #all, #last], iterator_types = ["parallel", "reduction", "parallel"]}
  %r = linalg.generic {indexing_maps = [#all, #all, #row], iterator_types = ["parallel", "reduction", "reduction"]} // ONE
      ins(%x, %y : tensor<5x20x10xf32>, tensor<5x20x10xf32>)
      outs(%f : tensor<5xf32>) { // ONE
//STEPS      outs(%h : tensor<5x10xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<5xf32> // ONE
//STEPS  } -> tensor<5x10xf32>
//STEPS  %r = linalg.generic {indexing_maps = [affine_map<(m, l) -> (m, l)>, affine_map<(m, l) -> (m)>], iterator_types = ["parallel", "reduction"]}
//STEPS      ins(%part : tensor<5x10xf32>) outs(%f : tensor<5xf32>) {
//STEPS  ^bb0(%v: f32, %u: f32):
//BF16    %v1 = arith.truncf %v : f32 to bf16
//BF16    %v2 = arith.extf %v1 : bf16 to f32
//STEPS    %w = arith.addf %u, %v : f32
//STEPS    linalg.yield %w : f32
//STEPS  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
