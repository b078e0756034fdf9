// Operations whose elements depend on many of a tile are left as they are.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(kopt-apply-rewrite{name=resize_tile params="{loop, size = 128}"})'
gpu.module @kernels {
  // expected-remark @+1 {{resize_tile not applied: an operation 'kopt.scan' on tiles}}
  kopt.kernel @scans(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out}) attributes {grid = affine_map<() -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1024 = arith.constant 1024 : index
    scf.for %j = %c0 to %c1024 step %c64 {
      %t = kopt.load %x[%i, %j] : memref<64x1024xf32> -> tensor<1x64xf32>
      %s, %all = kopt.scan (%t) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> (tensor<1x64xf32>, tensor<1xf32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      kopt.store %s, %o[%i, %j] : tensor<1x64xf32>, memref<64x1024xf32>
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  // expected-remark @+1 {{resize_tile not applied: an operation 'kopt.sort' on tiles}}
  kopt.kernel @sorts(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out}) attributes {grid = affine_map<() -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1024 = arith.constant 1024 : index
    scf.for %j = %c0 to %c1024 step %c64 {
      %t = kopt.load %x[%i, %j] : memref<64x1024xf32> -> tensor<1x64xf32>
      %s = kopt.sort (%t) axis 1 : (tensor<1x64xf32>) -> tensor<1x64xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.cmpf ogt, %a, %b : f32
        kopt.yield %c : i1
      }
      kopt.store %s, %o[%i, %j] : tensor<1x64xf32>, memref<64x1024xf32>
    }
    kopt.return
  }
}
