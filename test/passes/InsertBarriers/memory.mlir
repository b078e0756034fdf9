// Accesses of one argument keep their order where threads meet at an element, and only
// there.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-allocate-shared,kopt-insert-barriers))' | FileCheck %s

#a = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], reps = [1]>
#b = #kopt.layout<reg = [], lane = [[32], [16], [8], [4], [2]], warp = [[1]], reps = [1]>
#replicated = #kopt.layout<reg = [[32]], lane = [[1], [2], [4], [8], [16]], warp = [[0]], reps = [1]>
#at = affine_map<(d0)[s0] -> (s0)>
gpu.module @kernels {
  // CHECK-LABEL: kopt.kernel @written_twice(
  // CHECK: kopt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: kopt.store
  kopt.kernel @written_twice(%x: memref<64xi32>, %o: memref<64xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %v = kopt.load %x[%c0] {layout = #a} : memref<64xi32> -> tensor<64xi32>
    %i = kopt.iota 0 : tensor<64xi32>
    kopt.store %i, %o[%c0] {layout = #b} : tensor<64xi32>, memref<64xi32>
    kopt.store %v, %o[%c0] {layout = #a} : tensor<64xi32>, memref<64xi32>
    kopt.return
  }
  // CHECK-LABEL: kopt.kernel @read_elsewhere(
  // CHECK: kopt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: kopt.load
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: kopt.store
  // CHECK-NOT: gpu.barrier
  kopt.kernel @read_elsewhere(%x: memref<64xi32>, %o: memref<64xi32> {kopt.inout}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %v = kopt.load %x[%c0] : memref<64xi32> -> tensor<64xi32>
    kopt.store %v, %o[%c0] : tensor<64xi32>, memref<64xi32>
    %w = kopt.load %o indices(%v dims [array<i64: 0>] : tensor<64xi32>) map #at : memref<64xi32> -> tensor<64xi32>
    kopt.store %w, %o[%c0] : tensor<64xi32>, memref<64xi32>
    kopt.return
  }
  // Each thread is at its own element; replicas are not.
  // CHECK-LABEL: kopt.kernel @own(
  // CHECK-NOT: gpu.barrier
  // CHECK-LABEL: kopt.kernel @replicas(
  // CHECK: gpu.barrier
  // CHECK-NEXT: kopt.store
  kopt.kernel @own(%o: memref<64xi32> {kopt.inout}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %v = kopt.load %o[%c0] {layout = #a} : memref<64xi32> -> tensor<64xi32>
    %d = arith.addi %v, %v : tensor<64xi32>
    kopt.store %d, %o[%c0] {layout = #a} : tensor<64xi32>, memref<64xi32>
    kopt.return
  }
  kopt.kernel @replicas(%o: memref<64xi32> {kopt.inout}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %v = kopt.load %o[%c0] {layout = #replicated} : memref<64xi32> -> tensor<64xi32>
    %d = arith.addi %v, %v : tensor<64xi32>
    kopt.store %d, %o[%c0] {layout = #replicated} : tensor<64xi32>, memref<64xi32>
    kopt.return
  }
  // Updates of one kind may come in any order.
  // CHECK-LABEL: kopt.kernel @updates(
  // CHECK: kopt.scatter_reduce addi
  // CHECK-NEXT: kopt.scatter_reduce addi
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: kopt.scatter_reduce maxs
  kopt.kernel @updates(%x: memref<64xi32>, %o: memref<64xi32> {kopt.inout}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %v = kopt.load %x[%c0] : memref<64xi32> -> tensor<64xi32>
    kopt.scatter_reduce addi %v, %o[%c0] : tensor<64xi32>, memref<64xi32>
    kopt.scatter_reduce addi %v, %o[%c0] : tensor<64xi32>, memref<64xi32>
    kopt.scatter_reduce maxs %v, %o[%c0] : tensor<64xi32>, memref<64xi32>
    kopt.return
  }
  // Rounds at other places; rounds that overlap the one before by a half.
  // CHECK-LABEL: kopt.kernel @apart(
  // CHECK-NOT: gpu.barrier
  // CHECK-LABEL: kopt.kernel @overlapping(
  // CHECK: scf.for
  // CHECK: gpu.barrier
  // CHECK-NEXT: kopt.store
  kopt.kernel @apart(%o: memref<4x256xi32> {kopt.inout}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %c256 = arith.constant 256 : index
    scf.for %r = %c0 to %c4 step %c1 {
      scf.for %c = %c0 to %c256 step %c64 {
        %v = kopt.load %o[%r, %c] : memref<4x256xi32> -> tensor<1x64xi32>
        %d = arith.addi %v, %v : tensor<1x64xi32>
        kopt.store %d, %o[%r, %c] : tensor<1x64xi32>, memref<4x256xi32>
      }
    }
    kopt.return
  }
  kopt.kernel @overlapping(%x: memref<64xi32>, %o: memref<256xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %v = kopt.load %x[%c0] : memref<64xi32> -> tensor<64xi32>
    scf.for %r = %c0 to %c4 step %c1 {
      %from = affine.apply affine_map<(d0) -> (d0 * 32)>(%r)
      kopt.store %v, %o[%from] : tensor<64xi32>, memref<256xi32>
    }
    kopt.return
  }
  // Halves, beside each other and one further on.
  // CHECK-LABEL: kopt.kernel @halves(
  // CHECK: kopt.store
  // CHECK-NEXT: kopt.store
  // CHECK-NEXT: gpu.barrier
  // CHECK-NEXT: kopt.store
  kopt.kernel @halves(%x: memref<64xi32>, %o: memref<4x128xi32> {kopt.out}) attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %v = kopt.load %x[%c0] : memref<64xi32> -> tensor<64xi32>
    kopt.store %v, %o[%p] map affine_map<(d0)[s0] -> (s0, d0)> : tensor<64xi32>, memref<4x128xi32>
    kopt.store %v, %o[%p] map affine_map<(d0)[s0] -> (s0, d0 + 64)> : tensor<64xi32>, memref<4x128xi32>
    kopt.store %v, %o[%p] map affine_map<(d0)[s0] -> (s0, d0 + 1)> : tensor<64xi32>, memref<4x128xi32>
    kopt.return
  }
  // In a cluster all its blocks have to meet.
  // CHECK-LABEL: kopt.kernel @cluster(
  // CHECK: nvvm.cluster.arrive.relaxed
  // CHECK: kopt.store
  // CHECK-NEXT: nvvm.cluster.wait
  // CHECK-NEXT: nvvm.cluster.arrive {aligned}
  // CHECK-NEXT: nvvm.cluster.wait
  // CHECK-NEXT: kopt.load
  kopt.kernel @cluster(%x: memref<64xi32>, %o: memref<64xi32> {kopt.inout}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %v = kopt.load %x[%c0] : memref<64xi32> -> tensor<64xi32>
    kopt.store %v, %o[%c0] : tensor<64xi32>, memref<64xi32>
    %w = kopt.load %o map affine_map<(d0) -> (-d0 + 63)> : memref<64xi32> -> tensor<64xi32>
    kopt.store %w, %o[%c0] : tensor<64xi32>, memref<64xi32>
    kopt.return
  }
}
