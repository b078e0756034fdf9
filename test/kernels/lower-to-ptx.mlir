// RUN: kopt-opt %s --lower-to-ptx | FileCheck %s
// RUN: kopt-translate --kopt-to-ptx %s | FileCheck %s
//
// From form 2 to PTX by one flag and by the translation tool.

// CHECK: .target sm_90a
// CHECK: ld.global{{(.nc)?}}.v4
// CHECK: st.global.v4
gpu.module @kernels {
  kopt.kernel @scale(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %b = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    %q = arith.mulf %t, %b : tensor<1x1024xf32>
    kopt.store %q, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
}
