// Time that runs out is no verdict, and what is only timed is none either.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: not kopt-gate %s %t.mlir --budget=0.000001 | FileCheck %s --check-prefix=SPENT
// RUN: kopt-gate %s %t.mlir --budget=600 --families=normal | FileCheck %s --check-prefix=ENOUGH
// RUN: not kopt-gate %s %t.mlir --question=faster --incumbent=%t.mlir --profile-only --json=%t.json | FileCheck %s --check-prefix=PROFILE
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: not kopt-gate %s %t.mlir --profile-only 2>&1 | FileCheck %s --check-prefix=QUESTION
// RUN: not kopt-gate %s %t.mlir --timeout=0 2>&1 | FileCheck %s --check-prefix=TIMEOUT
// RUN: not kopt-gate %s %t.mlir --timeout=3601 2>&1 | FileCheck %s --check-prefix=TIMEOUT
// RUN: not kopt-gate %s %t.mlir --timeout=nan 2>&1 | FileCheck %s --check-prefix=TIMEOUT
// RUN: not kopt-gate %s %t.mlir --json=- --record=- 2>&1 | FileCheck %s --check-prefix=PLACES
// RUN: not kopt-gate %s %t.mlir --budget=-1 2>&1 | FileCheck %s --check-prefix=BUDGET
// RUN: not kopt-gate %s %t.mlir --blocks=2 2>&1 | FileCheck %s --check-prefix=BLOCKS
// REQUIRES: sim

// SPENT: equivalent on sim: inconclusive (timeout): the budget of 1e-06 s was spent before {{.*}}; begun: {{[01]}} families, 0 dynamic shapes; compared: 0 elements
// ENOUGH: equivalent on sim: accepted
// PROFILE: faster on sim: inconclusive (no-device): sim gives no evidence on speed
// JSON-DAG: "checked": false
// JSON-DAG: "families": []
// QUESTION: error: expected --question=not-slower or faster with --profile-only
// TIMEOUT: error: expected --timeout above 0
// PLACES: error: expected two places for --json and --record, but got '-' twice
// BUDGET: error: expected --budget from 0 to 10^9 seconds
// BLOCKS: error: expected --blocks from 9 to 10000, but got 2
func.func @f(%x: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = linalg.exp ins(%x : tensor<33x65xf32>) outs(%e : tensor<33x65xf32>) -> tensor<33x65xf32>
  return %r : tensor<33x65xf32>
}
