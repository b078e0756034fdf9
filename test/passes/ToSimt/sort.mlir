// A sort is a bitonic network in shared memory, as loops over the merges and their
// strides; the first few of a long line are selected instead.
// RUN: kopt-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(kopt-assign-layouts,kopt-verify-layouts,kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse))' | FileCheck %s

// 48 of 64 places: pairs that reach past the end are left out.
// CHECK-LABEL: gpu.func @lines
// CHECK: memref.store %{{.*}} : memref<192xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: scf.for %[[SIZE:.*]] = %c0_i32 to %c6_i32 step %c1_i32
// CHECK: arith.cmpi ult, %{{.*}}, %c48_i32 : i32
// CHECK: scf.if
// CHECK-COUNT-2: memref.load
// CHECK: arith.cmpi slt
// CHECK: scf.if
// CHECK-COUNT-2: memref.store
// CHECK: %[[NEAR:.*]] = arith.cmpi ult, %[[SIZE]], %c6_i32 : i32
// CHECK: scf.if %[[NEAR]]
// CHECK-NEXT: nvvm.bar.warp.sync
// CHECK-NEXT: } else {
// CHECK-NEXT: gpu.barrier
// CHECK: scf.for %{{.*}} = %c0_i32 to %[[SIZE]] step %c1_i32
// CHECK: gpu.barrier
// CHECK: memref.load %{{.*}} : memref<192xi32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  kopt.kernel @lines(%x: memref<4x48xi32>, %o: memref<4x48xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %t = kopt.load %x : memref<4x48xi32> -> tensor<4x48xi32>
    %s = kopt.sort (%t) axis 1 : (tensor<4x48xi32>) -> tensor<4x48xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.cmpi slt, %a, %b : i32
      kopt.yield %c : i1
    }
    kopt.store %s, %o : tensor<4x48xi32>, memref<4x48xi32>
    kopt.return
  }
}

// -----

// Offers of eight lanes, the bound, the mask of what is not behind it, and two
// ways to collect and to place.
// CHECK-LABEL: gpu.func @select
// CHECK-COUNT-2: gpu.shuffle xor
// CHECK: memref.store %{{.*}} : memref<32xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK: math.ctpop
// CHECK: gpu.shuffle up
// CHECK: gpu.barrier
// CHECK: arith.cmpi ule, %{{.*}}, %c512_i32
// CHECK: scf.if
// CHECK: } else {
// CHECK: scf.for
// CHECK: arith.cmpi ule, %{{.*}}, %c256_i32
// CHECK: scf.if
// CHECK: } else {
// CHECK: gpu.return
gpu.module @kernels {
  kopt.kernel @select(%x: memref<4096xi32>, %o: memref<8xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<4096xi32> -> tensor<4096xi32>
    %s = kopt.top_k (%t) axis 0 k 8 : (tensor<4096xi32>) -> tensor<8xi32> {
    ^bb0(%a: i32, %b: i32):
      %c = arith.cmpi sgt, %a, %b : i32
      kopt.yield %c : i1
    }
    kopt.store %s, %o[%c0] : tensor<8xi32>, memref<8xi32>
    kopt.return
  }
}
