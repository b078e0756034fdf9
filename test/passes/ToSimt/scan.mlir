// A scan of a row: four registers in turn, lanes by shuffles from below, warps
// through shared memory, then prefixes before the registers. Backwards shuffles
// come from above. Lanes out of order exchange bit by bit.
// RUN: kopt-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(kopt-assign-layouts,kopt-verify-layouts,kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse))' | FileCheck %s

// CHECK-LABEL: gpu.func @row
// CHECK: vector.load
// CHECK-COUNT-3: arith.addi %{{.*}} : i32
// CHECK: %[[S1:.*]], %{{.*}} = gpu.shuffle up %[[T:[0-9]+]], %c1_i32, %c32_i32 : i32
// CHECK-NEXT: %[[C1:.*]] = arith.addi %[[S1]], %[[T]] : i32
// CHECK-NEXT: arith.select %{{.*}}, %[[C1]], %[[T]] : i32
// CHECK: gpu.shuffle up %{{.*}}, %c2_i32, %c32_i32 : i32
// CHECK: gpu.shuffle up %{{.*}}, %c16_i32, %c32_i32 : i32
// CHECK: gpu.shuffle up %{{.*}}, %c1_i32, %c32_i32 : i32
// CHECK: gpu.shuffle idx %[[ALL:[0-9]+]], %{{.*}}, %c32_i32 : i32
// CHECK: scf.if
// CHECK-NEXT: memref.store %{{.*}} : memref<4xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-COUNT-4: memref.load %{{.*}} : memref<4xi32, #gpu.address_space<workgroup>>
// CHECK: vector.store
gpu.module @kernels {
  kopt.kernel @row(%x: memref<8x512xi32>, %o: memref<8x512xi32> {kopt.out}, %p: memref<8xi32> {kopt.out})
      attributes {grid = affine_map<() -> (8)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<8x512xi32> -> tensor<1x512xi32>
    %s, %all = kopt.scan (%t) axis 1 identity [0 : i32] : (tensor<1x512xi32>) -> (tensor<1x512xi32>, tensor<1xi32>) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      kopt.yield %c : i32
    }
    kopt.store %s, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x512xi32>, memref<8x512xi32>
    kopt.store %all, %p[%i] : tensor<1xi32>, memref<8xi32>
    kopt.return
  }
}

// -----

// The total is not used, so the last shuffle is not made. A loop keeps one round's
// readers from the next one's writers.
// CHECK-LABEL: gpu.func @backwards
// CHECK: scf.for
// CHECK: gpu.barrier
// CHECK: gpu.shuffle xor %{{.*}}, %c1_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c4_i32
// CHECK: gpu.shuffle xor %{{.*}}, %c2_i32
// CHECK: scf.if
// CHECK: gpu.barrier
// CHECK: gpu.shuffle down %{{.*}}, %c8_i32, %c32_i32 : i32
// CHECK: gpu.shuffle down %{{.*}}, %c16_i32, %c32_i32 : i32
// CHECK: gpu.shuffle down %{{.*}}, %c8_i32, %c32_i32 : i32
// CHECK-NOT: gpu.shuffle
#mixed = #kopt.layout<reg = [], lane = [[1], [4], [2], [16], [32]], warp = [[8]], reps = [1]>
gpu.module @kernels {
  kopt.kernel @backwards(%x: memref<640xi32>, %o: memref<640xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c640 = arith.constant 640 : index
    scf.for %j = %c0 to %c640 step %c64 {
      %t = kopt.load %x[%j] {layout = #mixed} : memref<640xi32> -> tensor<64xi32>
      %s, %all = kopt.scan (%t) axis 0 identity [0 : i32] reverse : (tensor<64xi32>) -> (tensor<64xi32>, tensor<i32>) {
      ^bb0(%a: i32, %b: i32):
        %c = arith.addi %a, %b : i32
        kopt.yield %c : i32
      }
      kopt.store %s, %o[%j] : tensor<64xi32>, memref<640xi32>
    }
    kopt.return
  }
}

// -----

// More than 64 totals are read in a loop.
// CHECK-LABEL: gpu.func @loop
// CHECK: gpu.barrier
// CHECK: scf.for %{{.*}} = %c1 to %c32 step %c1 iter_args
gpu.module @kernels {
  kopt.kernel @loop(%x: memref<4096xi32>, %o: memref<4096xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 32>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<4096xi32> -> tensor<4096xi32>
    %s, %all = kopt.scan (%t) axis 0 identity [0 : i32] : (tensor<4096xi32>) -> (tensor<4096xi32>, tensor<i32>) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      kopt.yield %c : i32
    }
    kopt.store %s, %o[%c0] : tensor<4096xi32>, memref<4096xi32>
    kopt.return
  }
}
