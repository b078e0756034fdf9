// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts))' | FileCheck %s --check-prefix=LAYOUT
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-verify-layouts,kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse))' | FileCheck %s

#rows = #kopt.layout<reg = [[0, 1], [0, 2], [1, 0], [2, 0]], lane = [[0, 4], [0, 8], [0, 16], [4, 0], [8, 0]], warp = [], reps = [1, 1]>
#columns = #kopt.layout<reg = [[0, 1], [0, 2], [1, 0], [2, 0]], lane = [[0, 4], [0, 8], [4, 0], [8, 0], [16, 0]], warp = [], reps = [1, 1]>

// The store's layout holds for the transposed tile: one exchange. The permuted
// layout is where the transpose leaves the tile.
// LAYOUT-DAG: #[[ROWS:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0]], lane = {{\[\[}}0, 4], [0, 8], [0, 16]
// LAYOUT-DAG: #[[COLUMNS:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}0, 1], [0, 2], [1, 0], [2, 0]], lane = {{\[\[}}0, 4], [0, 8], [4, 0]
// LAYOUT-DAG: #[[PERMUTED:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}1, 0], [2, 0], [0, 1], [0, 2]]
// LAYOUT-LABEL: @through_shared
// LAYOUT: %[[T:.*]] = kopt.load {{.*}} -> tensor<16x32xf32, #[[ROWS]]>
// LAYOUT-NEXT: %[[P:.*]] = kopt.transpose %[[T]] perm [1, 0] : tensor<16x32xf32, #[[ROWS]]> -> tensor<32x16xf32, #[[PERMUTED]]>
// LAYOUT-NEXT: %[[C:.*]] = kopt.convert_layout %[[P]] : tensor<32x16xf32, #[[PERMUTED]]> -> tensor<32x16xf32, #[[COLUMNS]]>
// LAYOUT-NEXT: kopt.store %[[C]]

// CHECK-LABEL: gpu.func @through_shared
// CHECK-COUNT-4: vector.load {{.*}} : memref<16x32xf32>, vector<4xf32>
// CHECK-COUNT-4: vector.store {{.*}} {alignment = 16 : i64} : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK: gpu.barrier
// CHECK-COUNT-4: vector.load {{.*}} {alignment = 16 : i64} : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
// CHECK-COUNT-4: vector.store {{.*}} : memref<32x16xf32>, vector<4xf32>
gpu.module @m {
  kopt.kernel @through_shared(%x: memref<16x32xf32>, %o: memref<32x16xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = kopt.load %x {via = #kopt.direct<bytes = 16>, layout = #rows} : memref<16x32xf32> -> tensor<16x32xf32>
    %s = kopt.transpose %t perm [1, 0] : tensor<16x32xf32> -> tensor<32x16xf32>
    kopt.store %s, %o {via = #kopt.direct<bytes = 16>, layout = #columns} : tensor<32x16xf32>, memref<32x16xf32>
    kopt.return
  }
  // A constant is made as its user wants it: nothing moves.
  // LAYOUT-LABEL: @of_constant
  // LAYOUT-NOT: kopt.convert_layout
  // CHECK-LABEL: gpu.func @of_constant
  // CHECK-NOT: workgroup
  kopt.kernel @of_constant(%o: memref<32x16xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = arith.constant dense<1.0> : tensor<16x32xf32>
    %s = kopt.transpose %t perm [1, 0] : tensor<16x32xf32> -> tensor<32x16xf32>
    kopt.store %s, %o : tensor<32x16xf32>, memref<32x16xf32>
    kopt.return
  }
}
