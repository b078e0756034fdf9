// A loop over a dynamic extent goes where the tile covers it at every launch, and
// the loop has an iteration at every launch.
// RUN: kopt-opt %s -split-input-file -pass-pipeline='builtin.module(kopt-apply-rewrite{name=resize_tile params="{loop, size = 128}"},canonicalize)' | FileCheck %s

// CHECK-LABEL: kopt.kernel @covered
// CHECK-NOT: scf.for
// CHECK: kopt.load {{.*}} -> tensor<1x128xf32>
gpu.module @kernels {
  kopt.kernel @covered(%x: memref<64x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {assume = affine_set<()[s0] : (s0 - 1 >= 0, 128 - s0 >= 0)>, grid = affine_map<()[s0] -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
}

// -----

// CHECK-LABEL: kopt.kernel @maybe_empty
// CHECK: scf.for
gpu.module @kernels {
  kopt.kernel @maybe_empty(%x: memref<64x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {assume = affine_set<()[s0] : (128 - s0 >= 0)>, grid = affine_map<()[s0] -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
}

// -----

// CHECK-LABEL: kopt.kernel @longer
// CHECK: scf.for
gpu.module @kernels {
  kopt.kernel @longer(%x: memref<64x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {assume = affine_set<()[s0] : (s0 - 1 >= 0, 129 - s0 >= 0)>, grid = affine_map<()[s0] -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
}
