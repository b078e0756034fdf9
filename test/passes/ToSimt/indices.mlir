// Loads at places that a tile says, atomic updates, counting.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts,kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse))' -split-input-file | FileCheck %s
// RUN: kopt-opt %s --lower-to-ptx -split-input-file | FileCheck %s --check-prefix=PTX

// A row is in or out as a whole, whatever the number of bits: one comparison, and
// accesses of 16 bytes.
// CHECK-LABEL: gpu.func @rows
// CHECK-DAG: %[[ROWS:.*]] = arith.constant 100 : index
// CHECK: %[[N:.*]] = memref.load %{{.*}} : memref<64xi64>
// CHECK: %[[ROW:.*]] = arith.index_cast %[[N]] : i64 to index
// CHECK: %[[IN:.*]] = arith.cmpi ult, %[[ROW]], %[[ROWS]]
// CHECK-NEXT: scf.if %[[IN]] -> (vector<4xf32>, vector<4xf32>)
// CHECK-NEXT: vector.load %{{.*}}[%[[ROW]], %{{.*}}] {alignment = 16 : i64} : memref<100x256xf32>, vector<4xf32>
// CHECK: vector.load %{{.*}}[%[[ROW]], %{{.*}}] {alignment = 16 : i64} : memref<100x256xf32>, vector<4xf32>
// An i64 is one access.
// PTX: .entry rows(
// PTX: ld.global.nc.b64
// PTX: ld.global.nc.v4.b32
gpu.module @rows_module {
  kopt.kernel @rows(%x: memref<100x256xf32>, %index: memref<64xi64>, %o: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %r = kopt.program_id 0
    %i = kopt.load %index[%r] : memref<64xi64> -> tensor<1xi64>
    %t = kopt.load %x[%c0] indices(%i dims [array<i64: 0>] : tensor<1xi64>)
        map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> {via = #kopt.direct<bytes = 16>} : memref<100x256xf32> -> tensor<1x256xf32>
    kopt.store %t, %o[%r, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
}

// -----

// Of 32 threads 16 hold copies and add nothing. No fence: nothing else is ordered.
// CHECK-LABEL: gpu.func @scatter
// CHECK: %[[BIT:.*]] = arith.andi %{{.*}}, %c16 : index
// CHECK: %[[FIRST:.*]] = arith.cmpi eq, %[[BIT]]
// CHECK: scf.if %[[FIRST]]
// CHECK: scf.if
// CHECK: kopt_nv.red addi %{{.*}}, %{{.*}}[%{{.*}}] : memref<100xi32>
// PTX: .entry scatter(
// PTX-NOT: fence
// PTX: atom.global.add.u32
gpu.module @scatter_module {
  kopt.kernel @scatter(%index: memref<16xi32>, %o: memref<100xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.load %index[%c0] : memref<16xi32> -> tensor<16xi32>
    %one = arith.constant dense<1> : tensor<16xi32>
    kopt.scatter_reduce addi %one, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0)> : tensor<16xi32>, memref<100xi32>
    kopt.return
  }
}

// -----

// Eight copies of nine counters (the last one of what has no bin); each thread
// counts under the number of its lane.
// CHECK-LABEL: gpu.func @histogram
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<72xi32, #gpu.address_space<workgroup>>, vector<4xi32>
// CHECK: gpu.barrier
// CHECK: arith.minui %{{.*}}, %c8_i32
// CHECK: kopt_nv.red addi %c1_i32, %{{.*}} : memref<72xi32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-COUNT-2: vector.load %{{.*}} {alignment = 16 : i64} : memref<72xi32, #gpu.address_space<workgroup>>, vector<4xi32>
// PTX: .entry histogram(
// PTX: atom.shared.add.u32
gpu.module @histogram_module {
  kopt.kernel @histogram(%x: memref<64xi32>, %o: memref<8xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<64xi32> -> tensor<64xi32>
    %h = kopt.histogram %t : tensor<64xi32> -> tensor<8xi32>
    kopt.store %h, %o[%c0] : tensor<8xi32>, memref<8xi32>
    kopt.return
  }
}
