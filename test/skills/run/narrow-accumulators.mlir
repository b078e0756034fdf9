// Reductions whose accumulator is f16 or bf16 run on the device whole: the
// conversions that widening puts around them become kernels as well.
// DEFINE: %{recipe} = plain
// DEFINE: %{judged} = kopt-opt %s --apply-skills="skills=%skills recipe=%{recipe}" -o %t.mlir && \
// DEFINE:   kopt-gate %s %t.mlir --entry=softmax --device=sim --families=normal,small_integers && \
// DEFINE:   kopt-gate %s %t.mlir --entry=sum --device=sim --shapes=asked --arg=0:3x33 --arg=1:3 --families=normal,small_integers
// RUN: %{judged}
// REDEFINE: %{recipe} = memory_bound
// RUN: %{judged}
// REQUIRES: sim

func.func @softmax(%x: tensor<5x33xbf16>) -> tensor<5x33xbf16> {
  %e = tensor.empty() : tensor<5x33xbf16>
  %r = linalg.softmax dimension(1) ins(%x : tensor<5x33xbf16>) outs(%e : tensor<5x33xbf16>) -> tensor<5x33xbf16>
  return %r : tensor<5x33xbf16>
}
// The initial value is an argument.
func.func @sum(%x: tensor<?x?xf16>, %init: tensor<?xf16>) -> tensor<?xf16> {
  %s = linalg.reduce ins(%x : tensor<?x?xf16>) outs(%init : tensor<?xf16>) dimensions = [1]
    (%a: f16, %b: f16) { %r = arith.addf %a, %b : f16  linalg.yield %r : f16 }
  return %s : tensor<?xf16>
}
