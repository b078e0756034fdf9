// The same by chunks of 16 tokens, all products of tiles. With G the running sum of the
// gates' logarithms in a chunk (a scan), D[i, j] = exp(G[i] - G[j]) for j <= i, and A the
// part of b D K Kt below the diagonal:
//   U = (1 + A)^-1 b (V - exp(G) K S)    O = exp(G) Q S + (D Q Kt) U
//   S := exp(G[15]) S + (exp(G[15] - G) K)t U
// A's 16th power is zero, so (1 + A)^-1 = (1 - A)(1 + A^2)(1 + A^4)(1 + A^8): a solve by
// products. Tokens behind the last have keys and values of zero.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/gated-delta.original.mlir %s --device=interpret --families=normal

#rows = affine_map<(d0, d1)[h, t] -> (h, d0 + t, d1)>
#columns = affine_map<(d0, d1)[h, t] -> (h, d1 + t, d0)>
#chunk = affine_map<(d0)[h, t] -> (h, d0 + t)>
gpu.module @kernels {
  kopt.kernel @delta_kernel(%q: memref<2x40x32xf32>, %k: memref<2x40x32xf32>, %v: memref<2x40x32xf32>, %gate: memref<2x40xf32>, %beta: memref<2x40xf32>, %o: memref<2x40x32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2)>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c40 = arith.constant 40 : index
    %h = kopt.program_id 0
    %start = arith.constant dense<0.0> : tensor<32x32xf32>
    %i = kopt.iota 0 : tensor<16x16xi32>
    %j = kopt.iota 1 : tensor<16x16xi32>
    %isBelow = arith.cmpi slt, %j, %i : tensor<16x16xi32>
    %isUpTo = arith.cmpi sle, %j, %i : tensor<16x16xi32>
    %isSame = arith.cmpi eq, %j, %i : tensor<16x16xi32>
    %zero = arith.constant dense<0.0> : tensor<16x16xf32>
    %ones = arith.constant dense<1.0> : tensor<16x16xf32>
    %unit = arith.select %isSame, %ones, %zero : tensor<16x16xi1>, tensor<16x16xf32>
    %zk = arith.constant dense<0.0> : tensor<16x32xf32>
    %w = scf.for %t = %c0 to %c40 step %c16 iter_args(%s = %start) -> (tensor<32x32xf32>) {
      %kr = kopt.load %k[%h, %t] map #rows : memref<2x40x32xf32> -> tensor<16x32xf32>
      %kc = kopt.load %k[%h, %t] map #columns : memref<2x40x32xf32> -> tensor<32x16xf32>
      %vt = kopt.load %v[%h, %t] map #rows : memref<2x40x32xf32> -> tensor<16x32xf32>
      %qt = kopt.load %q[%h, %t] map #rows : memref<2x40x32xf32> -> tensor<16x32xf32>
      %gr = kopt.load %gate[%h, %t] map #chunk : memref<2x40xf32> -> tensor<16xf32>
      %br = kopt.load %beta[%h, %t] map #chunk : memref<2x40xf32> -> tensor<16xf32>
      %ga = math.absf %gr : tensor<16xf32>
      %eighth = arith.constant dense<0.125> : tensor<16xf32>
      %gs = arith.mulf %ga, %eighth : tensor<16xf32>
      %log = arith.negf %gs : tensor<16xf32>
      %bn = arith.negf %br : tensor<16xf32>
      %be = math.exp %bn : tensor<16xf32>
      %one = arith.constant dense<1.0> : tensor<16xf32>
      %bp = arith.addf %be, %one : tensor<16xf32>
      %b = arith.divf %one, %bp : tensor<16xf32>
      %sk = arith.constant dense<0.125> : tensor<16x32xf32>
      %kt = arith.mulf %kr, %sk : tensor<16x32xf32>
      %st = arith.constant dense<0.125> : tensor<32x16xf32>
      %kT = arith.mulf %kc, %st : tensor<32x16xf32>
      %g, %total = kopt.scan (%log) axis 0 identity [0.0 : f32] : (tensor<16xf32>) -> (tensor<16xf32>, tensor<f32>) {
      ^bb0(%x: f32, %y: f32):
        %n = arith.addf %x, %y : f32
        kopt.yield %n : f32
      }
      %gi = kopt.broadcast %g dims [0] : tensor<16xf32> -> tensor<16x16xf32>
      %gj = kopt.broadcast %g dims [1] : tensor<16xf32> -> tensor<16x16xf32>
      %gd = arith.subf %gi, %gj : tensor<16x16xf32>
      %ge = math.exp %gd : tensor<16x16xf32>
      %decay = arith.select %isUpTo, %ge, %zero : tensor<16x16xi1>, tensor<16x16xf32>
      %kk = kopt.dot %kt, %kT, %zero : tensor<16x32xf32>, tensor<32x16xf32> -> tensor<16x16xf32>
      %bi = kopt.broadcast %b dims [0] : tensor<16xf32> -> tensor<16x16xf32>
      %bd = arith.mulf %bi, %decay : tensor<16x16xf32>
      %full = arith.mulf %bd, %kk : tensor<16x16xf32>
      %a = arith.select %isBelow, %full, %zero : tensor<16x16xi1>, tensor<16x16xf32>
      %a2 = kopt.dot %a, %a, %zero : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
      %a4 = kopt.dot %a2, %a2, %zero : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
      %a8 = kopt.dot %a4, %a4, %zero : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
      %t1 = arith.subf %unit, %a : tensor<16x16xf32>
      %t2 = kopt.dot %t1, %a2, %t1 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
      %t4 = kopt.dot %t2, %a4, %t2 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
      %inverse = kopt.dot %t4, %a8, %t4 : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
      %ex = math.exp %g : tensor<16xf32>
      %exb = kopt.broadcast %ex dims [0] : tensor<16xf32> -> tensor<16x32xf32>
      %ks = kopt.dot %kt, %s, %zk : tensor<16x32xf32>, tensor<32x32xf32> -> tensor<16x32xf32>
      %kse = arith.mulf %exb, %ks : tensor<16x32xf32>
      %dv = arith.subf %vt, %kse : tensor<16x32xf32>
      %bb = kopt.broadcast %b dims [0] : tensor<16xf32> -> tensor<16x32xf32>
      %rhs = arith.mulf %bb, %dv : tensor<16x32xf32>
      %u = kopt.dot %inverse, %rhs, %zk : tensor<16x16xf32>, tensor<16x32xf32> -> tensor<16x32xf32>
      %qs = kopt.dot %qt, %s, %zk : tensor<16x32xf32>, tensor<32x32xf32> -> tensor<16x32xf32>
      %qse = arith.mulf %exb, %qs : tensor<16x32xf32>
      %qk = kopt.dot %qt, %kT, %zero : tensor<16x32xf32>, tensor<32x16xf32> -> tensor<16x16xf32>
      %qd = arith.mulf %decay, %qk : tensor<16x16xf32>
      %ot = kopt.dot %qd, %u, %qse : tensor<16x16xf32>, tensor<16x32xf32> -> tensor<16x32xf32>
      kopt.store %ot, %o[%h, %t] map #rows : tensor<16x32xf32>, memref<2x40x32xf32>
      %tb = kopt.broadcast %total dims [] : tensor<f32> -> tensor<16xf32>
      %left = arith.subf %tb, %g : tensor<16xf32>
      %le = math.exp %left : tensor<16xf32>
      %lb = kopt.broadcast %le dims [1] : tensor<16xf32> -> tensor<32x16xf32>
      %kl = arith.mulf %kT, %lb : tensor<32x16xf32>
      %te = math.exp %total : tensor<f32>
      %ts = kopt.broadcast %te dims [] : tensor<f32> -> tensor<32x32xf32>
      %sd = arith.mulf %s, %ts : tensor<32x32xf32>
      %sn = kopt.dot %kl, %u, %sd : tensor<32x16xf32>, tensor<16x32xf32> -> tensor<32x32xf32>
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
