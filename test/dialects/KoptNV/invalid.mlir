// RUN: kopt-opt %s -split-input-file -verify-diagnostics

func.func @narrow(%m: memref<8xbf16>, %i: index) {
  // expected-error @+1 {{expected a result of 4, 8 or 16 bytes, but got 'bf16'}}
  %0 = kopt_nv.load last %m[%i] : memref<8xbf16>, bf16
  return
}

// -----

func.func @no_size(%p: !llvm.ptr) {
  // expected-error @+1 {{expected a result of 4, 8 or 16 bytes, but got 'index'}}
  %0 = kopt_nv.load last %p[] : !llvm.ptr, index
  return
}

// -----

func.func @indices(%m: memref<8x8xf32>, %i: index) {
  // expected-error @+1 {{expected 2 indices, but got 1}}
  %0 = kopt_nv.load last %m[%i] : memref<8x8xf32>, f32
  return
}

// -----

func.func @pointer_indices(%p: !llvm.ptr, %i: index) {
  // expected-error @+1 {{expected 0 indices, but got 1}}
  %0 = kopt_nv.load last %p[%i] : !llvm.ptr, f32
  return
}

// -----

func.func @elements(%m: memref<8xf32>, %i: index) {
  // expected-error @+1 {{expected elements of 'f32', but got 'vector<2xf16>'}}
  %0 = kopt_nv.load last %m[%i] : memref<8xf32>, vector<2xf16>
  return
}

// -----

func.func @cluster_indices(%m: memref<8x8xf32, #gpu.address_space<workgroup>>, %i: index, %v: f32, %r: i32) {
  // expected-error @+1 {{expected 2 indices, but got 1}}
  kopt_nv.store_cluster %v, %m[%i] block %r : f32, memref<8x8xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @cluster_value(%m: memref<8xf32, #gpu.address_space<workgroup>>, %i: index, %v: f16, %r: i32) {
  // expected-error @+1 {{expected a value of type 'f32', but got 'f16'}}
  kopt_nv.store_cluster %v, %m[%i] block %r : f16, memref<8xf32, #gpu.address_space<workgroup>>
  return
}

// -----

func.func @cluster_space(%m: memref<8xf32>, %i: index, %v: f32, %r: i32) {
  // expected-error @+1 {{expected workgroup memory, but got 'memref<8xf32>'}}
  kopt_nv.store_cluster %v, %m[%i] block %r : f32, memref<8xf32>
  return
}

// -----

func.func @red_elements(%m: memref<8xbf16>, %i: index, %v: bf16) {
  // expected-error @+1 {{expected elements that the machine combines by addf, but got 'bf16'}}
  kopt_nv.red addf %v, %m[%i] : memref<8xbf16>
  return
}

// -----

func.func @red_indices(%m: memref<8x8xi32>, %i: index, %v: i32) {
  // expected-error @+1 {{expected 2 indices, but got 1}}
  kopt_nv.red addi %v, %m[%i] : memref<8x8xi32>
  return
}

// -----

func.func @acquire_indices(%m: memref<8xi32>) {
  // expected-error @+1 {{expected 1 indices, but got 0}}
  %0 = kopt_nv.load_acquire %m[] : memref<8xi32>
  return
}

// -----

func.func @release_indices(%m: memref<8xi32>, %v: i32) {
  // expected-error @+1 {{expected 1 indices, but got 0}}
  %0 = kopt_nv.add_release %v, %m[] : memref<8xi32>
  return
}
