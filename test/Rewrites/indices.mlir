// A tile is not resized where all programs update the same elements with what each has.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=resize_tile params="{axis = 0, size = 8}"})' 2>&1 | FileCheck %s --check-prefix=RESIZE

// RESIZE: resize_tile not applied: each program has the first elements of one argument and its own of another
// RESIZE: kopt.kernel @k
// RESIZE: kopt.load {{.*}} -> tensor<4x32xf32>

gpu.module @kernels {
  kopt.kernel @k(%x: memref<64x32xf32>, %index: memref<16xi32>, %o: memref<4xf32> {kopt.inout}, %r: memref<4xf32> {kopt.out}) attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 4)>(%p)
    %i = kopt.load %index[%from] : memref<16xi32> -> tensor<4xi32>
    %t = kopt.load %x[%c0] indices(%i dims [array<i64: 0>] : tensor<4xi32>) map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<64x32xf32> -> tensor<4x32xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<4x32xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.scatter_reduce addf %s, %o[%c0] : tensor<4xf32>, memref<4xf32>
    %u = kopt.load %o[%c0] : memref<4xf32> -> tensor<4xf32>
    kopt.store %u, %r[%c0] : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
}
