// The kernel of T19 on 8 groups of 2048, 3 at a time, and bugs planted in it.
// RUN: kopt-gate %S/Inputs/groupnorm.original.mlir %s --device=sim
// RUN: kopt-gate %S/Inputs/groupnorm.original.mlir %s --device=sim --families=normal --workers="kopt-sim-worker --seed=5"
//
// Without waiting, what other programs stored is read in a race, at its place.
// RUN: sed '/kopt.await/d' %s > %t.no-await.mlir
// RUN: %exits 2 kopt-gate %S/Inputs/groupnorm.original.mlir %t.no-await.mlir --device=sim --families=normal | FileCheck %s --check-prefix=AWAIT
// AWAIT: rejected (race): race: {{read|write}} of workspace{{[01]}} at byte {{[0-9]+}}, which another block {{reads|writes}} in this launch, {{.*}} (llvm.{{load|store}} at {{.*}}.mlir:{{[0-9]+}}:{{[0-9]+}}); the other: llvm.{{load|store}} at {{.*}}.mlir:{{[0-9]+}}:{{[0-9]+}}
//
// Signalled before it is stored.
// RUN: sed -e '/kopt.signal/d' -e 's/^      %both:2 = /      kopt.signal %flags[%g] : memref<8xi32>\n&/' %s > %t.early.mlir
// RUN: %exits 2 kopt-gate %S/Inputs/groupnorm.original.mlir %t.early.mlir --device=sim --families=normal | FileCheck %s --check-prefix=AWAIT
//
// Waiting for one signal more than come: nobody can go on.
// RUN: sed 's/%more = arith.constant 8 /%more = arith.constant 9 /' %s > %t.never.mlir
// RUN: not kopt-run %t.never.mlir 2>&1 | FileCheck %s --check-prefix=NEVER
// NEVER: .mlir:{{[0-9]+}}:{{[0-9]+}}: deadlock: no thread can run: 24 threads wait for a word of memory that no thread changes
//
// With a reader too many flags are not taken back: right once, and never again.
// RUN: sed 's/%readers = arith.constant 8 /%readers = arith.constant 9 /' %s > %t.flags.mlir
// RUN: %exits 2 kopt-gate %S/Inputs/groupnorm.original.mlir %t.flags.mlir --device=sim --families=normal | FileCheck %s --check-prefix=FLAGS
// FLAGS: rejected (race): race: {{read|write}} of workspace{{[01]}}
//
// More programs than fit at once.
// RUN: sed -e 's/(3, 8)/(64, 8)/' -e 's/step = arith.constant 3 /step = arith.constant 64 /' %s > %t.many.mlir
// RUN: not kopt-run %t.many.mlir 2>&1 | FileCheck %s --check-prefix=MANY
// MANY: expected at most 128 blocks, all of which are there at once, as they wait for each other, but got 512
// REQUIRES: sim-reports
// Each program takes one of the 8 parts of a group and keeps it in registers:
// it stores the part's mean and sum of squared deviations, signals, awaits those of
// the other parts, and combines all of them in one order. 3 groups are under way
// at a time, so 24 programs must be there at once.
#part = affine_map<(d0)[s0, s1, s2] -> (s0, s1, d0 + s2)>
#first = affine_map<()[s0, s1, s2] -> (s0, s1, s2)>
#one = affine_map<()[s0, s1] -> (s0, s1)>
#at = affine_map<()[s0] -> (s0)>
#row = affine_map<(d0)[s0, s1] -> (s0, d0 + s1)>
#in_a_warp = #kopt.layout<reg = [], lane = [[1], [2], [4], [0], [0]], warp = [[0]], reps = [1]>
gpu.module @kernels {
  kopt.kernel @groupnorm(%x: memref<8x8x256xbf16>, %w: memref<16xbf16>, %b: memref<16xbf16>, %o: memref<8x8x256xbf16> {kopt.out},
      %means: memref<8x8xf32> {kopt.workspace}, %squares: memref<8x8xf32> {kopt.workspace}, %flags: memref<8xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (3, 8)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %sixteen = arith.constant dense<16> : tensor<256xi32>
    %step = arith.constant 3 : index
    %groups = arith.constant 8 : index
    %parts = arith.constant 8 : index
    %more = arith.constant 8 : index
    %readers = arith.constant 8 : index
    %per_channel = arith.constant 2 : index
    %in_group = arith.constant 4 : index
    %all_groups = arith.constant 4 : index
    %count = arith.constant dense<256.0> : tensor<f32>
    %inverse_parts = arith.constant dense<0.125> : tensor<f32>
    %inverse_all = arith.constant dense<0.00048828125> : tensor<f32>
    %inverse = arith.constant dense<0.00390625> : tensor<f32>
    %eps = arith.constant dense<1.0e-5> : tensor<f32>
    %first = kopt.program_id 0
    %p = kopt.program_id 1
    scf.for %g = %first to %groups step %step {
      %t = kopt.load %x[%g, %p, %c0] map #part {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : memref<8x8x256xbf16> -> tensor<256xbf16>
      %f = arith.extf %t : tensor<256xbf16> to tensor<256xf32>
      // Sums of what differs from one of the elements: nothing large cancels.
      %kt = kopt.load %x[%g, %p, %c0] map #first : memref<8x8x256xbf16> -> tensor<bf16>
      %k = arith.extf %kt : tensor<bf16> to tensor<f32>
      %kb = kopt.broadcast %k dims [] : tensor<f32> -> tensor<256xf32>
      %d = arith.subf %f, %kb : tensor<256xf32>
      %dd = arith.mulf %d, %d : tensor<256xf32>
      %both:2 = kopt.reduce(%d, %dd) axis 0 identity [0.0 : f32, 0.0 : f32] {across = #kopt.across<lanes>} : (tensor<256xf32>, tensor<256xf32>) -> (tensor<f32>, tensor<f32>) {
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
      kopt.store %m, %means[%g, %p] map #one : tensor<f32>, memref<8x8xf32>
      kopt.store %q, %squares[%g, %p] map #one : tensor<f32>, memref<8x8xf32>
      kopt.signal %flags[%g] : memref<8xi32>

      %in = arith.remui %g, %all_groups : index
      %base = arith.muli %in, %in_group : index
      %local = arith.divui %p, %per_channel : index
      %channel = arith.addi %base, %local : index
      %wt = kopt.load %w[%channel] map #at : memref<16xbf16> -> tensor<bf16>
      %bt = kopt.load %b[%channel] map #at : memref<16xbf16> -> tensor<bf16>
      %wf = arith.extf %wt : tensor<bf16> to tensor<f32>
      %bf = arith.extf %bt : tensor<bf16> to tensor<f32>

      kopt.await %flags[%g] signals %more readers %readers : memref<8xi32>
      %ms = kopt.load %means[%g, %c0] map #row {layout = #in_a_warp} : memref<8x8xf32> -> tensor<8xf32>
      %qs = kopt.load %squares[%g, %c0] map #row {layout = #in_a_warp} : memref<8x8xf32> -> tensor<8xf32>
      %msum = kopt.reduce(%ms) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<8xf32>) -> tensor<f32> {
      ^bb0(%u: f32, %v: f32):
        %sum = arith.addf %u, %v : f32
        kopt.yield %sum : f32
      }
      %mean = arith.mulf %msum, %inverse_parts : tensor<f32>
      %meanp = kopt.broadcast %mean dims [] : tensor<f32> -> tensor<8xf32>
      %countp = kopt.broadcast %count dims [] : tensor<f32> -> tensor<8xf32>
      %dm = arith.subf %ms, %meanp : tensor<8xf32>
      %dm2 = arith.mulf %dm, %dm : tensor<8xf32>
      %between = arith.mulf %dm2, %countp : tensor<8xf32>
      %all = arith.addf %qs, %between : tensor<8xf32>
      %qsum = kopt.reduce(%all) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<8xf32>) -> tensor<f32> {
      ^bb0(%u: f32, %v: f32):
        %sum = arith.addf %u, %v : f32
        kopt.yield %sum : f32
      }
      %var = arith.mulf %qsum, %inverse_all : tensor<f32>
      %vare = arith.addf %var, %eps : tensor<f32>
      %r = math.rsqrt %vare : tensor<f32>
      %a = arith.mulf %r, %wf : tensor<f32>
      %ab = kopt.broadcast %a dims [] : tensor<f32> -> tensor<256xf32>
      %meanb = kopt.broadcast %mean dims [] : tensor<f32> -> tensor<256xf32>
      %bb = kopt.broadcast %bf dims [] : tensor<f32> -> tensor<256xf32>
      // From the words again: what is kept meanwhile is half as wide.
      %words = arith.bitcast %t : tensor<256xbf16> to tensor<256xi16>
      %wide = arith.extui %words : tensor<256xi16> to tensor<256xi32>
      %upper = arith.shli %wide, %sixteen : tensor<256xi32>
      %again = arith.bitcast %upper : tensor<256xi32> to tensor<256xf32>
      %e = arith.subf %again, %meanb : tensor<256xf32>
      %y = math.fma %e, %ab, %bb : tensor<256xf32>
      %yt = arith.truncf %y : tensor<256xf32> to tensor<256xbf16>
      kopt.store %yt, %o[%g, %p, %c0] map #part {cache = #kopt.cache<streaming>, via = #kopt.direct<bytes = 16>} : tensor<256xbf16>, memref<8x8x256xbf16>
    }
    kopt.return
  }
}
func.func @groupnorm(%x: tensor<2x16x16x32xbf16>, %w: tensor<16xbf16>, %b: tensor<16xbf16>) -> tensor<2x16x16x32xbf16> {
  %flat = tensor.collapse_shape %x [[0, 1, 2, 3]] : tensor<2x16x16x32xbf16> into tensor<16384xbf16>
  %parts = tensor.expand_shape %flat [[0, 1, 2]] output_shape [8, 8, 256] : tensor<16384xbf16> into tensor<8x8x256xbf16>
  %e = tensor.empty() : tensor<8x8x256xbf16>
  %r = kopt.launch @kernels::@groupnorm ins(%parts, %w, %b : tensor<8x8x256xbf16>, tensor<16xbf16>, tensor<16xbf16>) outs(%e : tensor<8x8x256xbf16>) -> tensor<8x8x256xbf16>
  %back = tensor.collapse_shape %r [[0, 1, 2]] : tensor<8x8x256xbf16> into tensor<16384xbf16>
  %o = tensor.expand_shape %back [[0, 1, 2, 3]] output_shape [2, 16, 16, 32] : tensor<16384xbf16> into tensor<2x16x16x32xbf16>
  return %o : tensor<2x16x16x32xbf16>
}
