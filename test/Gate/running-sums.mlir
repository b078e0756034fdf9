// Sums that a loop carries and uses on the way: each partial sum may differ by what
// another order of its own terms makes of it, and by no more. Of rows of 300, the
// sums before, with and after each element.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim
// RUN: sed 's/%%before, %%total/%%start, %%total/' %t/kernel.mlir > %t/drops.mlir
// RUN: not kopt-gate %t/original.mlir %t/drops.mlir --device=sim --families=normal | FileCheck %s --check-prefix=MISMATCH
// RUN: sed 's,//NARROW,,; s/%%before, %%total/%%before, %%short/' %t/kernel.mlir > %t/narrows.mlir
// RUN: not kopt-gate %t/original.mlir %t/narrows.mlir --device=sim --families=uniform01 | FileCheck %s --check-prefix=MISMATCH
// RUN: sed 's/%%y, %%b\[/%%scan, %%b[/' %t/kernel.mlir > %t/restarts.mlir
// RUN: not kopt-gate %t/original.mlir %t/restarts.mlir --device=sim --families=normal | FileCheck %s --check-prefix=MISMATCH
// REQUIRES: sim

// MISMATCH: rejected (mismatch): family {{.*}}: result

//--- original.mlir
func.func @sums(%x: tensor<4x300xf32>) -> (tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = arith.constant 4 : index
  %columns = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x300xf32>
  %f = tensor.empty() : tensor<4xf32>
  %r:3 = scf.for %i = %c0 to %rows step %c1 iter_args(%p = %e, %q = %e, %o = %f) -> (tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>) {
    %row:3 = scf.for %j = %c0 to %columns step %c1 iter_args(%b = %p, %w = %q, %s = %zero) -> (tensor<4x300xf32>, tensor<4x300xf32>, f32) {
      %v = tensor.extract %x[%i, %j] : tensor<4x300xf32>
      %t = arith.addf %s, %v : f32
      %b1 = tensor.insert %s into %b[%i, %j] : tensor<4x300xf32>
      %w1 = tensor.insert %t into %w[%i, %j] : tensor<4x300xf32>
      scf.yield %b1, %w1, %t : tensor<4x300xf32>, tensor<4x300xf32>, f32
    }
    %o1 = tensor.insert %row#2 into %o[%i] : tensor<4xf32>
    scf.yield %row#0, %row#1, %o1 : tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @sums(%x: memref<4x300xf32>, %a: memref<4x300xf32> {kopt.out}, %b: memref<4x300xf32> {kopt.out}, %c: memref<4xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %columns = arith.constant 300 : index
    %i = kopt.program_id 0
    %start = arith.constant dense<0.0> : tensor<1xf32>
    %sum = scf.for %j = %c0 to %columns step %c64 iter_args(%before = %start) -> tensor<1xf32> {
      %t = kopt.load %x[%i, %j] : memref<4x300xf32> -> tensor<1x64xf32>
      %less, %unused = kopt.scan (%t) axis 1 identity [0.0 : f32] exclusive : (tensor<1x64xf32>) -> (tensor<1x64xf32>, tensor<1xf32>) {
      ^bb0(%u: f32, %v: f32):
        %w = arith.addf %u, %v : f32
        kopt.yield %w : f32
      }
      %scan, %total = kopt.scan (%t) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> (tensor<1x64xf32>, tensor<1xf32>) {
      ^bb0(%u: f32, %v: f32):
        %w = arith.addf %u, %v : f32
        kopt.yield %w : f32
      }
      %all = kopt.broadcast %before dims [0] : tensor<1xf32> -> tensor<1x64xf32>
      %z = arith.addf %all, %less : tensor<1x64xf32>
      %y = arith.addf %all, %scan : tensor<1x64xf32>
      kopt.store %z, %a[%i, %j] : tensor<1x64xf32>, memref<4x300xf32>
      kopt.store %y, %b[%i, %j] : tensor<1x64xf32>, memref<4x300xf32>
      //NARROW %half = arith.truncf %total : tensor<1xf32> to tensor<1xbf16>
      //NARROW %short = arith.extf %half : tensor<1xbf16> to tensor<1xf32>
      %after = arith.addf %before, %total : tensor<1xf32>
      scf.yield %after : tensor<1xf32>
    }
    kopt.store %sum, %c[%i] : tensor<1xf32>, memref<4xf32>
    kopt.return
  }
}
func.func @sums(%x: tensor<4x300xf32>) -> (tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4x300xf32>
  %f = tensor.empty() : tensor<4xf32>
  %r:3 = kopt.launch @kernels::@sums ins(%x : tensor<4x300xf32>) outs(%e, %e, %f : tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>) -> tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>
  return %r#0, %r#1, %r#2 : tensor<4x300xf32>, tensor<4x300xf32>, tensor<4xf32>
}
