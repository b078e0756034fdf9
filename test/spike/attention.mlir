// Causal grouped-query attention in form 2: one program a block of 128 queries of a
// head. The attributes say what skills add: P stays in registers, the product of P
// runs a turn later than that of Q (loop rotation), roles. attention-async.mlir is what
// they expand to.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// P is rounded to bf16 before its product, which this many units of exp2 cover.
// RUN: kopt-gate %S/Inputs/attention.original.mlir %s --device=interpret --families=normal --permit='approximates(65536)'

#q = affine_map<(d0, d1)[g, r, m] -> (g, r, d0 + m, d1)>
#k = affine_map<(d0, d1)[g, n] -> (g, d1 + n, d0)>
#v = affine_map<(d0, d1)[g, n] -> (g, d0 + n, d1)>
gpu.module @kernels {
  kopt.kernel @attention_kernel(%q: memref<2x2x136x64xbf16>, %k: memref<2x136x64xbf16>, %v: memref<2x136x64xbf16>, %o: memref<2x2x136x64xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (2, 2, 2)>, kopt.roles = [#kopt.role_entry<name = "load", warps = 4, regs = 24>,
                  #kopt.role_entry<name = "softmax", warps = 4, regs = 240, replicas = 2>]} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c136 = arith.constant 136 : index
    %g = kopt.program_id 0
    %r = kopt.program_id 1
    %i = kopt.program_id 2
    %m0 = arith.muli %i, %c128 : index
    %end = arith.addi %m0, %c128 : index
    %limit = arith.minui %end, %c136 : index
    %qt = kopt.load %q[%g, %r, %m0] map #q {kopt.role = "load"} : memref<2x2x136x64xbf16> -> tensor<128x64xbf16>
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %none = arith.constant dense<0xFF800000> : tensor<128xf32>
    %nothing = arith.constant dense<0.0> : tensor<128xf32>
    %w:3 = scf.for %n = %c0 to %limit step %c64 iter_args(%acc = %zero, %m = %none, %l = %nothing) -> (tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>) {
      %kt = kopt.load %k[%g, %n] map #k {kopt.stage = 0 : i64, kopt.role = "load"} : memref<2x136x64xbf16> -> tensor<64x64xbf16>
      %vt = kopt.load %v[%g, %n] map #v {kopt.stage = 1 : i64, kopt.role = "load"} : memref<2x136x64xbf16> -> tensor<64x64xbf16>
      %s = kopt.dot %qt, %kt, %zero {on = #kopt.on<wgmma_shared>, kopt.stage = 0 : i64, kopt.order = 0 : i64, kopt.role = "softmax"} : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      %i_b = kopt.iota 0 : tensor<128x64xindex>
      %j_b = kopt.iota 1 : tensor<128x64xindex>
      %si_b = tensor.splat %m0 : tensor<128x64xindex>
      %sj_b = tensor.splat %n : tensor<128x64xindex>
      %row_b = arith.addi %i_b, %si_b : tensor<128x64xindex>
      %col_b = arith.addi %j_b, %sj_b : tensor<128x64xindex>
      %seen_b = arith.cmpi ule, %col_b, %row_b : tensor<128x64xindex>
      %len_b = arith.constant dense<136> : tensor<128x64xindex>
      %in_b = arith.cmpi ult, %col_b, %len_b : tensor<128x64xindex>
      %on_b = arith.andi %seen_b, %in_b : tensor<128x64xi1>
      %ninf_b = arith.constant dense<0xFF800000> : tensor<128x64xf32>
      %c_b = arith.constant dense<0.180336878> : tensor<128x64xf32>
      %sc_b = arith.mulf %s, %c_b : tensor<128x64xf32>
      %x_b = arith.select %on_b, %sc_b, %ninf_b : tensor<128x64xi1>, tensor<128x64xf32>
      %mx_b = kopt.reduce (%x_b) axis 1 identity [0xFF800000 : f32] : (tensor<128x64xf32>) -> tensor<128xf32> {
      ^bb0(%a: f32, %b: f32):
        %y = arith.maximumf %a, %b : f32
        kopt.yield %y : f32
      }
      %m_b = arith.maximumf %m, %mx_b : tensor<128xf32>
      %ninfr_b = arith.constant dense<0xFF800000> : tensor<128xf32>
      %zr_b = arith.constant dense<0.0> : tensor<128xf32>
      %dead_b = arith.cmpf oeq, %m_b, %ninfr_b : tensor<128xf32>
      %g_b = arith.select %dead_b, %zr_b, %m_b : tensor<128xi1>, tensor<128xf32>
      %gb_b = kopt.broadcast %g_b dims [0] : tensor<128xf32> -> tensor<128x64xf32>
      %d_b = arith.subf %x_b, %gb_b : tensor<128x64xf32>
      %p_b = math.exp2 %d_b fastmath<afn> : tensor<128x64xf32>
      %sum_b = kopt.reduce (%p_b) axis 1 identity [0.0 : f32] : (tensor<128x64xf32>) -> tensor<128xf32> {
      ^bb0(%a: f32, %b: f32):
        %y = arith.addf %a, %b : f32
        kopt.yield %y : f32
      }
      %dm_b = arith.subf %m, %g_b : tensor<128xf32>
      %alpha_b = math.exp2 %dm_b fastmath<afn> : tensor<128xf32>
      %la_b = arith.mulf %l, %alpha_b : tensor<128xf32>
      %l_b = arith.addf %la_b, %sum_b : tensor<128xf32>
      %ab_b = kopt.broadcast %alpha_b dims [0] : tensor<128xf32> -> tensor<128x64xf32>
      %pb_b = arith.truncf %p_b : tensor<128x64xf32> to tensor<128x64xbf16>
      %scaled = arith.mulf %acc, %ab_b : tensor<128x64xf32>
      %next = kopt.dot %pb_b, %vt, %scaled {on = #kopt.on<wgmma_registers>, kopt.stage = 1 : i64, kopt.order = 1 : i64, kopt.role = "softmax"} : tensor<128x64xbf16>, tensor<64x64xbf16> -> tensor<128x64xf32>
      scf.yield %next, %m_b, %l_b : tensor<128x64xf32>, tensor<128xf32>, tensor<128xf32>
    } {kopt.pipeline = #kopt.pipeline<stages = 2, peel = 1>}
    %lb = kopt.broadcast %w#2 dims [0] : tensor<128xf32> -> tensor<128x64xf32>
    %ot = arith.divf %w#0, %lb : tensor<128x64xf32>
    %ob = arith.truncf %ot : tensor<128x64xf32> to tensor<128x64xbf16>
    kopt.store %ob, %o[%g, %r, %m0] map #q : tensor<128x64xbf16>, memref<2x2x136x64xbf16>
    kopt.return
  }
}
func.func @attention(%q: tensor<2x2x136x64xbf16>, %k: tensor<2x136x64xbf16>, %v: tensor<2x136x64xbf16>) -> tensor<2x2x136x64xbf16> {
  %e = tensor.empty() : tensor<2x2x136x64xbf16>
  %r = kopt.launch @kernels::@attention_kernel ins(%q, %k, %v : tensor<2x2x136x64xbf16>, tensor<2x136x64xbf16>, tensor<2x136x64xbf16>) outs(%e : tensor<2x2x136x64xbf16>) -> tensor<2x2x136x64xbf16>
  return %r : tensor<2x2x136x64xbf16>
}
