// A worker that never answers, at once or in a family: the budget ends it, the
// exit status is that of no evidence, and no process is left behind.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: rm -f %t.pids %t.json
// RUN: not kopt-gate %s %t.mlir --families=normal --budget=1.5 --workers="python3 %S/Inputs/faulty_worker.py hang 1 %t.pids %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=INFO
// RUN: not kopt-gate %s %t.mlir --families=normal --budget=2 --json=%t.json --workers="python3 %S/Inputs/faulty_worker.py hang 4 %t.pids %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=RUN4
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: python3 %S/Inputs/faulty_worker.py gone %t.pids
// REQUIRES: sim

// INFO: equivalent on sim: inconclusive (timeout): the budget of 1.5 s was spent before the worker said what device it has
// RUN4: equivalent on sim: inconclusive (timeout): the budget of 2 s was spent before {{.*}}; begun: 1 families
// JSON: "kind": "timeout"
func.func @f(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %r = linalg.exp ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}
