// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global.nc.b64
// CHECK: ld.global.nc.v4
// CHECK: max.NaN.bf16x2
// CHECK: ex2.approx.f32
// T22: one read of a row, which stays in registers as bf16. Powers of two take one
// fused multiply-add for scale and maximum, whose rounded product must stay small.
// From 2^12 on numbers of bf16 are 32 apart, so there the largest counts alone,
// whatever the base is: 2, which nothing rounds for.
gpu.module @kernels {
  kopt.kernel @cross_entropy(%x: memref<8192x32000xbf16>, %target: memref<8192xi64>, %o: memref<8192xf32> {kopt.out})
      attributes {grid = affine_map<() -> (8192)>, schedule = #kopt.launch<warps = 8, min_blocks = 3>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %target[%i] : memref<8192xi64> -> tensor<1xi64>
    %label = kopt.load %x[%i] indices(%t dims [array<i64: 0>] : tensor<1xi64>)
        map affine_map<(d0)[s0, s1] -> (d0 + s0, s1)> : memref<8192x32000xbf16> -> tensor<1xbf16>
    %row = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>, pad = 0xFF80 : bf16} : memref<8192x32000xbf16> -> tensor<1x32768xbf16>
    %mb = kopt.reduce (%row) axis 1 identity [0xFF80 : bf16] {across = #kopt.across<lanes>} : (tensor<1x32768xbf16>) -> tensor<1xbf16> {
    ^bb0(%a: bf16, %b: bf16):
      %c = arith.maximumf %a, %b : bf16
      kopt.yield %c : bf16
    }
    %m = arith.extf %mb : tensor<1xbf16> to tensor<1xf32>
    %log2e = arith.constant dense<1.44269504> : tensor<1xf32>
    %unit = arith.constant dense<1.0> : tensor<1xf32>
    %large = arith.constant dense<4096.0> : tensor<1xf32>
    %size = math.absf %m : tensor<1xf32>
    %isSmall = arith.cmpf olt, %size, %large : tensor<1xf32>
    %base = arith.select %isSmall, %log2e, %unit : tensor<1xi1>, tensor<1xf32>
    %scaled = arith.mulf %m, %base : tensor<1xf32>
    %shift = arith.negf %scaled : tensor<1xf32>
    %scale = kopt.broadcast %base dims [0] : tensor<1xf32> -> tensor<1x32768xf32>
    %shifts = kopt.broadcast %shift dims [0] : tensor<1xf32> -> tensor<1x32768xf32>
    %f = arith.extf %row : tensor<1x32768xbf16> to tensor<1x32768xf32>
    %y = math.fma %f, %scale, %shifts : tensor<1x32768xf32>
    %p = math.exp2 %y : tensor<1x32768xf32>
    %s = kopt.reduce (%p) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x32768xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %log = math.log %s : tensor<1xf32>
    %lf = arith.extf %label : tensor<1xbf16> to tensor<1xf32>
    %lse = arith.addf %m, %log : tensor<1xf32>
    %loss = arith.subf %lse, %lf : tensor<1xf32>
    %ignore = arith.constant dense<-100> : tensor<1xi64>
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    %ignored = arith.cmpi eq, %t, %ignore : tensor<1xi64>
    %kept = arith.select %ignored, %zero, %loss : tensor<1xi1>, tensor<1xf32>
    kopt.store %kept, %o[%i] : tensor<1xf32>, memref<8192xf32>
    kopt.return
  }
}
func.func @cross_entropy(%x: tensor<8192x32000xbf16>, %target: tensor<8192xi64>) -> tensor<8192xf32> {
  %e = tensor.empty() : tensor<8192xf32>
  %r = kopt.launch @kernels::@cross_entropy ins(%x, %target : tensor<8192x32000xbf16>, tensor<8192xi64>)
      outs(%e : tensor<8192xf32>) -> tensor<8192xf32>
  return %r : tensor<8192xf32>
}
