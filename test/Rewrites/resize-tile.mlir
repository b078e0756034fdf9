// RUN: kopt-opt %kopt_src/bench/tasks/T20-softmax.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=fuse_launch},cse,canonicalize,kopt-apply-rewrite{name=tile_to_grid params="{cols = 64}"},cse,canonicalize,kopt-apply-rewrite{name=resize_tile params="{loop, size = 0}"},canonicalize,cse)' 2>/dev/null | FileCheck %s --check-prefix=ROW
// RUN: kopt-opt %kopt_src/bench/tasks/small/T16-rmsnorm.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=fuse_launch},cse,canonicalize,kopt-apply-rewrite{name=tile_to_grid params="{cols = 64}"},cse,canonicalize,kopt-apply-rewrite{name=resize_tile params="{axis = 0, size = 8}"},canonicalize,cse)' 2>/dev/null | FileCheck %s --check-prefix=ROWS
// RUN: kopt-opt %kopt_src/bench/tasks/small/T16-rmsnorm.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_to_grid},kopt-apply-rewrite{name=resize_tile params="{axis = 7, size = 8}"})' 2>&1 | FileCheck %s --check-prefix=BAD

// A row in registers: no loop is left, the row is read once, no mask remains.
// ROW-NOT: scf.for
// ROW-COUNT-1: kopt.load {{.*}} -> tensor<1x8192xbf16>
// ROW-NOT: kopt.load
// ROW-NOT: arith.select
// ROW-COUNT-2: kopt.reduce
// ROW: kopt.store %{{.*}} : tensor<1x8192xbf16>

// Eight rows a program: 20 rows make three programs, and every tile follows.
// ROWS: #[[GRID:.*]] = affine_map<() -> (3)>
// ROWS: #[[SCALE:.*]] = affine_map<()[s0] -> (s0 * 8)>
// ROWS: grid = #[[GRID]]
// ROWS: affine.apply #[[SCALE]]
// ROWS: scf.for {{.*}} -> (tensor<8xf32>)
// ROWS: arith.select %{{.*}} : tensor<8x64xi1>, tensor<8x64xf32>
// ROWS: kopt.store %{{.*}} : tensor<8x64xbf16>

// BAD: resize_tile not applied: expected axis to be one of the grid's 1 axes, but got 7
