// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=hoist_load})' 2>&1 | FileCheck %s

// Loads move before the reduction in their order, behind what they use and
// behind writes to their memory.
// CHECK: remark: hoist_load not applied: no reduction or loop stands between
// CHECK: remark: hoist_load not applied: no reduction or loop stands between
// CHECK-LABEL: kopt.kernel @k
// CHECK: kopt.load %arg0
// CHECK-NEXT: kopt.load %arg1
// CHECK-NEXT: kopt.load %arg2
// CHECK: kopt.reduce
// CHECK: kopt.store %{{.*}}, %arg3
// CHECK-NEXT: kopt.load %arg3
gpu.module @kernels {
  kopt.kernel @k(%x: memref<64x128xf32>, %w: memref<128xf32>, %v: memref<128xf32>, %o: memref<64x128xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x128xf32> -> tensor<1x128xf32>
    %n = arith.negf %t : tensor<1x128xf32>
    %s = kopt.reduce (%n) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %wt = kopt.load %w[%c0] : memref<128xf32> -> tensor<128xf32>
    %vt = kopt.load %v[%c0] : memref<128xf32> -> tensor<128xf32>
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x128xf32>
    %wv = arith.addf %wt, %vt : tensor<128xf32>
    %wb = kopt.broadcast %wv dims [1] : tensor<128xf32> -> tensor<1x128xf32>
    %y = arith.mulf %sb, %wb : tensor<1x128xf32>
    kopt.store %y, %o[%i, %c0] : tensor<1x128xf32>, memref<64x128xf32>
    %again = kopt.load %o[%i, %c0] : memref<64x128xf32> -> tensor<1x128xf32>
    %z = arith.addf %again, %y : tensor<1x128xf32>
    kopt.store %z, %o[%i, %c0] : tensor<1x128xf32>, memref<64x128xf32>
    kopt.return
  }
}
