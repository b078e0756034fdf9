// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.v4.b32
// T18: LayerNorm with weight and bias, a row a program, held in registers. The
// mean of large numbers is off by some units in the last place, so the
// deviations are summed again: their mean corrects both mean and variance.
#column = affine_map<(d0, d1)[s0] -> (d1 + s0)>
gpu.module @kernels {
  kopt.kernel @layernorm_rows(%x: memref<8192x8192xf32>, %w: memref<8192xf32>, %bias: memref<8192xf32>, %o: memref<8192x8192xf32> {kopt.out})
      attributes {grid = affine_map<() -> (8192)>, schedule = #kopt.launch<warps = 16>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<8192x8192xf32> -> tensor<1x8192xf32>
    %sum = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x8192xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %n = arith.constant dense<1.220703125e-04> : tensor<1xf32>
    %mean = arith.mulf %sum, %n : tensor<1xf32>
    %means = kopt.broadcast %mean dims [0] : tensor<1xf32> -> tensor<1x8192xf32>
    %d = arith.subf %t, %means : tensor<1x8192xf32>
    %dd = arith.mulf %d, %d : tensor<1x8192xf32>
    %s:2 = kopt.reduce (%d, %dd) axis 1 identity [0.0 : f32, 0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x8192xf32>, tensor<1x8192xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
    ^bb0(%a: f32, %aa: f32, %b: f32, %bb: f32):
      %c = arith.addf %a, %b : f32
      %cc = arith.addf %aa, %bb : f32
      kopt.yield %c, %cc : f32, f32
    }
    %off = arith.mulf %s#0, %n : tensor<1xf32>
    %square = arith.mulf %s#1, %n : tensor<1xf32>
    %off2 = arith.mulf %off, %off : tensor<1xf32>
    %var = arith.subf %square, %off2 : tensor<1xf32>
    %eps = arith.constant dense<1.0e-05> : tensor<1xf32>
    %shifted = arith.addf %var, %eps : tensor<1xf32>
    %inv = math.rsqrt %shifted : tensor<1xf32>
    %invs = kopt.broadcast %inv dims [0] : tensor<1xf32> -> tensor<1x8192xf32>
    %offs = kopt.broadcast %off dims [0] : tensor<1xf32> -> tensor<1x8192xf32>
    %wt = kopt.load %w[%c0] map #column {via = #kopt.direct<bytes = 16>, cache = #kopt.cache<keep>} : memref<8192xf32> -> tensor<1x8192xf32>
    %bt = kopt.load %bias[%c0] map #column {via = #kopt.direct<bytes = 16>, cache = #kopt.cache<keep>} : memref<8192xf32> -> tensor<1x8192xf32>
    %centred = arith.subf %d, %offs : tensor<1x8192xf32>
    %normed = arith.mulf %centred, %invs : tensor<1x8192xf32>
    %scaled = arith.mulf %normed, %wt : tensor<1x8192xf32>
    %y = arith.addf %scaled, %bt : tensor<1x8192xf32>
    kopt.store %y, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x8192xf32>, memref<8192x8192xf32>
    kopt.return
  }
}
func.func @layernorm(%x: tensor<8192x8192xf32>, %w: tensor<8192xf32>, %b: tensor<8192xf32>) -> tensor<8192x8192xf32> {
  %e = tensor.empty() : tensor<8192x8192xf32>
  %r = kopt.launch @kernels::@layernorm_rows ins(%x, %w, %b : tensor<8192x8192xf32>, tensor<8192xf32>, tensor<8192xf32>) outs(%e : tensor<8192x8192xf32>) -> tensor<8192x8192xf32>
  return %r : tensor<8192x8192xf32>
}
