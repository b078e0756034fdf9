// RUN: kopt-opt %s --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func @functions
func.func @functions(%x: f32, %v: vector<4xf32>) {
  // CHECK: kopt_nv.ex2_approx %{{.*}} : f32
  %0 = kopt_nv.ex2_approx %x : f32
  // CHECK: kopt_nv.ex2_approx_ftz %{{.*}} : vector<4xf32>
  %1 = kopt_nv.ex2_approx_ftz %v : vector<4xf32>
  // CHECK: kopt_nv.sqrt_rn %{{.*}} : f32
  %2 = kopt_nv.sqrt_rn %x : f32
  // CHECK: kopt_nv.fma_sat %{{.*}}, %{{.*}}, %{{.*}} : vector<4xf32>
  %3 = kopt_nv.fma_sat %v, %v, %v : vector<4xf32>
  return
}

// CHECK-LABEL: func.func @loads
func.func @loads(%m: memref<8x16xbf16>, %p: !llvm.ptr, %i: index) {
  // CHECK: kopt_nv.load last %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x16xbf16>, vector<8xbf16>
  %0 = kopt_nv.load last %m[%i, %i] : memref<8x16xbf16>, vector<8xbf16>
  // CHECK: kopt_nv.load first %{{.*}}[] : !llvm.ptr, f32
  %1 = kopt_nv.load first %p[] : !llvm.ptr, f32
  return
}

// CHECK-LABEL: func.func @clusters
func.func @clusters(%m: memref<8xf32, #gpu.address_space<workgroup>>, %i: index, %v: f32, %r: i32) {
  // CHECK: kopt_nv.store_cluster %{{.*}}, %{{.*}}[%{{.*}}] block %{{.*}} : f32, memref<8xf32, #gpu.address_space<workgroup>>
  kopt_nv.store_cluster %v, %m[%i] block %r : f32, memref<8xf32, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @updates
func.func @updates(%m: memref<8x8xi64>, %s: memref<8xf32, #gpu.address_space<workgroup>>, %i: index, %v: i64, %w: f32) {
  // CHECK: kopt_nv.red maxs %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}] : memref<8x8xi64>
  kopt_nv.red maxs %v, %m[%i, %i] : memref<8x8xi64>
  // CHECK: kopt_nv.red maximumf %{{.*}}, %{{.*}}[%{{.*}}] : memref<8xf32, #gpu.address_space<workgroup>>
  kopt_nv.red maximumf %w, %s[%i] : memref<8xf32, #gpu.address_space<workgroup>>
  return
}

// CHECK-LABEL: func.func @flags
func.func @flags(%m: memref<8xi32>, %i: index, %v: i32) {
  // CHECK: kopt_nv.load_acquire %{{.*}}[%{{.*}}] : memref<8xi32>
  %0 = kopt_nv.load_acquire %m[%i] : memref<8xi32>
  // CHECK: kopt_nv.add_release %{{.*}}, %{{.*}}[%{{.*}}] : memref<8xi32>
  %1 = kopt_nv.add_release %v, %m[%i] : memref<8xi32>
  return
}
