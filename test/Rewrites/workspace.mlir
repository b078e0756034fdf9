// Programs that wait for each other are left alone by rewrites.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=contract_multiply_add})' 2>&1 | FileCheck %s
// CHECK: remark: contract_multiply_add not applied: expected a kernel without a workspace, but got @k
// CHECK: kopt.await
// CHECK: kopt.load
gpu.module @kernels {
  kopt.kernel @k(%x: memref<4x64xf32>, %o: memref<4x64xf32> {kopt.out}, %f: memref<4xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %i = kopt.program_id 0
    kopt.signal %f[%i] : memref<4xi32>
    kopt.await %f[%i] signals %c1 readers %c1 : memref<4xi32>
    %t = kopt.load %x[%i, %c0] : memref<4x64xf32> -> tensor<1x64xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x64xf32>, memref<4x64xf32>
    kopt.return
  }
}
