// Functions that return an argument, a view of one, or one tensor twice, alone and
// beside kernels: lifted, run and judged like others.
// RUN: split-file %s %t
// DEFINE: %{name} =
// DEFINE: %{shape} =
// DEFINE: %{lift} = kopt-opt %t/%{name}.mlir --apply-skills="skills=%skills" -o %t/%{name}.k.mlir
// DEFINE: %{gate} = kopt-gate %t/%{name}.mlir %t/%{name}.k.mlir %{shape} --families=normal,random_bits,small_integers
// DEFINE: %{run} = kopt-run %t/%{name}.mlir %{shape} > %t/expected
// DEFINE: %{compare} = kopt-run %t/%{name}.k.mlir %{shape} | diff - %t/expected
// REDEFINE: %{name} = argument
// RUN: %{lift} && %{gate} && %{run} && %{compare}
// REDEFINE: %{name} = mixed
// RUN: %{lift} && %{gate} && %{run} && %{compare}
// REDEFINE: %{name} = views
// REDEFINE: %{shape} = --arg=1:3x4
// RUN: %{lift} && %{gate} && %{run} && %{compare}
// REDEFINE: %{shape} = --arg=1:0x4
// RUN: %{gate} && %{run} && %{compare}
// RUN: kopt-run %t/views.k.mlir --arg=1:3x4 --emit=%t/views && FileCheck %s --check-prefix=EMIT < %t/views.json
//
// One argument for another, results that changed places, the argument for what is
// computed, and twice what is not there.
// RUN: sed 's/return %%b, %%a/return %%a, %%a/' %t/argument.mlir > %t/wrong.mlir
// RUN: %exits 2 kopt-gate %t/argument.mlir %t/wrong.mlir --families=normal | FileCheck %s --check-prefix=FIRST
// RUN: sed -E 's/return (%%[0-9]+), (%%arg0), (%%[0-9]+),/return \1, \3, \2,/' %t/mixed.k.mlir > %t/wrong.mlir
// RUN: %exits 2 kopt-gate %t/mixed.mlir %t/wrong.mlir --families=normal | FileCheck %s --check-prefix=SECOND
// RUN: sed -E 's/return (%%[0-9]+), (%%arg0), (%%[0-9]+),/return \2, \2, \1,/' %t/mixed.k.mlir > %t/wrong.mlir
// RUN: %exits 2 kopt-gate %t/mixed.mlir %t/wrong.mlir --families=normal | FileCheck %s --check-prefix=COMPUTED
// RUN: %exits 2 kopt-gate %t/argument.mlir %t/empty.mlir --families=normal | FileCheck %s --check-prefix=EMPTY
//
// Timed, the one returns what the other one copies.
// RUN: env %fake_driver kopt-gate %t/double.mlir %t/alias.mlir --device=cuda:0 --families=normal --question=not-slower --incumbent=%t/copy.mlir | FileCheck %s --check-prefix=TIMED
// REQUIRES: sim

// EMIT: "results":[{"buffer":2,"shape":[24]},{"buffer":2,"shape":[6,4]},{"buffer":0,"shape":[24]},{"buffer":1,"shape":[12]}]
// FIRST: rejected (mismatch): family normal: result0
// SECOND: rejected (mismatch): family normal: result1
// COMPUTED: rejected (mismatch): family normal: result0
// EMPTY: rejected (illegal-state): {{.*}}result 1: expected an argument or a tensor computed by a launch
// TIMED: not-slower on cuda:0: accepted: ratio

//--- argument.mlir
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  return %b, %a : tensor<4x8xf32>, tensor<4x8xf32>
}
//--- empty.mlir
func.func @f(%a: tensor<4x8xf32>, %b: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<4x8xf32>
  return %b, %e : tensor<4x8xf32>, tensor<4x8xf32>
}
//--- mixed.mlir
func.func @f(%a: tensor<9x5xf32>, %b: tensor<8xi32>) -> (tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x5xf32>, tensor<8xi32>) {
  %e = tensor.empty() : tensor<9x5xf32>
  %r = linalg.add ins(%a, %a : tensor<9x5xf32>, tensor<9x5xf32>) outs(%e : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %r, %a, %r, %b : tensor<9x5xf32>, tensor<9x5xf32>, tensor<9x5xf32>, tensor<8xi32>
}
//--- views.mlir
func.func @f(%a: tensor<6x4xf32>, %d: tensor<?x4xf32>) -> (tensor<24xf32>, tensor<6x4xf32>, tensor<24xf32>, tensor<?xf32>) {
  %e = tensor.empty() : tensor<6x4xf32>
  %r = linalg.add ins(%a, %a : tensor<6x4xf32>, tensor<6x4xf32>) outs(%e : tensor<6x4xf32>) -> tensor<6x4xf32>
  %v = tensor.collapse_shape %r [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %w = tensor.collapse_shape %a [[0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  %u = tensor.collapse_shape %d [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %v, %r, %w, %u : tensor<24xf32>, tensor<6x4xf32>, tensor<24xf32>, tensor<?xf32>
}
//--- double.mlir
func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.add ins(%x, %x : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r, %r : tensor<?xf32>, tensor<?xf32>
}
//--- alias.mlir
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
func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r, %r : tensor<?xf32>, tensor<?xf32>
}
//--- copy.mlir
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
func.func @f(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %e2 = tensor.empty(%n) : tensor<?xf32>
  %q = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e2 : tensor<?xf32>) -> tensor<?xf32>
  return %r, %q : tensor<?xf32>, tensor<?xf32>
}
