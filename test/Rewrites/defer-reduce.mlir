// RUN: kopt-opt %kopt_src/bench/tasks/T25-sum-middle.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=tile_to_grid params="{cols = 128, depth = 8}"},cse,canonicalize,kopt-apply-rewrite{name=defer_reduce},canonicalize,cse)' 2>/dev/null | FileCheck %s

// Whole tiles add up in the loop; one reduction is left, after it.
// CHECK: %[[TILE:.*]] = scf.for {{.*}} -> (tensor<1x8x128xf32>)
// CHECK-NOT: kopt.reduce
// CHECK: arith.addf %{{.*}} : tensor<1x8x128xf32>
// CHECK: scf.yield
// CHECK: kopt.reduce(%[[TILE]]) axis 1
// CHECK: kopt.store %{{.*}} : tensor<1x128xf32>
