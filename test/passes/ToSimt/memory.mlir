// Loads, stores and program identity: dynamic shapes, partial accesses,
// transposed and broadcast maps, bounds, layout conversion.
// RUN: kopt-opt %s -split-input-file -pass-pipeline='builtin.module(gpu.module(kopt-to-simt,canonicalize,cse))' | FileCheck %s

// A dynamic memref is a pointer and its extents. The rows are covered by the
// grid exactly, so only columns are tested, one element an access.
#row = #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [], reps = [1, 1]>
// CHECK-LABEL: gpu.func @dynamic
// CHECK-SAME: (%[[X:[^:]*]]: memref<f32> {llvm.noalias, llvm.readonly}, %[[M:[^:]*]]: index, %[[N:[^:]*]]: index, %[[O:[^:]*]]: memref<f32>, %{{[^:]*}}: index, %{{[^:]*}}: index)
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [%[[M]], %[[N]]], strides: [%[[N]], 1] : memref<f32> to memref<?x?xf32>
// CHECK: arith.divui %block_id_x
// CHECK: arith.remui %block_id_x
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %[[N]] : index
// CHECK-NEXT: scf.if %[[IN]] -> (f32)
gpu.module @kernels {
  kopt.kernel @dynamic(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out})
      attributes {grid = affine_map<()[m, n, a, b] -> (m, n ceildiv 128)>, schedule = #kopt.launch<warps = 1>} {
    %c128 = arith.constant 128 : index
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %k = arith.muli %j, %c128 : index
    %t = kopt.load %x[%i, %k] {via = #kopt.direct<bytes = 16>} : memref<?x?xf32> -> tensor<1x128xf32, #row>
    %s = arith.addf %t, %t : tensor<1x128xf32, #row>
    kopt.store %s, %o[%i, %k] : tensor<1x128xf32, #row>, memref<?x?xf32>
    kopt.return
  }
}

// -----

// 8 of the 16 bytes of a group at once, 1000 columns in whole accesses under
// one predicate each, pad 1.0.
#row = #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [], reps = [1, 8]>
// CHECK-LABEL: gpu.func @partial
// CHECK: %[[PAD:.*]] = arith.constant dense<1.000000e+00> : vector<2xf32>
// CHECK: scf.if %{{.*}} -> (vector<2xf32>)
// CHECK-NEXT: vector.load %{{.*}} {alignment = 8 : i64, nontemporal = true} : memref<64x1000xf32>, vector<2xf32>
// CHECK: scf.yield %[[PAD]]
// CHECK: scf.if %{{[0-9]+}} {
// CHECK-NEXT: vector.store %{{.*}} {alignment = 8 : i64} : memref<64x1000xf32>, vector<2xf32>
gpu.module @kernels {
  kopt.kernel @partial(%x: memref<64x1000xf32>, %o: memref<64x1000xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 8>, pad = 1.0 : f32, cache = #kopt.cache<streaming>} : memref<64x1000xf32> -> tensor<1x1024xf32, #row>
    kopt.store %t, %o[%i, %c0] {via = #kopt.direct<bytes = 8>} : tensor<1x1024xf32, #row>, memref<64x1000xf32>
    kopt.return
  }
}

// -----

// A transposed load is one element an access; the conversion makes the store
// wide. A dropped dimension is one load a row.
#a = #kopt.layout<reg = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [4, 0], [8, 0]], warp = [], reps = [1, 1]>
#b = #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [1, 0], [2, 0], [4, 0], [8, 0]], warp = [], reps = [1, 1]>
// CHECK-LABEL: gpu.func @transpose
// CHECK-COUNT-4: memref.load %{{.*}} : memref<8x16xf32>
// CHECK-COUNT-4: memref.store %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-COUNT-4: memref.load %{{.*}} : memref<128xf32, #gpu.address_space<workgroup>>
// CHECK: memref.load %{{.*}} : memref<16xf32>
// CHECK: vector.broadcast %{{.*}} : f32 to vector<{{(1x)?}}4xf32>
// CHECK: vector.store %{{.*}} {alignment = 16 : i64} : memref<16x8xf32>, vector<4xf32>
gpu.module @kernels {
  kopt.kernel @transpose(%x: memref<8x16xf32>, %w: memref<16xf32>, %o: memref<16x8xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>, kopt.shared_bytes = 512 : i64} {
    %t = kopt.load %x map affine_map<(d0, d1) -> (d1, d0)> : memref<8x16xf32> -> tensor<16x8xf32, #a>
    %u = kopt.convert_layout %t {kopt.shared_offset = 0 : i64} : tensor<16x8xf32, #a> -> tensor<16x8xf32, #b>
    %v = kopt.load %w map affine_map<(d0, d1) -> (d0)> : memref<16xf32> -> tensor<16x8xf32, #b>
    %s = arith.addf %u, %v : tensor<16x8xf32, #b>
    kopt.store %s, %o {via = #kopt.direct<bytes = 16>} : tensor<16x8xf32, #b>, memref<16x8xf32>
    kopt.return
  }
}
