// What is no verdict exits with 1; no device is no verdict on the candidate.
// RUN: not kopt-gate 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not kopt-gate %s %s --question=better 2>&1 | FileCheck %s --check-prefix=QUESTION
// RUN: not kopt-gate %s %s --incumbent=%s 2>&1 | FileCheck %s --check-prefix=INCUMBENT
// RUN: not kopt-gate %s %s --families=normal,odd 2>&1 | FileCheck %s --check-prefix=FAMILY
// RUN: not kopt-gate %s %t.missing 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not kopt-gate %s %s --workers=%t.no-worker --json=%t.json | FileCheck %s --check-prefix=DEVICE
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: echo 'func.func @f(' > %t.bad
// RUN: not kopt-gate %s %t.bad | FileCheck %s --check-prefix=PARSE

// NONE: error: expected ORIGINAL and CANDIDATE
// QUESTION: error: expected --question=equivalent, not-slower or faster, but got 'better'
// INCUMBENT: error: expected --question=not-slower or faster with --incumbent
// FAMILY: error: unknown input family 'odd', expected one of uniform01, normal, {{.*}}, first_spike
// MISSING: error: cannot read
// DEVICE: equivalent on sim: inconclusive (no-device)
// JSON-DAG: "verdict": "inconclusive"
// JSON-DAG: "kind": "no-device"
// JSON-DAG: "times": "modelled"
// PARSE: equivalent on sim: rejected (parse): {{.*}}.bad
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
