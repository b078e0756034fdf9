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
