// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.v4.b32
// T17: residual addition and RMSNorm of the sum, both written; a row a program,
// held in registers.
#column = affine_map<(d0, d1)[s0] -> (d1 + s0)>
gpu.module @kernels {
  kopt.kernel @add_rmsnorm_rows(%x: memref<16384x4096xbf16>, %r: memref<16384x4096xbf16>, %w: memref<4096xbf16>,
      %sum: memref<16384x4096xbf16> {kopt.out}, %o: memref<16384x4096xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (16384)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %xt = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<16384x4096xbf16> -> tensor<1x4096xbf16>
    %rt = kopt.load %r[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<16384x4096xbf16> -> tensor<1x4096xbf16>
    %wt = kopt.load %w[%c0] map #column {via = #kopt.direct<bytes = 16>, cache = #kopt.cache<keep>} : memref<4096xbf16> -> tensor<1x4096xbf16>
    %xf = arith.extf %xt : tensor<1x4096xbf16> to tensor<1x4096xf32>
    %rf = arith.extf %rt : tensor<1x4096xbf16> to tensor<1x4096xf32>
    %sf = arith.addf %xf, %rf : tensor<1x4096xf32>
    %st = arith.truncf %sf : tensor<1x4096xf32> to tensor<1x4096xbf16>
    kopt.store %st, %sum[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x4096xbf16>, memref<16384x4096xbf16>
    %s = arith.extf %st : tensor<1x4096xbf16> to tensor<1x4096xf32>
    %q = arith.mulf %s, %s : tensor<1x4096xf32>
    %ss = kopt.reduce (%q) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x4096xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %n = arith.constant dense<2.44140625e-04> : tensor<1xf32>
    %eps = arith.constant dense<1.0e-05> : tensor<1xf32>
    %mean = arith.mulf %ss, %n : tensor<1xf32>
    %shifted = arith.addf %mean, %eps : tensor<1xf32>
    %inv = math.rsqrt %shifted : tensor<1xf32>
    %invs = kopt.broadcast %inv dims [0] : tensor<1xf32> -> tensor<1x4096xf32>
    %wf = arith.extf %wt : tensor<1x4096xbf16> to tensor<1x4096xf32>
    %normed = arith.mulf %s, %invs : tensor<1x4096xf32>
    %scaled = arith.mulf %normed, %wf : tensor<1x4096xf32>
    %y = arith.truncf %scaled : tensor<1x4096xf32> to tensor<1x4096xbf16>
    kopt.store %y, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x4096xbf16>, memref<16384x4096xbf16>
    kopt.return
  }
}
func.func @add_rmsnorm(%x: tensor<16384x4096xbf16>, %r: tensor<16384x4096xbf16>, %w: tensor<4096xbf16>) -> (tensor<16384x4096xbf16>, tensor<16384x4096xbf16>) {
  %e = tensor.empty() : tensor<16384x4096xbf16>
  %f = tensor.empty() : tensor<16384x4096xbf16>
  %s:2 = kopt.launch @kernels::@add_rmsnorm_rows ins(%x, %r, %w : tensor<16384x4096xbf16>, tensor<16384x4096xbf16>, tensor<4096xbf16>)
      outs(%e, %f : tensor<16384x4096xbf16>, tensor<16384x4096xbf16>) -> tensor<16384x4096xbf16>, tensor<16384x4096xbf16>
  return %s#0, %s#1 : tensor<16384x4096xbf16>, tensor<16384x4096xbf16>
}
