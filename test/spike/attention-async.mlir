// The attention of attention.mlir in form 2a: persistent programs, long tiles first;
// rings of two places each for K and V, V a turn behind; two replicas of 64 queries
// that take turns at the tensor cores (ping-pong); P in registers; the product of Q
// for the next block begins before that of P (loop rotation), so the first product of
// Q and the last one of P are outside the loop.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// P is rounded to bf16 before its product, which this many units of exp2 cover.
// RUN: kopt-gate %S/Inputs/attention.original.mlir %s --device=interpret --families=normal --permit='approximates(65536)'

#q = affine_map<(d0, d1)[g, r, m] -> (g, r, d0 + m, d1)>
#k = affine_map<(d0, d1)[g, n] -> (g, d1 + n, d0)>
#v = affine_map<(d0, d1)[g, n] -> (g, d0 + n, d1)>
!kv = !kopt.channel<tensor<64x64xbf16>>
!qc = !kopt.channel<tensor<128x64xbf16>>
!s = !kopt.pending<tensor<64x64xf32>>
gpu.module @kernels {
  kopt.kernel @attention_kernel(%q: memref<2x2x136x64xbf16>, %k: memref<2x136x64xbf16>, %v: memref<2x136x64xbf16>, %o: memref<2x2x136x64xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (3)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %c136 = arith.constant 136 : index
    %first = kopt.program_id 0
    %programs = kopt.num_programs 0
    %qs = kopt.channel stages 1 : !qc
    %ks = kopt.channel stages 2 : !kv
    %vs = kopt.channel stages 2 : !kv
    kopt.roles {
      kopt.role "load" warps 4 regs 24 {
        scf.for %t = %first to %c8 step %programs {
          %g = affine.apply affine_map<(t) -> (t floordiv 4)>(%t)
          %r = affine.apply affine_map<(t) -> ((t floordiv 2) mod 2)>(%t)
          %m0 = affine.apply affine_map<(t) -> (128 - (t mod 2) * 128)>(%t)
          %end = arith.addi %m0, %c128 : index
          %limit = arith.minui %end, %c136 : index
          %blocks = arith.ceildivui %limit, %c64 : index
          %last = arith.subi %blocks, %c1 : index
          kopt.acquire %qs : !qc
          %qt = kopt.load %q[%g, %r, %m0] map #q : memref<2x2x136x64xbf16> -> tensor<128x64xbf16>
          kopt.publish %qs, %qt : !qc
          %n0 = arith.muli %last, %c64 : index
          kopt.acquire %ks : !kv
          %k0 = kopt.load %k[%g, %n0] map #k : memref<2x136x64xbf16> -> tensor<64x64xbf16>
          kopt.publish %ks, %k0 : !kv
          scf.for %i = %c0 to %last step %c1 {
            %n = affine.apply affine_map<(d0)[s0] -> ((s0 - d0 - 1) * 64)>(%i)[%last]
            %before = arith.addi %n, %c64 : index
            kopt.acquire %ks : !kv
            %kt = kopt.load %k[%g, %n] map #k : memref<2x136x64xbf16> -> tensor<64x64xbf16>
            kopt.publish %ks, %kt : !kv
            kopt.acquire %vs : !kv
            %vt = kopt.load %v[%g, %before] map #v : memref<2x136x64xbf16> -> tensor<64x64xbf16>
            kopt.publish %vs, %vt : !kv
          }
          kopt.acquire %vs : !kv
          %v0 = kopt.load %v[%g, %c0] map #v : memref<2x136x64xbf16> -> tensor<64x64xbf16>
          kopt.publish %vs, %v0 : !kv
        }
      }
      kopt.role "softmax" warps 4 regs 240 replicas 2 {
        %replica = kopt.replica
        %part = arith.muli %replica, %c64 : index
        %zero = arith.constant dense<0.0> : tensor<64x64xf32>
        scf.for %t = %first to %c8 step %programs {
          %g = affine.apply affine_map<(t) -> (t floordiv 4)>(%t)
          %r = affine.apply affine_map<(t) -> ((t floordiv 2) mod 2)>(%t)
          %m0 = affine.apply affine_map<(t) -> (128 - (t mod 2) * 128)>(%t)
          %end = arith.addi %m0, %c128 : index
          %limit = arith.minui %end, %c136 : index
          %blocks = arith.ceildivui %limit, %c64 : index
          %last = arith.subi %blocks, %c1 : index
          %own = arith.addi %m0, %part : index
          %n0 = arith.muli %last, %c64 : index
          %qt = kopt.receive %qs : !qc
          %qr = tensor.extract_slice %qt[%part, 0] [64, 64] [1, 1] : tensor<128x64xbf16> to tensor<64x64xbf16>
          %k0 = kopt.receive %ks : !kv
          %f0 = kopt.dot_start %qr, %k0, %zero {on = #kopt.on<wgmma_shared>} : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
          %s0 = kopt.dot_wait %f0 : tensor<64x64xf32>
          kopt.release %ks : !kv
          %i_a = kopt.iota 0 : tensor<64x64xindex>
          %j_a = kopt.iota 1 : tensor<64x64xindex>
          %si_a = tensor.splat %own : tensor<64x64xindex>
          %sj_a = tensor.splat %n0 : tensor<64x64xindex>
          %row_a = arith.addi %i_a, %si_a : tensor<64x64xindex>
          %col_a = arith.addi %j_a, %sj_a : tensor<64x64xindex>
          %seen_a = arith.cmpi ule, %col_a, %row_a : tensor<64x64xindex>
          %len_a = arith.constant dense<136> : tensor<64x64xindex>
          %in_a = arith.cmpi ult, %col_a, %len_a : tensor<64x64xindex>
          %on_a = arith.andi %seen_a, %in_a : tensor<64x64xi1>
          %ninf_a = arith.constant dense<0xFF800000> : tensor<64x64xf32>
          %c_a = arith.constant dense<0.180336878> : tensor<64x64xf32>
          %sc_a = arith.mulf %s0, %c_a : tensor<64x64xf32>
          %x_a = arith.select %on_a, %sc_a, %ninf_a : tensor<64x64xi1>, tensor<64x64xf32>
          %mx_a = kopt.reduce (%x_a) axis 1 identity [0xFF800000 : f32] : (tensor<64x64xf32>) -> tensor<64xf32> {
          ^bb0(%a: f32, %b: f32):
            %y = arith.maximumf %a, %b : f32
            kopt.yield %y : f32
          }
          %ninfr_a = arith.constant dense<0xFF800000> : tensor<64xf32>
          %zr_a = arith.constant dense<0.0> : tensor<64xf32>
          %dead_a = arith.cmpf oeq, %mx_a, %ninfr_a : tensor<64xf32>
          %g_a = arith.select %dead_a, %zr_a, %mx_a : tensor<64xi1>, tensor<64xf32>
          %gb_a = kopt.broadcast %g_a dims [0] : tensor<64xf32> -> tensor<64x64xf32>
          %d_a = arith.subf %x_a, %gb_a : tensor<64x64xf32>
          %p_a = math.exp2 %d_a fastmath<afn> : tensor<64x64xf32>
          %sum_a = kopt.reduce (%p_a) axis 1 identity [0.0 : f32] : (tensor<64x64xf32>) -> tensor<64xf32> {
          ^bb0(%a: f32, %b: f32):
            %y = arith.addf %a, %b : f32
            kopt.yield %y : f32
          }
          %pb_a = arith.truncf %p_a : tensor<64x64xf32> to tensor<64x64xbf16>
          %w:4 = scf.for %i = %c0 to %last step %c1 iter_args(%acc = %zero, %p = %pb_a, %m = %mx_a, %l = %sum_a) -> (tensor<64x64xf32>, tensor<64x64xbf16>, tensor<64xf32>, tensor<64xf32>) {
            %n = affine.apply affine_map<(d0)[s0] -> ((s0 - d0 - 1) * 64)>(%i)[%last]
            %kt = kopt.receive %ks : !kv
            %f:2 = kopt.order "tensor cores" -> (!s, !s) {
              %fs = kopt.dot_start %qr, %kt, %zero {on = #kopt.on<wgmma_shared>} : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
              %vt = kopt.receive %vs : !kv
              %fo = kopt.dot_start %p, %vt, %acc {on = #kopt.on<wgmma_registers>} : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
              kopt.yield %fs, %fo : !s, !s
            }
            %s = kopt.dot_wait %f#0 : tensor<64x64xf32>
            kopt.release %ks : !kv
            %i_b = kopt.iota 0 : tensor<64x64xindex>
            %j_b = kopt.iota 1 : tensor<64x64xindex>
            %si_b = tensor.splat %own : tensor<64x64xindex>
            %sj_b = tensor.splat %n : tensor<64x64xindex>
            %row_b = arith.addi %i_b, %si_b : tensor<64x64xindex>
            %col_b = arith.addi %j_b, %sj_b : tensor<64x64xindex>
            %seen_b = arith.cmpi ule, %col_b, %row_b : tensor<64x64xindex>
            %len_b = arith.constant dense<136> : tensor<64x64xindex>
            %in_b = arith.cmpi ult, %col_b, %len_b : tensor<64x64xindex>
            %on_b = arith.andi %seen_b, %in_b : tensor<64x64xi1>
            %ninf_b = arith.constant dense<0xFF800000> : tensor<64x64xf32>
            %c_b = arith.constant dense<0.180336878> : tensor<64x64xf32>
            %sc_b = arith.mulf %s, %c_b : tensor<64x64xf32>
            %x_b = arith.select %on_b, %sc_b, %ninf_b : tensor<64x64xi1>, tensor<64x64xf32>
            %mx_b = kopt.reduce (%x_b) axis 1 identity [0xFF800000 : f32] : (tensor<64x64xf32>) -> tensor<64xf32> {
            ^bb0(%a: f32, %b: f32):
              %y = arith.maximumf %a, %b : f32
              kopt.yield %y : f32
            }
            %m_b = arith.maximumf %m, %mx_b : tensor<64xf32>
            %ninfr_b = arith.constant dense<0xFF800000> : tensor<64xf32>
            %zr_b = arith.constant dense<0.0> : tensor<64xf32>
            %dead_b = arith.cmpf oeq, %m_b, %ninfr_b : tensor<64xf32>
            %g_b = arith.select %dead_b, %zr_b, %m_b : tensor<64xi1>, tensor<64xf32>
            %gb_b = kopt.broadcast %g_b dims [0] : tensor<64xf32> -> tensor<64x64xf32>
            %d_b = arith.subf %x_b, %gb_b : tensor<64x64xf32>
            %p_b = math.exp2 %d_b fastmath<afn> : tensor<64x64xf32>
            %sum_b = kopt.reduce (%p_b) axis 1 identity [0.0 : f32] : (tensor<64x64xf32>) -> tensor<64xf32> {
            ^bb0(%a: f32, %b: f32):
              %y = arith.addf %a, %b : f32
              kopt.yield %y : f32
            }
            %dm_b = arith.subf %m, %g_b : tensor<64xf32>
            %alpha_b = math.exp2 %dm_b fastmath<afn> : tensor<64xf32>
            %la_b = arith.mulf %l, %alpha_b : tensor<64xf32>
            %l_b = arith.addf %la_b, %sum_b : tensor<64xf32>
            %ab_b = kopt.broadcast %alpha_b dims [0] : tensor<64xf32> -> tensor<64x64xf32>
            %pb_b = arith.truncf %p_b : tensor<64x64xf32> to tensor<64x64xbf16>
            %done = kopt.dot_wait %f#1 : tensor<64x64xf32>
            kopt.release %vs : !kv
            %scaled = arith.mulf %done, %ab_b : tensor<64x64xf32>
            scf.yield %scaled, %pb_b, %m_b, %l_b : tensor<64x64xf32>, tensor<64x64xbf16>, tensor<64xf32>, tensor<64xf32>
          }
          %v0 = kopt.receive %vs : !kv
          %fl = kopt.dot_start %w#1, %v0, %w#0 {on = #kopt.on<wgmma_registers>} : tensor<64x64xbf16>, tensor<64x64xbf16> -> tensor<64x64xf32>
          %sum = kopt.dot_wait %fl : tensor<64x64xf32>
          kopt.release %vs : !kv
          kopt.release %qs : !qc
          %lb = kopt.broadcast %w#3 dims [0] : tensor<64xf32> -> tensor<64x64xf32>
          %ot = arith.divf %sum, %lb : tensor<64x64xf32>
          %ob = arith.truncf %ot : tensor<64x64xf32> to tensor<64x64xbf16>
          kopt.store %ob, %o[%g, %r, %own] map #q : tensor<64x64xbf16>, memref<2x2x136x64xbf16>
        }
      }
    }
    kopt.return
  }
}
func.func @attention(%q: tensor<2x2x136x64xbf16>, %k: tensor<2x136x64xbf16>, %v: tensor<2x136x64xbf16>) -> tensor<2x2x136x64xbf16> {
  %e = tensor.empty() : tensor<2x2x136x64xbf16>
  %r = kopt.launch @kernels::@attention_kernel ins(%q, %k, %v : tensor<2x2x136x64xbf16>, tensor<2x136x64xbf16>, tensor<2x136x64xbf16>) outs(%e : tensor<2x2x136x64xbf16>) -> tensor<2x2x136x64xbf16>
  return %r : tensor<2x2x136x64xbf16>
}
