// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm))' | FileCheck %s
// Scalar functions with an exact instruction stay out of the device library.
// CHECK-NOT: __nv_
// CHECK: llvm.intr.fma
// CHECK: llvm.intr.maxnum
// CHECK-NOT: __nv_
gpu.module @m {
  gpu.func @k(%p: memref<4xf32>, %q: memref<4xbf16>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    %i = gpu.thread_id x
    %x = memref.load %p[%i] : memref<4xf32>
    %h = memref.load %q[%i] : memref<4xbf16>
    %a = math.powf %x, %x : f32
    %b = math.sin %a : f32
    %c = math.cos %b : f32
    %d = math.log1p %c : f32
    %e = math.expm1 %d : f32
    %f = math.erf %e : f32
    %g = math.log10 %f : f32
    %j = math.floor %g : f32
    %k = math.ceil %j : f32
    %l = math.trunc %k : f32
    %m = math.roundeven %l : f32
    %n = math.absf %m : f32
    %o = math.copysign %n, %x : f32
    %r = math.sqrt %o : f32
    %s = math.fma %r, %r, %x : f32
    %t = arith.maximumf %s, %x : f32
    %u = arith.maxnumf %t, %x : f32
    %v = arith.minnumf %u, %x : f32
    memref.store %v, %p[%i] : memref<4xf32>
    %ha = math.powf %h, %h : bf16
    %hb = math.sqrt %ha : bf16
    %hc = math.log10 %hb : bf16
    %hd = math.absf %hc : bf16
    %he = math.floor %hd : bf16
    %hf = math.rsqrt %he : bf16
    %hg = math.erf %hf : bf16
    memref.store %hg, %q[%i] : memref<4xbf16>
    gpu.return
  }
}
