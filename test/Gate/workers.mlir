// Several workers: the first that has a device is used; where it fails the next
// one takes over, and the output says which failed how. Words of a command line
// are quoted as in a shell.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: rm -f %t.pids %t.dies
// DEFINE: %{gate} = kopt-gate %s %t.mlir --families=normal,uniform01
// DEFINE: %{good} = --workers="kopt-sim-worker --seed=3"
// RUN: %{gate} %{good} %{good} --json=%t.json | FileCheck %s --check-prefix=FIRST --implicit-check-not=failed
// RUN: FileCheck %s --check-prefix=JSON-FIRST < %t.json
// RUN: %{gate} --workers=%t.none %{good} --json=%t.json | FileCheck %s --check-prefix=SECOND
// RUN: FileCheck %s --check-prefix=JSON-SECOND < %t.json
// RUN: %{gate} --workers="echo hello" --workers=true %{good} | FileCheck %s --check-prefix=THIRD
// RUN: %{gate} --workers=kopt-gpu-worker %{good} | FileCheck %s --check-prefix=NO-GPU
// RUN: %exits 3 %{gate} --workers=true --workers="echo hello" | FileCheck %s --check-prefix=NONE
//
// A worker that always dies in its second family; two of them, and a third.
// DEFINE: %{dies} = --workers="python3 '%S/Inputs/faulty_worker.py' kill 6 %t.pids \"%kopt_build/bin/kopt-sim-worker\""
// RUN: %{gate} %{dies} %{good} --json=%t.json | FileCheck %s --check-prefix=TAKEN
// RUN: FileCheck %s --check-prefix=JSON-TAKEN < %t.json
// RUN: %exits 3 %{gate} %{dies} --workers=%t.none | FileCheck %s --check-prefix=LEFT
// RUN: %exits 3 %{gate} --workers="python3 %S/Inputs/faulty_worker.py kill 4 %t.pids kopt-sim-worker" --workers="python3 %S/Inputs/faulty_worker.py kill 4 %t.pids kopt-sim-worker" | FileCheck %s --check-prefix=BOTH
// RUN: python3 %S/Inputs/faulty_worker.py gone %t.pids
//
// A list is no command line, nor is what has no word or an open quote.
// RUN: %refuses "expected one command line in each --workers, but got the list 'kopt-sim-worker,kopt-sim-worker'" -- %{gate} --workers=kopt-sim-worker,kopt-sim-worker
// RUN: %refuses "expected a worker command as --workers, but got ' '" -- %{gate} %{good} --workers=" "
// RUN: %refuses "expected closed quotes in --workers" -- %{gate} --workers="kopt-sim-worker '--seed=1"
//
// kopt-run takes the first that has a device.
// RUN: kopt-run %t.mlir %{good} > %t.one
// RUN: kopt-run %t.mlir --workers=true %{good} 2> %t.said > %t.two
// RUN: diff %t.one %t.two
// RUN: FileCheck %s --check-prefix=RUN-SAID < %t.said
// REQUIRES: sim

// FIRST: equivalent on sim: accepted
// JSON-FIRST: "worker": {
// JSON-FIRST-NEXT: "failures": [],
// JSON-FIRST-NEXT: "number": 1,
// JSON-FIRST-NEXT: "of": 2
// SECOND: equivalent on sim: accepted
// SECOND-NEXT: failed: worker 1 of 2: starting worker '{{.*}}none': No such file
// SECOND-NEXT: used: worker 2 of 2
// JSON-SECOND: "failures": [
// JSON-SECOND-NEXT: "worker 1 of 2: starting worker
// JSON-SECOND: "number": 2
// THIRD: equivalent on sim: accepted
// THIRD-NEXT: failed: worker 1 of 3: the worker's reply: expected a JSON object
// THIRD-NEXT: failed: worker 2 of 3: worker exited with status 0
// THIRD-NEXT: used: worker 3 of 3
// NO-GPU: equivalent on sim: accepted
// NO-GPU-NEXT: failed: worker 1 of 2:
// NONE: equivalent on sim: inconclusive (no-device): worker 1 of 2: worker exited with status 0; worker 2 of 2: the worker's reply: expected a JSON object on one line
// TAKEN: equivalent on sim: accepted
// TAKEN-NEXT: failed: worker 1 of 2: family uniform01: worker ended by signal 9
// TAKEN-NEXT: used: worker 2 of 2
// JSON-TAKEN: "families": [
// JSON-TAKEN-NEXT: "normal",
// JSON-TAKEN-NEXT: "uniform01"
// JSON-TAKEN: "worker_restarts": 1
// LEFT: inconclusive (fault): family uniform01: worker ended by signal 9; starting it again failed: worker 2 of 2: starting worker
// BOTH: inconclusive (fault): the worker was lost twice: family normal: worker ended by signal 9
// RUN-SAID: kopt-run: failed: worker 1 of 2: worker exited with status 0
func.func @f(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %r = linalg.exp ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}
