// RUN: kopt-opt %s -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-simt-to-nvvm))'
gpu.module @m {
  gpu.func @k(%x: f32, %p: memref<1xf32>) kernel {
    %c0 = arith.constant 0 : index
    // expected-error @+1 {{expected kopt-expand-math to have expanded this function, but got 'llvm.intr.tanh'}}
    %y = math.tanh %x : f32
    memref.store %y, %p[%c0] : memref<1xf32>
    gpu.return
  }
}
