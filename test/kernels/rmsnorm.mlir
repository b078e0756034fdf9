// RMSNorm over rows of 4096 in bf16, accumulated in f32, the row kept in
// registers: form 2 with the layouts assigned.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-to-simt,canonicalize,cse))' | FileCheck %s

#row = #kopt.layout<reg = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [0, 64], [0, 128]], warp = [[0, 256], [0, 512], [0, 1024]], reps = [1, 2]>
#one = #kopt.layout<reg = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0], [0]], reps = [1]>

// CHECK-LABEL: gpu.func @rmsnorm
// CHECK-SAME: memref<16384x4096xbf16> {llvm.noalias, llvm.readonly}
// CHECK-SAME: kernel attributes {
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-SAME: kopt.grid
// CHECK-COUNT-2: vector.load %{{.*}} {alignment = 16 : i64} : memref<16384x4096xbf16>, vector<8xbf16>
// CHECK: arith.mulf %{{.*}} : vector<2x8xf32>
// CHECK: arith.addf %{{.*}} : vector<8xf32>
// CHECK-COUNT-5: gpu.shuffle xor
// CHECK: memref.store %{{.*}} : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-COUNT-2: vector.load %{{.*}} {alignment = 16 : i64} : memref<8xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: math.rsqrt
// CHECK-NOT: scf.if
// CHECK-COUNT-2: vector.store %{{.*}} {alignment = 16 : i64} : memref<16384x4096xbf16>, vector<8xbf16>
// CHECK: gpu.return
gpu.module @kernels {
  kopt.kernel @rmsnorm(%x: memref<16384x4096xbf16>, %w: memref<4096xbf16>, %o: memref<16384x4096xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (16384)>, schedule = #kopt.launch<warps = 8>, kopt.shared_bytes = 32 : i64} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<16384x4096xbf16> -> tensor<1x4096xbf16, #row>
    %f = arith.extf %t : tensor<1x4096xbf16, #row> to tensor<1x4096xf32, #row>
    %q = arith.mulf %f, %f : tensor<1x4096xf32, #row>
    %s = kopt.reduce (%q) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>, kopt.shared_offset = 0 : i64} : (tensor<1x4096xf32, #row>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %n = arith.constant dense<2.44140625e-04> : tensor<1xf32, #one>
    %e = arith.constant dense<1.0e-05> : tensor<1xf32, #one>
    %m = arith.mulf %s, %n : tensor<1xf32, #one>
    %me = arith.addf %m, %e : tensor<1xf32, #one>
    %r = math.rsqrt %me : tensor<1xf32, #one>
    %rb = kopt.broadcast %r dims [0] : tensor<1xf32, #one> -> tensor<1x4096xf32, #row>
    %wt = kopt.load %w[%c0] map affine_map<(d0, d1)[s0] -> (d1 + s0)> {via = #kopt.direct<bytes = 16>} : memref<4096xbf16> -> tensor<1x4096xbf16, #row>
    %wf = arith.extf %wt : tensor<1x4096xbf16, #row> to tensor<1x4096xf32, #row>
    %p = arith.mulf %f, %rb : tensor<1x4096xf32, #row>
    %pw = arith.mulf %p, %wf : tensor<1x4096xf32, #row>
    %h = arith.truncf %pw : tensor<1x4096xf32, #row> to tensor<1x4096xbf16, #row>
    kopt.store %h, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x4096xbf16, #row>, memref<16384x4096xbf16>
    kopt.return
  }
}
