// Without --incumbent the program to beat is the original, as it is where it
// launches kernels, else as recipe plain makes it; output and record say so.
// What is wrong with the incumbent never rejects the candidate.
// RUN: split-file %s %t
// RUN: kopt-opt %t/original.mlir --apply-skills="skills=%skills recipe=plain" -o %t/kernel.mlir
// DEFINE: %{gate} = kopt-gate %t/original.mlir %t/kernel.mlir --families=normal --question=faster
// RUN: %exits 3 %{gate} --json=%t/j --record=%t/r | FileCheck %s --check-prefix=PLAIN
// RUN: FileCheck %s --check-prefix=JSON-PLAIN < %t/j
// RUN: %exits 3 kopt-gate --replay=%t/r --json=%t/again | FileCheck %s --check-prefix=PLAIN
// RUN: diff %t/j %t/again
// RUN: FileCheck %s --check-prefix=RECORD < %t/r
// RUN: %exits 3 %{gate} --incumbent=%t/kernel.mlir --json=%t/j | FileCheck %s --check-prefix=GIVEN --implicit-check-not=incumbent
// RUN: FileCheck %s --check-prefix=JSON-GIVEN < %t/j
// RUN: %exits 3 kopt-gate %t/kernel.mlir %t/kernel.mlir --question=not-slower --profile-only --json=%t/j | FileCheck %s --check-prefix=ORIGINAL
// RUN: FileCheck %s --check-prefix=JSON-ORIGINAL < %t/j
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --families=normal --json=- 2>/dev/null | FileCheck %s --check-prefix=EQUIVALENT --implicit-check-not=incumbent
//
// One that is no text, has another type, cannot be launched or compiled, and an
// original that cannot be lowered: errors before anything is judged.
// RUN: rm -f %t/pids
// DEFINE: %{watch} = --workers="python3 %S/Inputs/faulty_worker.py kill 2 %t/pids kopt-sim-worker"
// RUN: echo 'func.func @f(' > %t/cut.mlir
// RUN: %refuses "expected non-function type" --keeps %t/j -- %{gate} %{watch} --incumbent=%t/cut.mlir --json=%t/j
// RUN: sed 's/33x65/33x64/g' %t/original.mlir > %t/other.mlir
// RUN: %refuses "expected an incumbent of type" --keeps %t/j -- %{gate} %{watch} --incumbent=%t/other.mlir --json=%t/j
// RUN: %refuses "the incumbent is no program that can be launched: illegal-state" --keeps %t/j -- %{gate} %{watch} --incumbent=%t/original.mlir --json=%t/j
// RUN: %refuses "the incumbent is no program that can be launched: illegal-state" --keeps %t/j -- %{gate} %{watch} --incumbent=%t/stateful.mlir --json=%t/j
// RUN: %refuses "the incumbent is no program that can be launched: illegal-state" --keeps %t/j -- kopt-gate %t/sort.mlir %t/sort.mlir %{watch} --question=not-slower --json=%t/j
// RUN: not kopt-gate %t/sort.mlir %t/sort.mlir --question=not-slower 2>&1 | FileCheck %s --check-prefix=NOTE
// RUN: python3 %S/Inputs/faulty_worker.py gone %t/pids
//
// On a device: the driver refuses it, it faults, it does nothing. All of that is
// said of the incumbent, and inconclusive.
// DEFINE: %{timed} = env %fake_driver kopt-gate %t/double.mlir %t/one.mlir --device=cuda:0 --families=normal --question=not-slower
// RUN: %{timed} --incumbent=%t/one.mlir
// RUN: sed 's/@twice/@spin/' %t/one.mlir > %t/spin.mlir
// RUN: %exits 3 %{timed} --timeout=0.2 --incumbent=%t/spin.mlir | FileCheck %s --check-prefix=SPIN
// RUN: sed 's/@twice/@nothing/' %t/one.mlir > %t/nothing.mlir
// RUN: %exits 3 %{timed} --incumbent=%t/nothing.mlir | FileCheck %s --check-prefix=NOTHING
// RUN: %exits 3 %{timed} --timeout=0.2 --profile-only --incumbent=%t/spin.mlir | FileCheck %s --check-prefix=SPIN-PROFILE
// REQUIRES: sim

// PLAIN: faster on sim: inconclusive (no-device): equivalent, but sim gives no evidence on speed
// PLAIN-NEXT: incumbent: the original by recipe plain
// JSON-PLAIN: "incumbent": "plain"
// RECORD: "incumbent": {
// RECORD-NEXT: "name": "{{.*}}original.mlir@plain"
// RECORD-NEXT: "text": "{{.*}}kopt.launch
// RECORD: "incumbent_source": "plain"
// GIVEN: faster on sim: inconclusive (no-device)
// JSON-GIVEN: "incumbent": "given"
// ORIGINAL: not-slower on sim: inconclusive (no-device): sim gives no evidence on speed
// ORIGINAL-NEXT: incumbent: the original{{$}}
// JSON-ORIGINAL: "incumbent": "original"
// EQUIVALENT: "verdict": "accepted"
// NOTE: sort.mlir@plain:{{.*}}: error: 'func.func' op the incumbent is no program that can be launched
// NOTE: note: it was made of the original by recipe plain: --incumbent names another
// SPIN: not-slower on cuda:0: inconclusive (timeout): equivalent, but the incumbent:
// NOTHING: not-slower on cuda:0: inconclusive (unwritten): equivalent, but the incumbent: result0
// SPIN-PROFILE: not-slower on cuda:0: inconclusive (timeout): the incumbent:

//--- original.mlir
func.func @f(%x: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = linalg.exp ins(%x : tensor<33x65xf32>) outs(%e : tensor<33x65xf32>) -> tensor<33x65xf32>
  return %r : tensor<33x65xf32>
}
//--- stateful.mlir
gpu.module @kernels {
  memref.global "private" @done : memref<1xf32> = dense<0.0>
  gpu.func @f(%x: memref<33x65xf32>, %o: memref<33x65xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    gpu.return
  }
}
func.func @f(%x: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = kopt.launch @kernels::@f ins(%x : tensor<33x65xf32>) outs(%e : tensor<33x65xf32>) -> tensor<33x65xf32>
  return %r : tensor<33x65xf32>
}
//--- sort.mlir
func.func @f(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %first = tensor.extract %x[%c0] : tensor<8xf32>
  %c8 = arith.constant 8.0 : f32
  %few = arith.minimumf %first, %c8 : f32
  %number = arith.fptosi %few : f32 to i64
  %n = arith.index_cast %number : i64 to index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<8xf32> {
    %v = tensor.extract %y[%i] : tensor<8xf32>
    %z = tensor.insert %v into %y[%c0] : tensor<8xf32>
    scf.yield %z : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
//--- double.mlir
func.func @f(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %e = tensor.empty() : tensor<4096xf32>
  %r = linalg.add ins(%x, %x : tensor<4096xf32>, tensor<4096xf32>) outs(%e : tensor<4096xf32>) -> tensor<4096xf32>
  return %r : tensor<4096xf32>
}
//--- one.mlir
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>, schedule = #kopt.launch<warps = 2>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<4096xf32>) -> tensor<4096xf32> {
  %n = arith.constant 4096 : index
  %y = tensor.cast %x : tensor<4096xf32> to tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %q = kopt.launch @kernels::@twice ins(%y : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = tensor.cast %q : tensor<?xf32> to tensor<4096xf32>
  return %r : tensor<4096xf32>
}
