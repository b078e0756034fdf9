// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// RUN: FileCheck %s --check-prefix=PROGRAM < %t.json
// CHECK: ld.global{{.*}}.v4
// CHECK: fence.acq_rel.gpu
// CHECK: atom.global.add.u32
// CHECK: ld.acquire.gpu.global.b32
// PROGRAM-COUNT-3: "role":"workspace"
// PROGRAM: "cooperative":true
// T19: GroupNorm of 128 groups of 4 MB.
// Each program takes one of the 128 parts of a group and keeps it in registers:
// it stores the part's mean and sum of squared deviations, signals, awaits those of
// the other parts, and combines all of them in one order. 3 groups are under way
// at a time, so 384 programs must be there at once.
#part = affine_map<(d0)[s0, s1, s2] -> (s0, s1, d0 + s2)>
#first = affine_map<()[s0, s1, s2] -> (s0, s1, s2)>
#one = affine_map<()[s0, s1] -> (s0, s1)>
#at = affine_map<()[s0] -> (s0)>
#row = affine_map<(d0)[s0, s1] -> (s0, d0 + s1)>
#in_a_warp = #kopt.layout<reg = [[1], [2]], lane = [[4], [8], [16], [32], [64]], warp = [[0], [0], [0]], reps = [1]>
gpu.module @kernels {
  kopt.kernel @groupnorm(%x: memref<128x128x16384xbf16>, %w: memref<64xbf16>, %b: memref<64xbf16>, %o: memref<128x128x16384xbf16> {kopt.out},
      %means: memref<128x128xf32> {kopt.workspace}, %squares: memref<128x128xf32> {kopt.workspace}, %flags: memref<128xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (3, 128)>, schedule = #kopt.launch<warps = 8, min_blocks = 3>} {
    %c0 = arith.constant 0 : index
    %sixteen = arith.constant dense<16> : tensor<16384xi32>
    %step = arith.constant 3 : index
    %groups = arith.constant 128 : index
    %parts = arith.constant 128 : index
    %per_channel = arith.constant 16 : index
    %in_group = arith.constant 8 : index
    %all_groups = arith.constant 8 : index
    %count = arith.constant dense<16384.0> : tensor<f32>
    %inverse_parts = arith.constant dense<0.0078125> : tensor<f32>
    %inverse_all = arith.constant dense<4.76837158203125e-07> : tensor<f32>
    %inverse = arith.constant dense<6.103515625e-05> : tensor<f32>
    %eps = arith.constant dense<1.0e-5> : tensor<f32>
    %first = kopt.program_id 0
    %p = kopt.program_id 1
    scf.for %g = %first to %groups step %step {
      %t = kopt.load %x[%g, %p, %c0] map #part {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : memref<128x128x16384xbf16> -> tensor<16384xbf16>
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
      kopt.signal %flags[%g] : memref<128xi32>

      %in = arith.remui %g, %all_groups : index
      %base = arith.muli %in, %in_group : index
      %local = arith.divui %p, %per_channel : index
      %channel = arith.addi %base, %local : index
      %wt = kopt.load %w[%channel] map #at : memref<64xbf16> -> tensor<bf16>
      %bt = kopt.load %b[%channel] map #at : memref<64xbf16> -> tensor<bf16>
      %wf = arith.extf %wt : tensor<bf16> to tensor<f32>
      %bf = arith.extf %bt : tensor<bf16> to tensor<f32>

      kopt.await %flags[%g] signals %parts readers %parts : memref<128xi32>
      %ms = kopt.load %means[%g, %c0] map #row {layout = #in_a_warp} : memref<128x128xf32> -> tensor<128xf32>
      %qs = kopt.load %squares[%g, %c0] map #row {layout = #in_a_warp} : memref<128x128xf32> -> tensor<128xf32>
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
      // From the words again: what is kept meanwhile is half as wide.
      %words = arith.bitcast %t : tensor<16384xbf16> to tensor<16384xi16>
      %wide = arith.extui %words : tensor<16384xi16> to tensor<16384xi32>
      %upper = arith.shli %wide, %sixteen : tensor<16384xi32>
      %again = arith.bitcast %upper : tensor<16384xi32> to tensor<16384xf32>
      %e = arith.subf %again, %meanb : tensor<16384xf32>
      %y = math.fma %e, %ab, %bb : tensor<16384xf32>
      %yt = arith.truncf %y : tensor<16384xf32> to tensor<16384xbf16>
      kopt.store %yt, %o[%g, %p, %c0] map #part {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : tensor<16384xbf16>, memref<128x128x16384xbf16>
    }
    kopt.return
  }
}
func.func @groupnorm(%x: tensor<16x64x512x512xbf16>, %w: tensor<64xbf16>, %b: tensor<64xbf16>) -> tensor<16x64x512x512xbf16> {
  %flat = tensor.collapse_shape %x [[0, 1, 2, 3]] : tensor<16x64x512x512xbf16> into tensor<268435456xbf16>
  %parts = tensor.expand_shape %flat [[0, 1, 2]] output_shape [128, 128, 16384] : tensor<268435456xbf16> into tensor<128x128x16384xbf16>
  %e = tensor.empty() : tensor<128x128x16384xbf16>
  %r = kopt.launch @kernels::@groupnorm ins(%parts, %w, %b : tensor<128x128x16384xbf16>, tensor<64xbf16>, tensor<64xbf16>) outs(%e : tensor<128x128x16384xbf16>) -> tensor<128x128x16384xbf16>
  %back = tensor.collapse_shape %r [[0, 1, 2]] : tensor<128x128x16384xbf16> into tensor<268435456xbf16>
  %o = tensor.expand_shape %back [[0, 1, 2, 3]] output_shape [16, 64, 512, 512] : tensor<268435456xbf16> into tensor<16x64x512x512xbf16>
  return %o : tensor<16x64x512x512xbf16>
}
