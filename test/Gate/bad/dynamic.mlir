// A dynamic function by a kernel for multiples of 128 and one for all extents:
// accepted together and with the general one alone. The first one alone is
// rejected, though right where it is asked for.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim --arg=0:3x128

// One shape's: unguarded; guarded with nothing to fall back on; by a guard that
// lets more through.
// RUN: sed 's,@kernels::@any variants \[@kernels::@whole\],@kernels::@whole,; /assume = /d' %t/kernel.mlir > %t/unguarded.mlir
// RUN: kopt-gate %t/original.mlir %t/unguarded.mlir --device=sim --arg=0:3x128 --shapes=asked
// RUN: %exits 2 kopt-gate %t/original.mlir %t/unguarded.mlir --device=sim --arg=0:3x128 | FileCheck %s --check-prefix=UNGUARDED
// RUN: sed 's,@kernels::@any variants \[@kernels::@whole\],@kernels::@whole,' %t/kernel.mlir > %t/alone.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/alone.mlir --device=sim --arg=0:3x128 | FileCheck %s --check-prefix=ALONE
// RUN: sed 's,s1 mod 128 == 0,s1 >= 128,' %t/kernel.mlir > %t/guard.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/guard.mlir --device=sim --arg=0:3x128 | FileCheck %s --check-prefix=GUARD

// The extent of the asked shape as a constant.
// RUN: sed 's,@kernels::@any variants \[@kernels::@whole\],@kernels::@any,; s,-> (s0\, s1 ceil,-> (3\, s1 ceil,' %t/kernel.mlir > %t/constant.mlir
// RUN: kopt-gate %t/original.mlir %t/constant.mlir --device=sim --arg=0:3x128 --shapes=asked
// RUN: %exits 2 kopt-gate %t/original.mlir %t/constant.mlir --device=sim --arg=0:3x128 | FileCheck %s --check-prefix=CONSTANT
// REQUIRES: sim

// UNGUARDED: rejected (unwritten): shape {{.*}}: result0: {{[0-9]+}} of {{[0-9]+}} elements were not written
// ALONE: rejected (illegal-state): shape {{.*}}expected extents for which @kernels::@whole may be launched
// GUARD: rejected (unwritten): shape {{.*}}129{{.*}} elements were not written
// CONSTANT: rejected ({{unwritten|out-of-bounds}}): shape

//--- original.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @next(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = arith.addf %v, %one : f32
    linalg.yield %y : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @whole(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out}) attributes {
      assume = affine_set<()[s0, s1, s2, s3] : (s1 mod 128 == 0, s1 - s3 == 0)>,
      grid = affine_map<()[s0, s1, s2, s3] -> (s0, s1 floordiv 128)>, schedule = #kopt.launch<warps = 4>} {
    %c128 = arith.constant 128 : index
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %k = arith.muli %j, %c128 : index
    %one = arith.constant dense<1.0> : tensor<1x128xf32>
    %v = kopt.load %x[%i, %k] : memref<?x?xf32> -> tensor<1x128xf32>
    %y = arith.addf %v, %one : tensor<1x128xf32>
    kopt.store %y, %o[%i, %k] : tensor<1x128xf32>, memref<?x?xf32>
    kopt.return
  }
  kopt.kernel @any(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out}) attributes {
      grid = affine_map<()[s0, s1, s2, s3] -> (s0, s1 ceildiv 64)>, schedule = #kopt.launch<warps = 1>} {
    %c64 = arith.constant 64 : index
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %k = arith.muli %j, %c64 : index
    %one = arith.constant dense<1.0> : tensor<1x64xf32>
    %v = kopt.load %x[%i, %k] : memref<?x?xf32> -> tensor<1x64xf32>
    %y = arith.addf %v, %one : tensor<1x64xf32>
    kopt.store %y, %o[%i, %k] : tensor<1x64xf32>, memref<?x?xf32>
    kopt.return
  }
}
func.func @next(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = kopt.launch @kernels::@any variants [@kernels::@whole] ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
