// Numbers of 64 bits cross IREE's constants of 32 bits: the kernel puts halves
// together, shown by running it; the host takes them apart, shown by folding.
// RUN: rm -rf %t && kopt-translate --kopt-to-iree --chip=sim %s -o %t
// RUN: %kopt_build/bin/unit/capi-halves %t/kernels0.sim %kopt_build/test/fake-driver/sim/libcuda.so.1 | FileCheck %s
// RUN: kopt-opt --allow-unregistered-dialect --canonicalize %t/program.mlir | FileCheck %s --check-prefix=HOST
// RUN: %if cuda %{ kopt-translate --kopt-to-iree --chip=sm_80 %s -o %t %}
// RUN: %if cuda %{ %kopt_build/bin/unit/capi-halves %t/kernels0.ptx | FileCheck %s %}

// CHECK: 0 of 4 are wrong
// HOST-DAG: %[[KL:.*]] = arith.constant -1698898192 : i32
// HOST-DAG: %[[KH:.*]] = arith.constant 305419896 : i32
// HOST-DAG: %[[NL:.*]] = arith.constant -7 : i32
// HOST-DAG: %[[NH:.*]] = arith.constant -257 : i32
// HOST-DAG: %[[DL:.*]] = arith.constant 1431655765 : i32
// HOST-DAG: %[[DH:.*]] = arith.constant -1076538027 : i32
// HOST: "hal.dispatch.extern"(%{{[^,]*}}, %[[KL]], %[[KH]], %[[NL]], %[[NH]], %[[DL]], %[[DH]])
gpu.module @kernels {
  kopt.kernel @halves(%k: i64, %n: index, %d: f64, %o: memref<4xi64> {kopt.out}, %p: memref<4xf64> {kopt.out})
      attributes {grid = affine_map<()[s0] -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %m = arith.index_cast %n : index to i64
    %x = arith.xori %k, %m : i64
    %t = tensor.splat %x : tensor<4xi64>
    kopt.store %t, %o[%c0] : tensor<4xi64>, memref<4xi64>
    %u = tensor.splat %d : tensor<4xf64>
    kopt.store %u, %p[%c0] : tensor<4xf64>, memref<4xf64>
    kopt.return
  }
}
func.func @f() -> (tensor<4xi64>, tensor<4xf64>) {
  %k = arith.constant 0x123456789abcdef0 : i64
  %n = arith.constant -1099511627783 : index
  %d = arith.constant 0xBFD5555555555555 : f64
  %e = tensor.empty() : tensor<4xi64>
  %g = tensor.empty() : tensor<4xf64>
  %r:2 = kopt.launch @kernels::@halves ins(%k, %n, %d : i64, index, f64) outs(%e, %g : tensor<4xi64>, tensor<4xf64>) -> tensor<4xi64>, tensor<4xf64>
  return %r#0, %r#1 : tensor<4xi64>, tensor<4xf64>
}
