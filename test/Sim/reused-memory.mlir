// Memory that several blocks of one launch read and a later launch writes: the
// second turn has its temporary where the first one's was. No race.
// RUN: kopt-run %s | FileCheck %s
// CHECK: tensor<4xf32>
#one = affine_map<()[s0] -> (s0)>
gpu.module @kernels {
  kopt.kernel @more(%x: memref<4xf32>, %o: memref<4xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<4xf32> -> tensor<4xf32>
    %s = arith.addf %t, %t : tensor<4xf32>
    kopt.store %s, %o[%c0] : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
  kopt.kernel @spread(%x: memref<4xf32>, %o: memref<4xf32> {kopt.out}) attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%c0] map #one : memref<4xf32> -> tensor<f32>
    kopt.store %t, %o[%i] map #one : tensor<f32>, memref<4xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty() : tensor<4xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %m = kopt.launch @kernels::@more ins(%y : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %s = kopt.launch @kernels::@spread ins(%m : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
