// RUN: kopt-opt %kopt_src/bench/tasks/small/T16-rmsnorm.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=fuse_launch},cse,kopt-apply-rewrite{name=tile_to_grid params="{cols = 64}"},cse,canonicalize)' 2>/dev/null | FileCheck %s --check-prefix=RMS
// RUN: kopt-opt %kopt_src/bench/tasks/small/T25-sum-middle.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_to_grid params="{cols = 32, depth = 8}"},canonicalize)' | FileCheck %s --check-prefix=SUM
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_to_grid params="{cols = 32, rows = 2}"},canonicalize)' | FileCheck %s --check-prefix=DYN
// RUN: not kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=nonesuch})' 2>&1 | FileCheck %s --check-prefix=BAD

// The row becomes a grid axis; one loop reduces under a mask, one stores; what
// depends on the row alone is computed once a row.
// RMS: grid = #[[GRID:.*]]}
// RMS: %[[S:.*]] = scf.for
// RMS: arith.select
// RMS: kopt.reduce
// RMS: scf.for
// RMS: math.rsqrt %{{.*}} : tensor<1xf32>
// RMS: kopt.store %{{.*}} : tensor<1x64xbf16>, memref<20x96xbf16>

// The tile's innermost dimension is the memory's, so columns stay coalesced.
// SUM: kopt.load %{{.*}} : memref<3x40x37xf32> -> tensor<1x8x32xf32>
// SUM: kopt.reduce(%{{.*}}) axis 1

// Dynamic extents are symbols of the grid.
// DYN: #[[GRID:.*]] = affine_map<()[s0, s1, s2, s3] -> (s0 ceildiv 2, s1 ceildiv 32)>
// DYN: grid = #[[GRID]]
// DYN: kopt.load %{{.*}} : memref<?x?xf32> -> tensor<2x32xf32>
func.func @scale(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.exp ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// BAD: error: unknown rewrite 'nonesuch'
