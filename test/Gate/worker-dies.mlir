// A worker that dies once costs a new start, not a verdict; one that dies again
// with the same candidate is the candidate's fault. One that cannot start, or
// answers with something else, is no device.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: rm -f %t.once %t.twice
// RUN: kopt-gate %s %t.mlir --families=normal --json=%t.json --workers="python3 %S/Inputs/mortal_worker.py 1 %t.once %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=ONCE
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: not kopt-gate %s %t.mlir --families=normal --workers="python3 %S/Inputs/mortal_worker.py 2 %t.twice %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=TWICE
// RUN: not kopt-gate %s %t.mlir --families=normal --workers="env NOTHING=1 %kopt_build/bin/no-such-worker" | FileCheck %s --check-prefix=START
// RUN: not kopt-gate %s %t.mlir --families=normal --workers="echo hello" | FileCheck %s --check-prefix=GARBAGE
// RUN: kopt-gate %s %t.mlir --families=normal --workers="env X=1 %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=BEHIND
// REQUIRES: sim

// ONCE: equivalent on sim: accepted
// JSON: "worker_restarts": 1
// TWICE: equivalent on sim: rejected (fault)
// START: equivalent on sim: inconclusive (no-device)
// GARBAGE: equivalent on sim: inconclusive (no-device)
// BEHIND: equivalent on sim: accepted
func.func @f(%x: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = linalg.exp ins(%x : tensor<33x65xf32>) outs(%e : tensor<33x65xf32>) -> tensor<33x65xf32>
  return %r : tensor<33x65xf32>
}
