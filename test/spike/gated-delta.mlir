// Gated delta net in form 2 as it is written: a program a head, a loop over tokens that
// carries the state as a tile.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/gated-delta.original.mlir %s --device=interpret --families=normal

#row = affine_map<(d0)[h, t] -> (h, t, d0)>
#one = affine_map<()[h, t] -> (h, t)>
gpu.module @kernels {
  kopt.kernel @delta_kernel(%q: memref<2x40x32xf32>, %k: memref<2x40x32xf32>, %v: memref<2x40x32xf32>, %gate: memref<2x40xf32>, %beta: memref<2x40xf32>, %o: memref<2x40x32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c40 = arith.constant 40 : index
    %h = kopt.program_id 0
    %start = arith.constant dense<0.0> : tensor<32x32xf32>
    %w = scf.for %t = %c0 to %c40 step %c1 iter_args(%s = %start) -> (tensor<32x32xf32>) {
      %kr = kopt.load %k[%h, %t] map #row : memref<2x40x32xf32> -> tensor<32xf32>
      %vt = kopt.load %v[%h, %t] map #row : memref<2x40x32xf32> -> tensor<32xf32>
      %qt = kopt.load %q[%h, %t] map #row : memref<2x40x32xf32> -> tensor<32xf32>
      %gr = kopt.load %gate[%h, %t] map #one : memref<2x40xf32> -> tensor<f32>
      %br = kopt.load %beta[%h, %t] map #one : memref<2x40xf32> -> tensor<f32>
      %ga = math.absf %gr : tensor<f32>
      %eighth = arith.constant dense<0.125> : tensor<f32>
      %gs = arith.mulf %ga, %eighth : tensor<f32>
      %log = arith.negf %gs : tensor<f32>
      %bn = arith.negf %br : tensor<f32>
      %be = math.exp %bn : tensor<f32>
      %one = arith.constant dense<1.0> : tensor<f32>
      %bp = arith.addf %be, %one : tensor<f32>
      %b = arith.divf %one, %bp : tensor<f32>
      %a = math.exp %log : tensor<f32>
      %ab = kopt.broadcast %a dims [] : tensor<f32> -> tensor<32x32xf32>
      %bb = kopt.broadcast %b dims [] : tensor<f32> -> tensor<32xf32>
      %scale = arith.constant dense<0.125> : tensor<32xf32>
      %kt = arith.mulf %kr, %scale : tensor<32xf32>
      %kb = kopt.broadcast %kt dims [0] : tensor<32xf32> -> tensor<32x32xf32>
      %qb = kopt.broadcast %qt dims [0] : tensor<32xf32> -> tensor<32x32xf32>
      %sa = arith.mulf %s, %ab : tensor<32x32xf32>
      %sk = arith.mulf %sa, %kb : tensor<32x32xf32>
      %p = kopt.reduce (%sk) axis 0 identity [0.0 : f32] : (tensor<32x32xf32>) -> tensor<32xf32> {
      ^bb0(%x: f32, %y: f32):
        %n = arith.addf %x, %y : f32
        kopt.yield %n : f32
      }
      %dv = arith.subf %vt, %p : tensor<32xf32>
      %u = arith.mulf %dv, %bb : tensor<32xf32>
      %ub = kopt.broadcast %u dims [1] : tensor<32xf32> -> tensor<32x32xf32>
      %ku = arith.mulf %kb, %ub : tensor<32x32xf32>
      %sn = arith.addf %sa, %ku : tensor<32x32xf32>
      %sq = arith.mulf %sn, %qb : tensor<32x32xf32>
      %ot = kopt.reduce (%sq) axis 0 identity [0.0 : f32] : (tensor<32x32xf32>) -> tensor<32xf32> {
      ^bb0(%x: f32, %y: f32):
        %n = arith.addf %x, %y : f32
        kopt.yield %n : f32
      }
      kopt.store %ot, %o[%h, %t] map #row : tensor<32xf32>, memref<2x40x32xf32>
      scf.yield %sn : tensor<32x32xf32>
    }
    kopt.return
  }
}
func.func @delta(%q: tensor<2x40x32xf32>, %k: tensor<2x40x32xf32>, %v: tensor<2x40x32xf32>, %gate: tensor<2x40xf32>, %beta: tensor<2x40xf32>) -> tensor<2x40x32xf32> {
  %e = tensor.empty() : tensor<2x40x32xf32>
  %r = kopt.launch @kernels::@delta_kernel ins(%q, %k, %v, %gate, %beta : tensor<2x40x32xf32>, tensor<2x40x32xf32>, tensor<2x40x32xf32>, tensor<2x40xf32>, tensor<2x40xf32>) outs(%e : tensor<2x40x32xf32>) -> tensor<2x40x32xf32>
  return %r : tensor<2x40x32xf32>
}
