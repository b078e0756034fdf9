// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.v4
// T21: a row lies in the registers of a cluster of 8 blocks, 32 elements a thread;
// it is read once and written once. What the reductions need to combine crosses
// through the blocks' shared memory.
gpu.module @kernels {
  kopt.kernel @softmax(%x: memref<2048x131072xf32>, %o: memref<2048x131072xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2048)>, schedule = #kopt.launch<warps = 16, cluster = 8, min_blocks = 2>} {
    %c0 = arith.constant 0 : index
    %one = arith.constant dense<1.0> : tensor<1xf32>
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : memref<2048x131072xf32> -> tensor<1x131072xf32>
    %m = kopt.reduce(%t) axis 1 identity [0xFFC00000 : f32] {across = #kopt.across<lanes>} : (tensor<1x131072xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maxnumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x131072xf32>
    %d = arith.subf %t, %mb : tensor<1x131072xf32>
    %p = math.exp %d : tensor<1x131072xf32>
    %s = kopt.reduce(%p) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x131072xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %q = arith.divf %one, %s : tensor<1xf32>
    %qb = kopt.broadcast %q dims [0] : tensor<1xf32> -> tensor<1x131072xf32>
    %r = arith.mulf %p, %qb : tensor<1x131072xf32>
    kopt.store %r, %o[%i, %c0] {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : tensor<1x131072xf32>, memref<2048x131072xf32>
    kopt.return
  }
}
func.func @softmax(%x: tensor<2048x131072xf32>) -> tensor<2048x131072xf32> {
  %e = tensor.empty() : tensor<2048x131072xf32>
  %s = kopt.launch @kernels::@softmax ins(%x : tensor<2048x131072xf32>) outs(%e : tensor<2048x131072xf32>) -> tensor<2048x131072xf32>
  return %s : tensor<2048x131072xf32>
}
