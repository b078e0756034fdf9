// Two reductions of a row over a cluster of 4 blocks of 2 warps: where shared memory,
// barriers, thread and program numbers go.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts,kopt-allocate-shared,kopt-insert-barriers))' | FileCheck %s --check-prefix=TILES
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts,kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse))' | FileCheck %s
// RUN: kopt-opt %s --lower-to-ptx | FileCheck %s --check-prefix=PTX
// RUN: not kopt-opt %s --lower-to-ptx=chip=sm_89 2>&1 | FileCheck %s --check-prefix=OLD

// OLD: error: expected target sm_90a for a kernel with clusters of blocks, but got 'sm_89'
// PTX: .explicitcluster
// PTX-SAME: .reqnctapercluster 4, 1, 1
// PTX-SAME: mapa.shared::cluster
// PTX-SAME: st.shared::cluster

// Both exchanges of the loop's body meet their own place again one turn later, with
// the other's barrier between; the single one of @once_a_turn does not.
// TILES-LABEL: kopt.kernel @row
// TILES-SAME: kopt.shared_bytes = 48
// TILES: nvvm.cluster.arrive.relaxed {aligned}
// TILES: nvvm.cluster.wait {aligned}
// TILES-NOT: nvvm.cluster
// TILES: scf.for
// TILES-NOT: nvvm.cluster
// TILES: kopt.reduce{{.*}}kopt.exchange_offset = 16 : i64, kopt.shared_offset = 0 : i64
// TILES-NOT: nvvm.cluster
// TILES: kopt.reduce{{.*}}kopt.exchange_offset = 32 : i64, kopt.shared_offset = 0 : i64
// TILES-LABEL: kopt.kernel @once_a_turn
// TILES: scf.for
// TILES: nvvm.cluster.arrive {aligned}
// TILES-NEXT: nvvm.cluster.wait {aligned}
// TILES-NEXT: kopt.reduce

// CHECK-LABEL: gpu.func @row
// CHECK-SAME: known_block_size = array<i32: 64, 1, 1>
// CHECK-SAME: nvvm.cluster_dim = array<i32: 4, 1, 1>
// CHECK: %[[TID:.*]] = gpu.thread_id x
// CHECK: %[[RANK:.*]] = gpu.cluster_block_id x
// CHECK: %[[FIRST:.*]] = arith.muli %[[RANK]], %c64
// CHECK: %[[ID:.*]] = arith.addi %[[TID]], %[[FIRST]]
// CHECK: %[[BLOCK:.*]] = gpu.block_id x
// CHECK: arith.divui %[[BLOCK]], %c4
// CHECK: gpu.shuffle
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK: kopt_nv.store_cluster %{{.*}}, %{{.*}}[%{{.*}}] block %{{.*}} : f32, memref<4xf32, #gpu.address_space<workgroup>>
// CHECK: nvvm.cluster.arrive {aligned}
// CHECK-NEXT: nvvm.cluster.wait {aligned}
// CHECK-NEXT: vector.load
gpu.module @kernels {
  kopt.kernel @row(%x: memref<8x4096xf32>, %o: memref<8xf32> {kopt.out})
      attributes {grid = affine_map<() -> (8)>, schedule = #kopt.launch<warps = 2, cluster = 4>} {
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %c4096 = arith.constant 4096 : index
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    %i = kopt.program_id 0
    %r = scf.for %j = %c0 to %c4096 step %c1024 iter_args(%s = %zero) -> tensor<1xf32> {
      %t = kopt.load %x[%i, %j] {via = #kopt.direct<bytes = 16>} : memref<8x4096xf32> -> tensor<1x1024xf32>
      %a = kopt.reduce(%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
      ^bb0(%a0: f32, %b0: f32):
        %c = arith.addf %a0, %b0 : f32
        kopt.yield %c : f32
      }
      %b = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
      ^bb0(%a0: f32, %b0: f32):
        %c = arith.maximumf %a0, %b0 : f32
        kopt.yield %c : f32
      }
      %c = arith.addf %a, %b : tensor<1xf32>
      %n = arith.addf %s, %c : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<8xf32>
    kopt.return
  }
  kopt.kernel @once_a_turn(%x: memref<8x4096xf32>, %o: memref<8xf32> {kopt.out})
      attributes {grid = affine_map<() -> (8)>, schedule = #kopt.launch<warps = 2, cluster = 4>} {
    %c0 = arith.constant 0 : index
    %c1024 = arith.constant 1024 : index
    %c4096 = arith.constant 4096 : index
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    %i = kopt.program_id 0
    %r = scf.for %j = %c0 to %c4096 step %c1024 iter_args(%s = %zero) -> tensor<1xf32> {
      %t = kopt.load %x[%i, %j] {via = #kopt.direct<bytes = 16>} : memref<8x4096xf32> -> tensor<1x1024xf32>
      %a = kopt.reduce(%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
      ^bb0(%a0: f32, %b0: f32):
        %c = arith.addf %a0, %b0 : f32
        kopt.yield %c : f32
      }
      %n = arith.addf %s, %a : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<8xf32>
    kopt.return
  }
}
