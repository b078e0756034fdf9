// A product of matrices in f32. Operands in the other order are accepted;
// operands rounded to bf16 are not, by the plain families and by the probes of
// one-hot rows against full significands, though small integers pass.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.same.mlir
// RUN: kopt-gate %s %t.same.mlir --device=sim --json=%t.json
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// RUN: sed 's,mulf .a. .b,mulf %%b\, %%a,' %s > %t.swap.mlir
// RUN: kopt-opt %t.swap.mlir --apply-skills="skills=%skills recipe=plain" -o %t.swapped.mlir
// RUN: kopt-gate %s %t.swapped.mlir --device=sim

// RUN: sed 's,^//BF16,,; s/mulf .a, .b/mulf %%a2, %%b2/' %s > %t.bf16.mlir
// RUN: kopt-opt %t.bf16.mlir --apply-skills="skills=%skills recipe=plain" -o %t.operands.mlir
// RUN: not kopt-gate %s %t.operands.mlir --device=sim --families=normal | FileCheck %s --check-prefix=PLAIN
// RUN: not kopt-gate %s %t.operands.mlir --device=sim --families=one_hot | FileCheck %s --check-prefix=ONEHOT
// RUN: not kopt-gate %s %t.operands.mlir --device=sim --families=one_hot_right | FileCheck %s --check-prefix=ONEHOT
// RUN: kopt-gate %s %t.operands.mlir --device=sim --families=small_integers
// REQUIRES: sim

// JSON: "exact_probes": [
// JSON: "decides": "all"
// JSON: "family": "small_integers"
// JSON: "decides": "all"
// JSON: "family": "one_hot"
// JSON: "decides": "all"
// JSON: "family": "cancelling"
// JSON: "decides": "nothing"
// JSON: "family": "full_significands"
// JSON: "decides": "all"
// JSON: "family": "one_hot_right"
// JSON: "near_tie_elements": 0
// PLAIN: rejected (mismatch): family {{.*}} within
// ONEHOT: rejected (mismatch): family one_hot{{.*}}expected exactly
func.func @matmul(%x: tensor<2x24xf32>, %y: tensor<24x9xf32>) -> tensor<2x9xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x9xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<2x9xf32>) -> tensor<2x9xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x24xf32>, tensor<24x9xf32>) outs(%f : tensor<2x9xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
//BF16    %a1 = arith.truncf %a : f32 to bf16
//BF16    %a2 = arith.extf %a1 : bf16 to f32
//BF16    %b1 = arith.truncf %b : f32 to bf16
//BF16    %b2 = arith.extf %b1 : bf16 to f32
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x9xf32>
  return %r : tensor<2x9xf32>
}
