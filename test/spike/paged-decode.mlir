// Paged decode attention in form 2: a program a sequence and head of keys; the page
// table is an index tile of the loads of keys and values, and the length a bound that
// is read from memory. Queries that share keys are the rows of one product.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/paged-decode.original.mlir %s --device=interpret --families=normal --permit='approximates(65536)'

// Four queries of a head of keys are the first rows of a tile of 16.
#q = affine_map<(d0, d1)[b, g] -> (b, g, d0, d1)>
// The page of each key of a block of 32.
#page = affine_map<(d0)[b, n] -> (b, (d0 + n) floordiv 16)>
#k = affine_map<(d0, d1)[g, n, page] -> (page, g, (d1 + n) mod 16, d0)>
#v = affine_map<(d0, d1)[g, n, page] -> (page, g, (d0 + n) mod 16, d1)>
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
  kopt.kernel @decode_kernel(%q: memref<2x2x4x64xbf16>, %k: memref<20x2x16x64xbf16>, %v: memref<20x2x16x64xbf16>, %table: memref<2x8xi32>, %lengths: memref<2xi32>, %o: memref<2x2x4x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2, 2)>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %zero = arith.constant dense<0.0> : tensor<16x64xf32>
    %none = arith.constant dense<0xFF800000> : tensor<16xf32>
    %nothing = arith.constant dense<0.0> : tensor<16xf32>
    %b = kopt.program_id 0
    %g = kopt.program_id 1
    %l32 = memref.load %lengths[%b] : memref<2xi32>
    %length = arith.index_cast %l32 : i32 to index
    %qt = kopt.load %q[%b, %g] map #q : memref<2x2x4x64xbf16> -> tensor<16x64xbf16>
    %w:3 = scf.for %n = %c0 to %length step %c32 iter_args(%acc = %zero, %m = %none, %l = %nothing) -> (tensor<16x64xf32>, tensor<16xf32>, tensor<16xf32>) {
      %pages = kopt.load %table[%b, %n] map #page : memref<2x8xi32> -> tensor<32xi32>
      %kt = kopt.load %k[%g, %n] indices(%pages dims [array<i64: 1>] : tensor<32xi32>) map #k : memref<20x2x16x64xbf16> -> tensor<64x32xbf16>
      %zs = arith.constant dense<0.0> : tensor<16x32xf32>
      %s = kopt.dot %qt, %kt, %zs {on = #kopt.on<mma>} : tensor<16x64xbf16>, tensor<64x32xbf16> -> tensor<16x32xf32>
      %c = arith.constant dense<0.180336878> : tensor<16x32xf32>
      %sc = arith.mulf %s, %c : tensor<16x32xf32>
      %j = kopt.iota 1 : tensor<16x32xindex>
      %sn = tensor.splat %n : tensor<16x32xindex>
      %column = arith.addi %j, %sn : tensor<16x32xindex>
      %sl = tensor.splat %length : tensor<16x32xindex>
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
    %lb = kopt.broadcast %w#2 dims [0] : tensor<16xf32> -> tensor<16x64xf32>
    %ot = arith.divf %w#0, %lb : tensor<16x64xf32>
    kopt.store %ot, %o[%b, %g] map #q : tensor<16x64xf32>, memref<2x2x4x64xf32>
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
