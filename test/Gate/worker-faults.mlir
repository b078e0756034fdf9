// A worker that dies: tried once more, then it proves nothing. What it says in a whole reply counts. No process is left behind.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: rm -f %t.pids
// DEFINE: %{fault} =
// DEFINE: %{number} = 4
// DEFINE: %{gate} = not kopt-gate %s %t.mlir --families=normal --workers="python3 %S/Inputs/faulty_worker.py %{fault} %{number} %t.pids %kopt_build/bin/kopt-sim-worker"
// REDEFINE: %{fault} = kill
// RUN: %{gate} | FileCheck %s --check-prefix=KILL
// REDEFINE: %{number} = 2
// RUN: %{gate} | FileCheck %s --check-prefix=LOAD
// REDEFINE: %{number} = 4
// REDEFINE: %{fault} = exit
// RUN: %{gate} | FileCheck %s --check-prefix=EXIT
// REDEFINE: %{fault} = says-parse
// RUN: %{gate} | FileCheck %s --check-prefix=WHAT
// REDEFINE: %{fault} = says-fault
// RUN: %{gate} | FileCheck %s --check-prefix=SAYS
// RUN: python3 %S/Inputs/faulty_worker.py gone %t.pids
// REQUIRES: sim

// KILL: equivalent on sim: inconclusive (fault): the worker was lost twice: family normal: worker ended by signal 9
// LOAD: equivalent on sim: inconclusive (fault): the worker was lost twice: family normal: worker ended by signal 9
// EXIT: inconclusive (fault): the worker was lost twice: family normal: worker exited with status 0
// WHAT: inconclusive (fault): the worker was lost twice: family normal: what?
// SAYS: equivalent on sim: rejected (fault): illegal address
func.func @f(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %r = linalg.exp ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}
