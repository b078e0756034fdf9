// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.v4.b32
// T23: rotary embedding, half-split. A warp takes half the heads of one position,
// so that each thread has its sines and cosines in registers for four heads.
#heads = #kopt.layout<reg = [[0, 0, 1], [0, 0, 2], [0, 0, 4]], lane = [[0, 0, 8], [0, 0, 16], [0, 0, 32], [0, 1, 0], [0, 2, 0]], warp = [[1, 0, 0], [2, 0, 0]], reps = [1, 4, 1]>
#low = affine_map<(d0, d1, d2)[s0, s1, s2] -> (s0, d0 + s1, d1 + s2, d2)>
#high = affine_map<(d0, d1, d2)[s0, s1, s2] -> (s0, d0 + s1, d1 + s2, d2 + 64)>
#angle = affine_map<(d0, d1, d2)[s0] -> (d0 + s0, d2)>
gpu.module @kernels {
  kopt.kernel @rope_positions(%q: memref<2x4096x32x128xbf16>, %cos: memref<4096x64xf32>, %sin: memref<4096x64xf32>, %o: memref<2x4096x32x128xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (2, 1024, 2)>, schedule = #kopt.launch<warps = 4>} {
    %b = kopt.program_id 0
    %p = kopt.program_id 1
    %c4 = arith.constant 4 : index
    %s = arith.muli %p, %c4 : index
    %g = kopt.program_id 2
    %c16 = arith.constant 16 : index
    %head = arith.muli %g, %c16 : index
    %xt = kopt.load %q[%b, %s, %head] map #low {via = #kopt.direct<bytes = 16>, layout = #heads} : memref<2x4096x32x128xbf16> -> tensor<4x16x64xbf16>
    %yt = kopt.load %q[%b, %s, %head] map #high {via = #kopt.direct<bytes = 16>, layout = #heads} : memref<2x4096x32x128xbf16> -> tensor<4x16x64xbf16>
    %c = kopt.load %cos[%s] map #angle {via = #kopt.direct<bytes = 16>, layout = #heads} : memref<4096x64xf32> -> tensor<4x16x64xf32>
    %n = kopt.load %sin[%s] map #angle {via = #kopt.direct<bytes = 16>, layout = #heads} : memref<4096x64xf32> -> tensor<4x16x64xf32>
    %x = arith.extf %xt : tensor<4x16x64xbf16> to tensor<4x16x64xf32>
    %y = arith.extf %yt : tensor<4x16x64xbf16> to tensor<4x16x64xf32>
    %xc = arith.mulf %x, %c : tensor<4x16x64xf32>
    %yn = arith.mulf %y, %n : tensor<4x16x64xf32>
    %yc = arith.mulf %y, %c : tensor<4x16x64xf32>
    %xn = arith.mulf %x, %n : tensor<4x16x64xf32>
    %l = arith.subf %xc, %yn : tensor<4x16x64xf32>
    %h = arith.addf %yc, %xn : tensor<4x16x64xf32>
    %lt = arith.truncf %l : tensor<4x16x64xf32> to tensor<4x16x64xbf16>
    %ht = arith.truncf %h : tensor<4x16x64xf32> to tensor<4x16x64xbf16>
    kopt.store %lt, %o[%b, %s, %head] map #low {via = #kopt.direct<bytes = 16>, layout = #heads} : tensor<4x16x64xbf16>, memref<2x4096x32x128xbf16>
    kopt.store %ht, %o[%b, %s, %head] map #high {via = #kopt.direct<bytes = 16>, layout = #heads} : tensor<4x16x64xbf16>, memref<2x4096x32x128xbf16>
    kopt.return
  }
}
func.func @rope(%q: tensor<2x4096x32x128xbf16>, %cos: tensor<4096x64xf32>, %sin: tensor<4096x64xf32>) -> tensor<2x4096x32x128xbf16> {
  %e = tensor.empty() : tensor<2x4096x32x128xbf16>
  %r = kopt.launch @kernels::@rope_positions ins(%q, %cos, %sin : tensor<2x4096x32x128xbf16>, tensor<4096x64xf32>, tensor<4096x64xf32>) outs(%e : tensor<2x4096x32x128xbf16>) -> tensor<2x4096x32x128xbf16>
  return %r : tensor<2x4096x32x128xbf16>
}
