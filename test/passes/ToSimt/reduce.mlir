// Strategies of a reduction: tuples, other than 32-bit elements, everything
// through shared memory in straight code and in a loop.
// RUN: kopt-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(kopt-to-simt,canonicalize,cse))' | FileCheck %s

// The default: all 64 partials of the tuple cross through shared memory, read
// in thread order by a loop.
#row = #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128]], reps = [1, 1]>
#one = #kopt.layout<reg = [], lane = [[0], [0], [0], [0], [0]], warp = [[0]], reps = [1]>
// CHECK-LABEL: gpu.func @argmax
// CHECK-NOT: gpu.shuffle
// CHECK: arith.cmpf ogt
// CHECK: memref.view %{{.*}}[%{{.*}}][] : memref<512xi8, #gpu.address_space<workgroup>> to memref<64xf32, #gpu.address_space<workgroup>>
// CHECK: memref.view %{{.*}}[%c256][] : memref<512xi8, #gpu.address_space<workgroup>> to memref<64xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %c1 to %c64 step %c1 iter_args(%{{.*}}, %{{.*}}) -> (f32, i32)
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %{{.*}}, %c0 : index
// CHECK: scf.if %[[FIRST]]
// CHECK-NEXT: memref.store %{{.*}} : memref<8xi32>
gpu.module @kernels {
  kopt.kernel @argmax(%x: memref<8x256xf32>, %o: memref<8xi32> {kopt.out})
      attributes {grid = affine_map<() -> (8)>, schedule = #kopt.launch<warps = 2>, kopt.shared_bytes = 512 : i64} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<8x256xf32> -> tensor<1x256xf32, #row>
    %k = kopt.iota 1 : tensor<1x256xi32, #row>
    %m:2 = kopt.reduce (%t, %k) axis 1 identity [0xFF800000 : f32, 2147483647 : i32] {kopt.shared_offset = 0 : i64} : (tensor<1x256xf32, #row>, tensor<1x256xi32, #row>) -> (tensor<1xf32, #one>, tensor<1xi32, #one>) {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %gt = arith.cmpf ogt, %a, %b : f32
      %eq = arith.cmpf oeq, %a, %b : f32
      %lt = arith.cmpi slt, %ai, %bi : i32
      %tie = arith.andi %eq, %lt : i1
      %left = arith.ori %gt, %tie : i1
      %v = arith.select %left, %a, %b : f32
      %vi = arith.select %left, %ai, %bi : i32
      kopt.yield %v, %vi : f32, i32
    }
    kopt.store %m#1, %o[%i] : tensor<1xi32, #one>, memref<8xi32>
    kopt.return
  }
}

// -----

// 64-bit elements travel as two words, 16-bit ones widened.
#lanes = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#none = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [], reps = []>
// CHECK-LABEL: gpu.func @widths
// CHECK-COUNT-10: gpu.shuffle xor %{{.*}} : i32
// CHECK: arith.bitcast %{{.*}} : f16 to i16
// CHECK: arith.extui %{{.*}} : i16 to i32
// CHECK: gpu.shuffle xor %{{.*}} : i32
// CHECK: arith.trunci %{{.*}} : i32 to i16
gpu.module @kernels {
  kopt.kernel @widths(%x: memref<32xf64>, %y: memref<32xf16>, %o: memref<f64> {kopt.out}, %p: memref<f16> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = kopt.load %x : memref<32xf64> -> tensor<32xf64, #lanes>
    %s = kopt.reduce (%t) axis 0 identity [0.0 : f64] {across = #kopt.across<lanes>} : (tensor<32xf64, #lanes>) -> tensor<f64, #none> {
    ^bb0(%a: f64, %b: f64):
      %c = arith.addf %a, %b : f64
      kopt.yield %c : f64
    }
    kopt.store %s, %o : tensor<f64, #none>, memref<f64>
    %u = kopt.load %y : memref<32xf16> -> tensor<32xf16, #lanes>
    %m = kopt.reduce (%u) axis 0 identity [0xFC00 : f16] {across = #kopt.across<lanes>} : (tensor<32xf16, #lanes>) -> tensor<f16, #none> {
    ^bb0(%a: f16, %b: f16):
      %c = arith.maximumf %a, %b : f16
      kopt.yield %c : f16
    }
    kopt.store %m, %p : tensor<f16, #none>, memref<f16>
    kopt.return
  }
}
