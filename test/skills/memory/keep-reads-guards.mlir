// One case a guard, only that guard broken.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=keep_reads explain=remarks" -o /dev/null 2>&1 | FileCheck %s

// CHECK: card @keep_reads refused at @keep_reads_g1/load#0: G1: the access has a cache policy
// CHECK: card @keep_reads refused at @keep_reads_g2/load#0: G2: the access is not widened
// CHECK: card @keep_reads refused at @keep_reads_g3/load#0: G3: the kernel reduces nothing
gpu.module @kernels {
  kopt.kernel @keep_reads_g1(%x: memref<64x1024xf32>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x1024xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @keep_reads_g2(%x: memref<64x1024xf32>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x1024xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @keep_reads_g3(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
}
