// A launch with variants: one scf.if a variant, the last kernel in the last
// else, with a grid and a block of its own. Memory of the caller's is looked at.
// RUN: kopt-opt -kopt-expand-launch='copy=false check-status=false' %s -split-input-file -verify-diagnostics | FileCheck %s

gpu.module @kernels {
  gpu.func @any(%x: memref<f32>, %n: index) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, kopt.grid = affine_map<()[s0] -> (s0 ceildiv 128)>} {
    gpu.return
  }
  gpu.func @four(%x: memref<f32>, %n: index) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.assume = affine_set<()[s0] : (s0 mod 4 == 0)>, kopt.grid = affine_map<()[s0] -> (s0 ceildiv 256)>} {
    gpu.return
  }
  gpu.func @small(%x: memref<f32>, %n: index) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.assume = affine_set<()[s0] : (16 - s0 >= 0)>, kopt.grid = affine_map<()[s0] -> (2)>} {
    gpu.return
  }
}
// CHECK-LABEL: func.func @choose(
// CHECK: %[[N:.*]] = memref.dim
// CHECK: %[[SMALL:.*]] = arith.cmpi sge, %{{.*}}, %{{.*}} : index
// CHECK: %[[ADDRESS:.*]] = memref.extract_aligned_pointer_as_index
// CHECK: %[[REST:.*]] = arith.remui %[[ADDRESS]], %c16
// CHECK: %[[ALIGNED:.*]] = arith.cmpi eq, %[[REST]],
// CHECK: %[[BOTH:.*]] = arith.andi %[[SMALL]], %[[ALIGNED]]
// CHECK: scf.if %[[BOTH]] {
// CHECK: gpu.launch_func async [%{{.*}}] @kernels::@small blocks in (%c2
// CHECK: } else {
// CHECK: %[[FOUR:.*]] = arith.cmpi eq,
// CHECK: arith.remui
// CHECK: %[[BOTH:.*]] = arith.andi %[[FOUR]],
// CHECK: scf.if %[[BOTH]] {
// CHECK: gpu.launch_func async [%{{.*}}] @kernels::@four {{.*}} threads in (%c64
// CHECK: } else {
// CHECK: gpu.launch_func async [%{{.*}}] @kernels::@any {{.*}} threads in (%c128
func.func @choose(%o: memref<?xf32>) {
  kopt.launch @kernels::@any variants [@kernels::@small, @kernels::@four] outs(%o : memref<?xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @any(%x: memref<f32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<()[s0] -> (1)>} {
    gpu.return
  }
  gpu.func @other(%x: memref<f32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<()[s0] -> (1)>} {
    gpu.return
  }
}
func.func @unconditional(%o: memref<?xf32>) {
  // expected-error @+1 {{expected variant @kernels::@other to have kopt.assume}}
  kopt.launch @kernels::@any variants [@kernels::@other] outs(%o : memref<?xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @any(%x: memref<f32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.assume = affine_set<()[s0, s1] : (s1 == 0)>, kopt.grid = affine_map<()[s0] -> (1)>} {
    gpu.return
  }
}
func.func @symbols(%o: memref<?xf32>) {
  // expected-error @+1 {{expected kopt.assume of 1 symbols, but got 2 and 0 dimensions}}
  kopt.launch @kernels::@any outs(%o : memref<?xf32>)
  return
}
