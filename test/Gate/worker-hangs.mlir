// A worker that never answers, at once or in a family: the budget ends it, the
// exit status is that of no evidence, and no process is left behind.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: rm -f %t.pids %t.json
// RUN: not kopt-gate %s %t.mlir --families=normal --budget=1.5 --workers="python3 %S/Inputs/faulty_worker.py hang 1 %t.pids %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=INFO
// RUN: not kopt-gate %s %t.mlir --families=normal --budget=2 --json=%t.json --workers="python3 %S/Inputs/faulty_worker.py hang 4 %t.pids %kopt_build/bin/kopt-sim-worker" | FileCheck %s --check-prefix=RUN4
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// Without a budget there is a limit for the start; another worker takes over.
// RUN: %exits 3 kopt-gate %s %t.mlir --start-timeout=0.5 --workers="bash -c 'exec sleep 300'" | FileCheck %s --check-prefix=START
// RUN: kopt-gate %s %t.mlir --families=normal --start-timeout=3 --workers="sleep 300" --workers=kopt-sim-worker | FileCheck %s --check-prefix=SECOND
// RUN: not kopt-run %t.mlir --start-timeout=0.5 --workers="sleep 300" 2>&1 | FileCheck %s --check-prefix=TOOL
// RUN: kopt-gate --help | FileCheck %s --check-prefix=DEFAULT
// RUN: python3 %S/Inputs/faulty_worker.py gone %t.pids
// REQUIRES: sim

// INFO: equivalent on sim: inconclusive (timeout): the budget of 1.5 s was spent before the worker said what device it has
// RUN4: equivalent on sim: inconclusive (timeout): the budget of 2 s was spent before {{.*}}; begun: 1 families
// START: equivalent on sim: inconclusive (no-device): expected a reply within 0.5{{0*}} s, but got none
// SECOND: equivalent on sim: accepted
// SECOND-NEXT: failed: worker 1 of 2: expected a reply within 3
// TOOL: kopt-run: error: expected a reply within 0.5
// DEFAULT: --start-timeout=<number> - seconds a worker has to say what device it has (default: 20)
// JSON: "kind": "timeout"
func.func @f(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %r = linalg.exp ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}
