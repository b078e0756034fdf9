// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.v4
// T19: GroupNorm of 128 groups of 4 MB, in two launches. The first gives the mean
// and the sum of squared deviations of each of a group's 128 parts; every program of
// the second combines its group's, in one order, and normalises one part. It begins
// with the last group, which is still in L2.
#part = affine_map<(d0)[s0, s1, s2] -> (s0, s1, d0 + s2)>
#first = affine_map<()[s0, s1, s2] -> (s0, s1, s2)>
#one = affine_map<()[s0, s1] -> (s0, s1)>
#at = affine_map<()[s0] -> (s0)>
#row = affine_map<(d0)[s0, s1] -> (s0, d0 + s1)>
#in_a_warp = #kopt.layout<reg = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0], [0], [0], [0]], reps = [1]>
gpu.module @kernels {
  kopt.kernel @moments(%x: memref<128x128x16384xbf16>, %means: memref<128x128xf32> {kopt.out}, %squares: memref<128x128xf32> {kopt.out})
      attributes {grid = affine_map<() -> (128, 128)>, schedule = #kopt.launch<warps = 16>} {
    %c0 = arith.constant 0 : index
    %inverse = arith.constant dense<6.103515625e-05> : tensor<f32>
    %g = kopt.program_id 0
    %p = kopt.program_id 1
    %t = kopt.load %x[%g, %p, %c0] map #part {via = #kopt.direct<bytes = 16>} : memref<128x128x16384xbf16> -> tensor<16384xbf16>
    %f = arith.extf %t : tensor<16384xbf16> to tensor<16384xf32>
    // Sums of what differs from one of the elements: nothing large cancels.
    %kt = kopt.load %x[%g, %p, %c0] map #first : memref<128x128x16384xbf16> -> tensor<bf16>
    %k = arith.extf %kt : tensor<bf16> to tensor<f32>
    %kb = kopt.broadcast %k dims [] : tensor<f32> -> tensor<16384xf32>
    %d = arith.subf %f, %kb : tensor<16384xf32>
    %dd = arith.mulf %d, %d : tensor<16384xf32>
    %both:2 = kopt.reduce(%d, %dd) axis 0 identity [0.0 : f32, 0.0 : f32] {across = #kopt.across<lanes>} : (tensor<16384xf32>, tensor<16384xf32>) -> (tensor<f32>, tensor<f32>) {
    ^bb0(%u: f32, %uu: f32, %v: f32, %vv: f32):
      %sum = arith.addf %u, %v : f32
      %sums = arith.addf %uu, %vv : f32
      kopt.yield %sum, %sums : f32, f32
    }
    %shift = arith.mulf %both#0, %inverse : tensor<f32>
    %m = arith.addf %k, %shift : tensor<f32>
    %over = arith.mulf %both#0, %shift : tensor<f32>
    %qq = arith.subf %both#1, %over : tensor<f32>
    %nothing = arith.constant dense<0.0> : tensor<f32>
    %q = arith.maximumf %qq, %nothing : tensor<f32>
    kopt.store %m, %means[%g, %p] map #one : tensor<f32>, memref<128x128xf32>
    kopt.store %q, %squares[%g, %p] map #one : tensor<f32>, memref<128x128xf32>
    kopt.return
  }
  kopt.kernel @normalise(%x: memref<128x128x16384xbf16>, %means: memref<128x128xf32>, %squares: memref<128x128xf32>, %w: memref<64xbf16>, %b: memref<64xbf16>,
      %o: memref<128x128x16384xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (128, 128)>, schedule = #kopt.launch<warps = 16>} {
    %c0 = arith.constant 0 : index
    %last = arith.constant 127 : index
    %per_channel = arith.constant 16 : index
    %in_group = arith.constant 8 : index
    %count = arith.constant dense<16384.0> : tensor<f32>
    %inverse_parts = arith.constant dense<0.0078125> : tensor<f32>
    %inverse_all = arith.constant dense<4.76837158203125e-07> : tensor<f32>
    %eps = arith.constant dense<1.0e-5> : tensor<f32>
    %i = kopt.program_id 0
    %p = kopt.program_id 1
    %g = arith.subi %last, %i : index
    %t = kopt.load %x[%g, %p, %c0] map #part {via = #kopt.direct<bytes = 16>} : memref<128x128x16384xbf16> -> tensor<16384xbf16>
    %in = arith.remui %g, %in_group : index
    %base = arith.muli %in, %in_group : index
    %local = arith.divui %p, %per_channel : index
    %channel = arith.addi %base, %local : index
    %wt = kopt.load %w[%channel] map #at : memref<64xbf16> -> tensor<bf16>
    %bt = kopt.load %b[%channel] map #at : memref<64xbf16> -> tensor<bf16>
    %wf = arith.extf %wt : tensor<bf16> to tensor<f32>
    %bf = arith.extf %bt : tensor<bf16> to tensor<f32>
    %ms = kopt.load %means[%g, %c0] map #row {layout = #in_a_warp, via = #kopt.direct<bytes = 16>} : memref<128x128xf32> -> tensor<128xf32>
    %qs = kopt.load %squares[%g, %c0] map #row {layout = #in_a_warp, via = #kopt.direct<bytes = 16>} : memref<128x128xf32> -> tensor<128xf32>
    %msum = kopt.reduce(%ms) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<128xf32>) -> tensor<f32> {
    ^bb0(%u: f32, %v: f32):
      %sum = arith.addf %u, %v : f32
      kopt.yield %sum : f32
    }
    %mean = arith.mulf %msum, %inverse_parts : tensor<f32>
    %meanp = kopt.broadcast %mean dims [] : tensor<f32> -> tensor<128xf32>
    %countp = kopt.broadcast %count dims [] : tensor<f32> -> tensor<128xf32>
    %dm = arith.subf %ms, %meanp : tensor<128xf32>
    %dm2 = arith.mulf %dm, %dm : tensor<128xf32>
    %between = arith.mulf %dm2, %countp : tensor<128xf32>
    %all = arith.addf %qs, %between : tensor<128xf32>
    %qsum = kopt.reduce(%all) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<128xf32>) -> tensor<f32> {
    ^bb0(%u: f32, %v: f32):
      %sum = arith.addf %u, %v : f32
      kopt.yield %sum : f32
    }
    %var = arith.mulf %qsum, %inverse_all : tensor<f32>
    %vare = arith.addf %var, %eps : tensor<f32>
    %r = math.rsqrt %vare : tensor<f32>
    %a = arith.mulf %r, %wf : tensor<f32>
    %ab = kopt.broadcast %a dims [] : tensor<f32> -> tensor<16384xf32>
    %meanb = kopt.broadcast %mean dims [] : tensor<f32> -> tensor<16384xf32>
    %bb = kopt.broadcast %bf dims [] : tensor<f32> -> tensor<16384xf32>
    %f = arith.extf %t : tensor<16384xbf16> to tensor<16384xf32>
    %e = arith.subf %f, %meanb : tensor<16384xf32>
    %y = math.fma %e, %ab, %bb : tensor<16384xf32>
    %yt = arith.truncf %y : tensor<16384xf32> to tensor<16384xbf16>
    kopt.store %yt, %o[%g, %p, %c0] map #part {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : tensor<16384xbf16>, memref<128x128x16384xbf16>
    kopt.return
  }
}
func.func @groupnorm(%x: tensor<16x64x512x512xbf16>, %w: tensor<64xbf16>, %b: tensor<64xbf16>) -> tensor<16x64x512x512xbf16> {
  %flat = tensor.collapse_shape %x [[0, 1, 2, 3]] : tensor<16x64x512x512xbf16> into tensor<268435456xbf16>
  %parts = tensor.expand_shape %flat [[0, 1, 2]] output_shape [128, 128, 16384] : tensor<268435456xbf16> into tensor<128x128x16384xbf16>
  %em = tensor.empty() : tensor<128x128xf32>
  %eq = tensor.empty() : tensor<128x128xf32>
  %m:2 = kopt.launch @kernels::@moments ins(%parts : tensor<128x128x16384xbf16>) outs(%em, %eq : tensor<128x128xf32>, tensor<128x128xf32>) -> tensor<128x128xf32>, tensor<128x128xf32>
  %e = tensor.empty() : tensor<128x128x16384xbf16>
  %r = kopt.launch @kernels::@normalise ins(%parts, %m#0, %m#1, %w, %b : tensor<128x128x16384xbf16>, tensor<128x128xf32>, tensor<128x128xf32>, tensor<64xbf16>, tensor<64xbf16>) outs(%e : tensor<128x128x16384xbf16>) -> tensor<128x128x16384xbf16>
  %back = tensor.collapse_shape %r [[0, 1, 2]] : tensor<128x128x16384xbf16> into tensor<268435456xbf16>
  %o = tensor.expand_shape %back [[0, 1, 2, 3]] output_shape [16, 64, 512, 512] : tensor<268435456xbf16> into tensor<16x64x512x512xbf16>
  return %o : tensor<16x64x512x512xbf16>
}
