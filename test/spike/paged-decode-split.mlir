// The same split over the keys (flash decoding): 3 programs a sequence and head, each
// a part of the keys, whose (maximum, sum, product) go through a workspace; the last of
// them awaits the others and combines in their order. A part without keys gives the
// neutral element.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/paged-decode.original.mlir %s --device=interpret --families=normal --permit='approximates(65536)'

// Four queries of a head of keys are the first rows of a tile of 16.
#q = affine_map<(d0, d1)[b, g] -> (b, g, d0, d1)>
// The page of each key of a block of 32.
#page = affine_map<(d0)[b, n] -> (b, (d0 + n) floordiv 16)>
#k = affine_map<(d0, d1)[g, n, page] -> (page, g, (d1 + n) mod 16, d0)>
#v = affine_map<(d0, d1)[g, n, page] -> (page, g, (d0 + n) mod 16, d1)>
#part = affine_map<(d0, d1)[b, g, i] -> (b, g, i, d0, d1)>
#row = affine_map<(d0)[b, g, i] -> (b, g, i, d0)>
!acc = memref<2x2x3x16x64xf32>
!row = memref<2x2x3x16xf32>
gpu.module @kernels {
  kopt.kernel @write_table(%o: memref<2x8xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %b = kopt.iota 0 : tensor<2x8xi32>
    %j = kopt.iota 1 : tensor<2x8xi32>
    %c3 = arith.constant dense<3> : tensor<2x8xi32>
    %c5 = arith.constant dense<5> : tensor<2x8xi32>
    %c1 = arith.constant dense<1> : tensor<2x8xi32>
    %c20 = arith.constant dense<20> : tensor<2x8xi32>
    %j3 = arith.muli %j, %c3 : tensor<2x8xi32>
    %b5 = arith.muli %b, %c5 : tensor<2x8xi32>
    %sum = arith.addi %j3, %b5 : tensor<2x8xi32>
    %next = arith.addi %sum, %c1 : tensor<2x8xi32>
    %page = arith.remui %next, %c20 : tensor<2x8xi32>
    kopt.store %page, %o[] : tensor<2x8xi32>, memref<2x8xi32>
    kopt.return
  }
  kopt.kernel @write_lengths(%o: memref<2xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %l = arith.constant dense<[37, 120]> : tensor<2xi32>
    kopt.store %l, %o[] map affine_map<(d0) -> (d0)> : tensor<2xi32>, memref<2xi32>
    kopt.return
  }
  kopt.kernel @decode_kernel(%q: memref<2x2x4x64xbf16>, %k: memref<20x2x16x64xbf16>, %v: memref<20x2x16x64xbf16>, %table: memref<2x8xi32>, %lengths: memref<2xi32>, %o: memref<2x2x4x64xf32> {kopt.out},
                             %accs: !acc {kopt.workspace}, %ms: !row {kopt.workspace}, %ls: !row {kopt.workspace}, %flags: memref<2x2xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (2, 2, 3)>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : tensor<16x64xf32>
    %none = arith.constant dense<-1.0e30> : tensor<16xf32>
    %nothing = arith.constant dense<0.0> : tensor<16xf32>
    %b = kopt.program_id 0
    %g = kopt.program_id 1
    %l32 = memref.load %lengths[%b] : memref<2xi32>
    %length = arith.index_cast %l32 : i32 to index
    %qt = kopt.load %q[%b, %g] map #q : memref<2x2x4x64xbf16> -> tensor<16x64xbf16>
    %c1 = arith.constant 1 : index
    %i = kopt.program_id 2
    %others = arith.constant 2 : index
    // Blocks of 32 keys, shared out evenly.
    %from = affine.apply affine_map<(p)[l] -> (((p * ((l + 31) floordiv 32)) floordiv 3) * 32)>(%i)[%length]
    %to = affine.apply affine_map<(p)[l] -> ((((p + 1) * ((l + 31) floordiv 32)) floordiv 3) * 32)>(%i)[%length]
    %low = arith.minui %from, %length : index
    %high = arith.minui %to, %length : index
    %w:3 = scf.for %n = %low to %high step %c32 iter_args(%acc = %zero, %m = %none, %l = %nothing) -> (tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>) {
      %pages = kopt.load %table[%b, %n] map #page : memref<2x8xi32> -> tensor<32xi32>
      %kt = kopt.load %k[%g, %n] indices(%pages dims [array<i64: 1>] : tensor<32xi32>) map #k : memref<20x2x16x64xbf16> -> tensor<64x32xbf16>
      %zs = arith.constant dense<0.0> : tensor<16x32xf32>
      %s = kopt.dot %qt, %kt, %zs {on = #kopt.on<mma>} : tensor<16x64xbf16>, tensor<64x32xbf16> -> tensor<16x32xf32>
      %c = arith.constant dense<0.180336878> : tensor<16x32xf32>
      %sc = arith.mulf %s, %c : tensor<16x32xf32>
      %j = kopt.iota 1 : tensor<16x32xindex>
      %sn = tensor.splat %n : tensor<16x32xindex>
      %column = arith.addi %j, %sn : tensor<16x32xindex>
      %sl = tensor.splat %high : tensor<16x32xindex>
      %isIn = arith.cmpi ult, %column, %sl : tensor<16x32xindex>
      %ninf = arith.constant dense<0xFF800000> : tensor<16x32xf32>
      %x = arith.select %isIn, %sc, %ninf : tensor<16x32xi1>, tensor<16x32xf32>
      %mx = kopt.reduce (%x) axis 1 identity [0xFF800000 : f32] : (tensor<16x32xf32>) -> tensor<16xf32> {
      ^bb0(%a: f32, %d: f32):
        %y = arith.maximumf %a, %d : f32
        kopt.yield %y : f32
      }
      %mn = arith.maximumf %m, %mx : tensor<16xf32>
      %mb = kopt.broadcast %mn dims [0] : tensor<16xf32> -> tensor<16x32xf32>
      %d = arith.subf %x, %mb : tensor<16x32xf32>
      %p = math.exp2 %d fastmath<afn> : tensor<16x32xf32>
      %sum = kopt.reduce (%p) axis 1 identity [0.0 : f32] : (tensor<16x32xf32>) -> tensor<16xf32> {
      ^bb0(%a: f32, %e: f32):
        %y = arith.addf %a, %e : f32
        kopt.yield %y : f32
      }
      %dm = arith.subf %m, %mn : tensor<16xf32>
      %alpha = math.exp2 %dm fastmath<afn> : tensor<16xf32>
      %la = arith.mulf %l, %alpha : tensor<16xf32>
      %ln = arith.addf %la, %sum : tensor<16xf32>
      %ab = kopt.broadcast %alpha dims [0] : tensor<16xf32> -> tensor<16x64xf32>
      %scaled = arith.mulf %acc, %ab : tensor<16x64xf32>
      %pb = arith.truncf %p : tensor<16x32xf32> to tensor<16x32xbf16>
      %vt = kopt.load %v[%g, %n] indices(%pages dims [array<i64: 0>] : tensor<32xi32>) map #v : memref<20x2x16x64xbf16> -> tensor<32x64xbf16>
      %o2 = kopt.dot %pb, %vt, %scaled {on = #kopt.on<mma>} : tensor<16x32xbf16>, tensor<32x64xbf16> -> tensor<16x64xf32>
      scf.yield %o2, %mn, %ln : tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>
    }
    %isLast = arith.cmpi eq, %i, %others : index
    scf.if %isLast {
      kopt.await %flags[%b, %g] signals %others readers %c1 : memref<2x2xi32>
      %all:3 = scf.for %j = %c0 to %others step %c1 iter_args(%acc = %w#0, %m = %w#1, %l = %w#2) -> (tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>) {
        %a2 = kopt.load %accs[%b, %g, %j] map #part : !acc -> tensor<16x64xf32>
        %m2 = kopt.load %ms[%b, %g, %j] map #row : !row -> tensor<16xf32>
        %l2 = kopt.load %ls[%b, %g, %j] map #row : !row -> tensor<16xf32>
        %mn = arith.maximumf %m, %m2 : tensor<16xf32>
        %d1 = arith.subf %m, %mn : tensor<16xf32>
        %d2 = arith.subf %m2, %mn : tensor<16xf32>
        %e1 = math.exp2 %d1 fastmath<afn> : tensor<16xf32>
        %e2 = math.exp2 %d2 fastmath<afn> : tensor<16xf32>
        %l1e = arith.mulf %l, %e1 : tensor<16xf32>
        %l2e = arith.mulf %l2, %e2 : tensor<16xf32>
        %ln = arith.addf %l1e, %l2e : tensor<16xf32>
        %b1 = kopt.broadcast %e1 dims [0] : tensor<16xf32> -> tensor<16x64xf32>
        %b2 = kopt.broadcast %e2 dims [0] : tensor<16xf32> -> tensor<16x64xf32>
        %s1 = arith.mulf %acc, %b1 : tensor<16x64xf32>
        %s2 = arith.mulf %a2, %b2 : tensor<16x64xf32>
        %sum = arith.addf %s1, %s2 : tensor<16x64xf32>
        scf.yield %sum, %mn, %ln : tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>
      }
      %lb = kopt.broadcast %all#2 dims [0] : tensor<16xf32> -> tensor<16x64xf32>
      %ot = arith.divf %all#0, %lb : tensor<16x64xf32>
      kopt.store %ot, %o[%b, %g] map #q : tensor<16x64xf32>, memref<2x2x4x64xf32>
    } else {
      kopt.store %w#0, %accs[%b, %g, %i] map #part : tensor<16x64xf32>, !acc
      kopt.store %w#1, %ms[%b, %g, %i] map #row : tensor<16xf32>, !row
      kopt.store %w#2, %ls[%b, %g, %i] map #row : tensor<16xf32>, !row
      kopt.signal %flags[%b, %g] : memref<2x2xi32>
    }
    kopt.return
  }
}
func.func @decode(%q: tensor<2x2x4x64xbf16>, %k: tensor<20x2x16x64xbf16>, %v: tensor<20x2x16x64xbf16>) -> tensor<2x2x4x64xf32> {
  %et = tensor.empty() : tensor<2x8xi32>
  %el = tensor.empty() : tensor<2xi32>
  %table = kopt.launch @kernels::@write_table outs(%et : tensor<2x8xi32>) -> tensor<2x8xi32>
  %lengths = kopt.launch @kernels::@write_lengths outs(%el : tensor<2xi32>) -> tensor<2xi32>
  %e = tensor.empty() : tensor<2x2x4x64xf32>
  %r = kopt.launch @kernels::@decode_kernel ins(%q, %k, %v, %table, %lengths : tensor<2x2x4x64xbf16>, tensor<20x2x16x64xbf16>, tensor<20x2x16x64xbf16>, tensor<2x8xi32>, tensor<2xi32>) outs(%e : tensor<2x2x4x64xf32>) -> tensor<2x2x4x64xf32>
  return %r : tensor<2x2x4x64xf32>
}
