// gate= executes each changed function; one that approximates where that is not
// permitted is caught.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain gate=sim" 2>&1 | FileCheck %s
// RUN: not kopt-opt %S/Inputs/approximates.mlir --apply-skills="skills=%skills recipe=plain fast-math=none gate=sim lineage-out=%t.json" 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not ls %t.json
// RUN: not kopt-opt %s --apply-skills="skills=%skills gate=cpu" 2>&1 | FileCheck %s --check-prefix=DEVICE
// REQUIRES: sim

// CHECK: gate.mlir:[[#@LINE+6]]:1: remark: gate: equivalent on sim: accepted
// CHECK-NOT: gate:
// WRONG: approximates.mlir:1:1: error: expected the gate to accept the change: equivalent on sim: rejected (not-permitted)
// WRONG-NOT: error:
// DEVICE: error: expected gate to be sim or cuda:N, but got 'cpu'

func.func @exponential(%x: tensor<5x60xf32>) -> tensor<5x60xf32> attributes {kopt.optimize} {
  %e = tensor.empty() : tensor<5x60xf32>
  %r = linalg.exp ins(%x : tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
// Not marked, so it does not change and is not executed.
func.func @other(%x: tensor<?xf32>) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}
