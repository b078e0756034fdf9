// A product of a matrix and a vector in f32, as a row's sum, in form 2: right as
// it stands, and with one fault each in the sum.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// The last slice is dropped; the first is in the sum twice.
// RUN: sed 's,to %%c256 step,to %%c192 step,' %t/kernel.mlir > %t/last-slice.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/last-slice.mlir --device=sim | FileCheck %s --check-prefix=MISMATCH
// RUN: sed 's,= %%zeros) -> ,= %%start) -> ,' %t/kernel.mlir > %t/twice.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/twice.mlir --device=sim | FileCheck %s --check-prefix=MISMATCH

// Operands in f16 and in bf16, partial sums and the accumulator in bf16.
// RUN: sed 's,mulf %%t\, %%u,mulf %%th\, %%uh,; s,^//F16,,' %t/kernel.mlir > %t/f16.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/f16.mlir --device=sim | FileCheck %s --check-prefix=MISMATCH
// RUN: sed 's,f16,bf16,g' %t/f16.mlir > %t/bf16.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/bf16.mlir --device=sim | FileCheck %s --check-prefix=MISMATCH
// RUN: %exits 2 kopt-gate %t/original.mlir %t/bf16.mlir --device=sim --families=one_hot | FileCheck %s --check-prefix=EXACTLY
// RUN: sed 's,^//PARTIAL,,; s,reduce (%%acc),reduce (%%partial),' %t/kernel.mlir > %t/partials.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/partials.mlir --device=sim | FileCheck %s --check-prefix=MISMATCH
// RUN: %exits 2 kopt-gate %t/original.mlir %t/partials.mlir --device=sim --families=cancelling | FileCheck %s --check-prefix=EXACTLY

// Magnitudes are summed: right for positive numbers only.
// RUN: sed 's,addf %%sum\, %%p,addf %%sum\, %%positive,; s,^//POSITIVE,,' %t/kernel.mlir > %t/positive.mlir
// RUN: kopt-gate %t/original.mlir %t/positive.mlir --device=sim --families=uniform01
// RUN: %exits 2 kopt-gate %t/original.mlir %t/positive.mlir --device=sim | FileCheck %s --check-prefix=POSITIVE

// Rows are put in pairs of which one is summed: right for equal rows only.
// RUN: sed 's,load %%x\[%%i\, %%k\],load %%x[%%pair\, %%k],' %t/kernel.mlir > %t/equal.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/equal.mlir --device=sim | FileCheck %s --check-prefix=MISMATCH
// REQUIRES: sim

// MISMATCH: rejected (mismatch): family uniform01: result0[{{[01]}}]: expected
// EXACTLY: rejected (mismatch): family {{.*}}: result0[{{[0-9]+}}]: expected exactly
// POSITIVE: rejected (mismatch): family normal: result0[0]: expected

//--- original.mlir
#all = affine_map<(m, k) -> (m, k)>
#row = affine_map<(m, k) -> (m)>
#col = affine_map<(m, k) -> (k)>
func.func @product(%x: tensor<6x256xf32>, %y: tensor<256xf32>) -> tensor<6xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %r = linalg.generic {indexing_maps = [#all, #col, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<6x256xf32>, tensor<256xf32>) outs(%f : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

//--- kernel.mlir
#col = affine_map<(d0, d1)[s0] -> (d1 + s0)>
gpu.module @kernels {
  kopt.kernel @product(%x: memref<6x256xf32>, %y: memref<256xf32>, %o: memref<6xf32> {kopt.out})
      attributes {grid = affine_map<() -> (6)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %c192 = arith.constant 192 : index
    %c256 = arith.constant 256 : index
    %zeros = arith.constant dense<0.0> : tensor<1x64xf32>
    %i = kopt.program_id 0
    %half = arith.divui %i, %c2 : index
    %pair = arith.muli %half, %c2 : index
    %start = kopt.load %x[%i, %c0] : memref<6x256xf32> -> tensor<1x64xf32>
    %acc = scf.for %k = %c0 to %c256 step %c64 iter_args(%sum = %zeros) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %k] : memref<6x256xf32> -> tensor<1x64xf32>
      %u = kopt.load %y[%k] map #col : memref<256xf32> -> tensor<1x64xf32>
//F16      %tn = arith.truncf %t : tensor<1x64xf32> to tensor<1x64xf16>
//F16      %un = arith.truncf %u : tensor<1x64xf32> to tensor<1x64xf16>
//F16      %th = arith.extf %tn : tensor<1x64xf16> to tensor<1x64xf32>
//F16      %uh = arith.extf %un : tensor<1x64xf16> to tensor<1x64xf32>
      %p = arith.mulf %t, %u : tensor<1x64xf32>
//POSITIVE      %positive = math.absf %p : tensor<1x64xf32>
      %next = arith.addf %sum, %p : tensor<1x64xf32>
      scf.yield %next : tensor<1x64xf32>
    }
//PARTIAL    %narrow = arith.truncf %acc : tensor<1x64xf32> to tensor<1x64xbf16>
//PARTIAL    %partial = arith.extf %narrow : tensor<1x64xbf16> to tensor<1x64xf32>
    %s = kopt.reduce (%acc) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<6xf32>
    kopt.return
  }
}
func.func @product(%x: tensor<6x256xf32>, %y: tensor<256xf32>) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<6xf32>
  %r = kopt.launch @kernels::@product ins(%x, %y : tensor<6x256xf32>, tensor<256xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
