// A worker that says what is no reply: tried once more, then it proves nothing. No
// process is left behind.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: rm -f %t.pids
// DEFINE: %{fault} =
// DEFINE: %{number} = 4
// DEFINE: %{gate} = not kopt-gate %s %t.mlir --families=normal --workers="python3 %S/Inputs/faulty_worker.py %{fault} %{number} %t.pids %kopt_build/bin/kopt-sim-worker"
// REDEFINE: %{fault} = garbage
// RUN: %{gate} | FileCheck %s --check-prefix=TEXT
// REDEFINE: %{fault} = binary
// RUN: %{gate} | FileCheck %s --check-prefix=TEXT
// REDEFINE: %{fault} = deep
// RUN: %{gate} | FileCheck %s --check-prefix=TEXT
// REDEFINE: %{fault} = terminal
// RUN: %{gate} | FileCheck %s --check-prefix=ESCAPED
// REDEFINE: %{fault} = cut-line
// RUN: %{gate} | FileCheck %s --check-prefix=CUT
// REDEFINE: %{fault} = cut-frame
// RUN: %{gate} | FileCheck %s --check-prefix=CUT
// REDEFINE: %{fault} = long
// RUN: %{gate} | FileCheck %s --check-prefix=LONG
// REDEFINE: %{fault} = frames
// RUN: %{gate} | FileCheck %s --check-prefix=FRAMES
// REDEFINE: %{fault} = empty
// RUN: %{gate} | FileCheck %s --check-prefix=EMPTY
// REDEFINE: %{fault} = twice
// RUN: %{gate} | FileCheck %s --check-prefix=MORE
// RUN: python3 %S/Inputs/faulty_worker.py gone %t.pids
// REQUIRES: sim

// TEXT: inconclusive (fault): the worker was lost twice: family normal: the worker's reply: expected a JSON object on one line
// ESCAPED: rejected (fault): \x1b[2J\x9b31m\x00gone
// CUT: inconclusive (fault): the worker was lost twice: family normal: worker exited with status 0
// LONG: inconclusive (fault): the worker was lost twice: family normal: the worker's reply: expected a line of at most 16777216 bytes, but got more
// FRAMES: inconclusive (fault): the worker was lost twice: family normal: the worker's reply: expected frames of at most
// EMPTY: inconclusive (fault): the worker was lost twice: family normal: expected
// MORE: inconclusive (fault): the worker was lost twice: family normal: expected one reply of the worker, but got more bytes
func.func @f(%x: tensor<9x5xf32>) -> tensor<9x5xf32> {
  %e = tensor.empty() : tensor<9x5xf32>
  %r = linalg.exp ins(%x : tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %r : tensor<9x5xf32>
}
