// Symbols of a grid: dimensions of memrefs first, wherever index arguments stand;
// an extent that no argument has is refused.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(kopt-apply-rewrite{name=tile_to_grid params="{cols = 32}"})' | FileCheck %s

// CHECK: #[[GRID:.*]] = affine_map<()[s0, s1, s2] -> (s0 ceildiv 32)>
// CHECK: kopt.kernel @late{{.*}}grid = #[[GRID]]
gpu.module @kernels {
  kopt.kernel @late(%n: index, %x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) {
    %v = kopt.load %x[] : memref<?xf32> -> tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%v : tensor<?xf32>) outs(%e : tensor<?xf32>) {
    ^bb0(%a: f32, %b: f32):
      %m = arith.negf %a : f32
      linalg.yield %m : f32
    } -> tensor<?xf32>
    kopt.store %r, %o[] : tensor<?xf32>, memref<?xf32>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  // expected-remark @+1 {{an extent that no argument of the kernel has}}
  kopt.kernel @nowhere(%n: index, %x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) {
    %zero = arith.constant 0.0 : f32
    %v = kopt.load %x[] : memref<?xf32> -> tensor<?xf32>
    %c0 = arith.constant 0 : index
    %d = memref.dim %x, %c0 : memref<?xf32>
    %e = tensor.empty(%d) : tensor<?xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    %w = tensor.empty(%d, %n) : tensor<?x?xf32>
    %g = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%v : tensor<?xf32>) outs(%w : tensor<?x?xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<?x?xf32>
    %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%g : tensor<?x?xf32>) outs(%f : tensor<?xf32>) {
    ^bb0(%a: f32, %acc: f32):
      %m = arith.addf %a, %acc : f32
      linalg.yield %m : f32
    } -> tensor<?xf32>
    kopt.store %r, %o[] : tensor<?xf32>, memref<?xf32>
    kopt.return
  }
}
