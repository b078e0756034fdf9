// Sum over the middle dimension of 8x1024x512: each program sums 256 columns in
// a loop over blocks of 32 rows with a tile carry, then over rows once.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-to-simt,canonicalize,cse))' | FileCheck %s

#blk = #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128], [1, 0]], reps = [16, 1]>
#col = #kopt.layout<reg = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[128], [0]], reps = [1]>

// CHECK-LABEL: gpu.func @column_sum
// CHECK: arith.divui %{{.*}}, %{{.*}} : index
// CHECK: scf.for {{.*}} -> (vector<16x4xf32>)
// CHECK-COUNT-16: vector.load %{{.*}} {alignment = 16 : i64} : memref<8x1024x512xf32>, vector<4xf32>
// CHECK: scf.yield %{{.*}} : vector<16x4xf32>
// CHECK-COUNT-15: arith.addf %{{.*}} : vector<4xf32>
// CHECK-NOT: gpu.shuffle
// CHECK-COUNT-4: memref.store %{{.*}} : memref<512xf32, #gpu.address_space<workgroup>>
// CHECK: gpu.barrier
// CHECK-COUNT-4: vector.load %{{.*}} : memref<512xf32, #gpu.address_space<workgroup>>, vector<2xf32>
// CHECK: scf.if
// CHECK-NEXT: vector.store %{{.*}} {alignment = 16 : i64} : memref<8x512xf32>, vector<4xf32>
gpu.module @kernels {
  kopt.kernel @column_sum(%x: memref<8x1024x512xf32>, %o: memref<8x512xf32> {kopt.out})
      attributes {grid = affine_map<() -> (8, 2)>, schedule = #kopt.launch<warps = 4>, kopt.shared_bytes = 2048 : i64} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %col = arith.muli %j, %c256 : index
    %zero = arith.constant dense<0.0> : tensor<32x256xf32, #blk>
    %acc = scf.for %r = %c0 to %c1024 step %c32 iter_args(%sum = %zero) -> (tensor<32x256xf32, #blk>) {
      %t = kopt.load %x[%i, %r, %col] map affine_map<(d0, d1)[s0, s1, s2] -> (s0, d0 + s1, d1 + s2)> {via = #kopt.direct<bytes = 16>} : memref<8x1024x512xf32> -> tensor<32x256xf32, #blk>
      %next = arith.addf %sum, %t : tensor<32x256xf32, #blk>
      scf.yield %next : tensor<32x256xf32, #blk>
    }
    %s = kopt.reduce (%acc) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>, kopt.shared_offset = 0 : i64} : (tensor<32x256xf32, #blk>) -> tensor<256xf32, #col> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i, %col] map affine_map<(d0)[s0, s1] -> (s0, d0 + s1)> {via = #kopt.direct<bytes = 16>} : tensor<256xf32, #col>, memref<8x512xf32>
    kopt.return
  }
}
