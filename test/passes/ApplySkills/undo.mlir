// For every kind of action: apply, take back → the program before, byte for
// byte; or a located error that says why that cannot be.
// RUN: rm -rf %t && mkdir %t && python3 -IS %S/Inputs/undo.py %s %skills %t | FileCheck %s

// CHECK-DAG: approximate_math: taken back
// CHECK-DAG: contract_multiply_add: taken back
// CHECK-DAG: multiply_by_reciprocal: taken back
// CHECK-DAG: share_divisor: taken back
// CHECK-DAG: launch_warps: taken back
// CHECK-DAG: defer_reduce: card @defer_reductions cannot be undone: rewrite 'defer_reduce' has no inverse: the place of the reduction is not kept
// CHECK-DAG: tile_to_grid: card @tile_to_grid cannot be undone: rewrite 'tile_to_grid' has no inverse: the linalg operations are not kept
// CHECK-DAG: several steps: taken back
// CHECK-DAG: another program: expected the program with state hash
// CHECK-DAG: a product on the right: card @contract_multiply_add cannot be undone: the inverse gives another program than before
// CHECK-DAG: too many: expected at most 1 steps to undo, but got 2
// CHECK: every rewrite: has an inverse that is tested or a reason

gpu.module @kernels {
  kopt.kernel @k(%x: memref<64x1024xf32>, %w: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    %u = kopt.load %w[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    %e = math.exp %t : tensor<1x1024xf32>
    %s = kopt.reduce (%e) axis 1 identity [0.0 : f32] : (tensor<1x1024xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    %y = arith.divf %e, %sb : tensor<1x1024xf32>
    %p = arith.mulf %t, %u : tensor<1x1024xf32>
    %z = arith.addf %p, %y : tensor<1x1024xf32> // LEFT
    %q = arith.mulf %z, %u : tensor<1x1024xf32>
    %r = arith.subf %q, %t : tensor<1x1024xf32>
    kopt.store %r, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
}
