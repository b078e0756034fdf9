// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared | FileCheck %s

gpu.module @kernels {
  // 128 partials of 4 bytes: one a thread.
  // CHECK: kopt.kernel @threads({{.*}} kopt.shared_bytes = 512 : i64
  // CHECK: kopt.reduce{{.*}} {kopt.shared_offset = 0 : i64}
  kopt.kernel @threads(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    kopt.return
  }

  // Lanes combine first: 4 partials of 4 bytes.
  // CHECK: kopt.kernel @lanes({{.*}} kopt.shared_bytes = 16 : i64
  // CHECK: kopt.reduce{{.*}} {across = #kopt.across<lanes>, kopt.shared_offset = 0 : i64}
  kopt.kernel @lanes(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    kopt.return
  }

  // One warp, by lanes: no shared memory.
  // CHECK: kopt.kernel @none({{.*}} kopt.shared_bytes = 0 : i64
  // CHECK-NOT: kopt.shared_offset
  kopt.kernel @none(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    kopt.return
  }

  // The largest of both counts, as scratch lives only while its operation runs.
  // CHECK: kopt.kernel @largest({{.*}} kopt.shared_bytes = 512 : i64
  // CHECK-COUNT-2: kopt.shared_offset = 0 : i64
  kopt.kernel @largest(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    %u = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%au: f32, %bu: f32):
      %cu = arith.addf %au, %bu : f32
      kopt.yield %cu : f32
    }
    kopt.return
  }

  // A conversion takes the tile.
  // CHECK: kopt.kernel @convert({{.*}} kopt.shared_bytes = 128 : i64
  // CHECK: kopt.convert_layout {{.*}} {kopt.shared_offset = 0 : i64}
  kopt.kernel @convert(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %v = kopt.load %x[%c0] map affine_map<(d0)[s0] -> (s0, d0)> : memref<8x128xf32> -> tensor<32xf32>
    %a = kopt.broadcast %v dims [0] : tensor<32xf32> -> tensor<32x32xf32>
    %b = kopt.broadcast %v dims [1] : tensor<32xf32> -> tensor<32x32xf32>
    kopt.return
  }

  // A scan: two tuples of an i64 and a bf16 a warp, of two segments of two warps.
  // CHECK: kopt.kernel @scan({{.*}} kopt.shared_bytes = 48 : i64
  // CHECK: kopt.scan{{.*}} {kopt.shared_offset = 0 : i64}
  kopt.kernel @scan(%x: memref<128xi64>, %y: memref<128xbf16>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<128xi64> -> tensor<128xi64>
    %u = kopt.load %y[%c0] : memref<128xbf16> -> tensor<128xbf16>
    %s:4 = kopt.scan (%t, %u) axis 0 identity [0 : i64, 0.0 : bf16] : (tensor<128xi64>, tensor<128xbf16>) -> (tensor<128xi64>, tensor<128xbf16>, tensor<i64>, tensor<bf16>) {
    ^bb0(%a: i64, %b: bf16, %c: i64, %d: bf16):
      %e = arith.addi %a, %c : i64
      %f = arith.addf %b, %d : bf16
      kopt.yield %e, %f : i64, bf16
    }
    kopt.return
  }

  // Selecting 8 of 4096 by 8 warps: places for 512 and 32 offers and 8 results of
  // an i32, and an i32 a thread twice and a warp.
  // CHECK: kopt.kernel @select({{.*}} kopt.shared_bytes = 4288 : i64
  kopt.kernel @select(%x: memref<4096xi32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<4096xi32> -> tensor<4096xi32>
    %s = kopt.top_k (%t) axis 0 k 8 : (tensor<4096xi32>) -> tensor<8xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.cmpi sgt, %a, %b : i32
      kopt.yield %c : i1
    }
    kopt.return
  }
}
