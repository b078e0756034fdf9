// The GEMM of gemm.mlir in form 2a: persistent programs that take tiles in groups of
// rows, a role that loads through a ring of four places, two replicas that multiply
// 64 rows each, the first product peeled, one product in flight while the next is
// begun, places released one turn later, the ring going on from tile to tile.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-opt %s -canonicalize -cse -o %t.mlir
// RUN: kopt-gate %S/Inputs/gemm.original.mlir %s --device=interpret --families=normal,small_integers
// RUN: kopt-gate %S/Inputs/gemm.original.mlir %t.mlir --device=interpret --families=small_integers

!ab = !kopt.channel<tensor<128x32xbf16>, tensor<32x64xbf16>>
// Tile t of 2 x 3: groups of 2 rows, then columns.
#row = affine_map<(t) -> ((t mod 2) * 128)>
#column = affine_map<(t) -> ((t floordiv 2) * 64)>
gpu.module @kernels {
  kopt.kernel @gemm_kernel(%x: memref<250x160xbf16>, %w: memref<130x160xbf16>, %o: memref<250x130xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c6 = arith.constant 6 : index
    %c32 = arith.constant 32 : index
    %c160 = arith.constant 160 : index
    %first = kopt.program_id 0
    %programs = kopt.num_programs 0
    %ring = kopt.channel stages 4 : !ab
    kopt.roles {
      kopt.role "load" warps 4 regs 40 {
        scf.for %t = %first to %c6 step %programs {
          %m = affine.apply #row(%t)
          %n = affine.apply #column(%t)
          scf.for %k = %c0 to %c160 step %c32 {
            kopt.acquire %ring : !ab
            %a = kopt.load %x[%m, %k] : memref<250x160xbf16> -> tensor<128x32xbf16>
            %b = kopt.load %w[%n, %k] map affine_map<(d0, d1)[s0, s1] -> (d1 + s0, d0 + s1)> : memref<130x160xbf16> -> tensor<32x64xbf16>
            kopt.publish %ring, %a, %b : !ab
          }
        }
      }
      kopt.role "mma" warps 4 regs 232 replicas 2 {
        %replica = kopt.replica
        %own = affine.apply affine_map<(d0) -> (d0 * 64)>(%replica)
        %zero = arith.constant dense<0.0> : tensor<64x64xf32>
        scf.for %t = %first to %c6 step %programs {
          %a0, %b0 = kopt.receive %ring : !ab
          %x0 = tensor.extract_slice %a0[%own, 0] [64, 32] [1, 1] : tensor<128x32xbf16> to tensor<64x32xbf16>
          %p0 = kopt.dot_start %x0, %b0, %zero {on = #kopt.on<wgmma_shared>} : tensor<64x32xbf16>, tensor<32x64xbf16> -> tensor<64x64xf32>
          %last = scf.for %k = %c32 to %c160 step %c32 iter_args(%p = %p0) -> (!kopt.pending<tensor<64x64xf32>>) {
            %a, %b = kopt.receive %ring : !ab
            %xa = tensor.extract_slice %a[%own, 0] [64, 32] [1, 1] : tensor<128x32xbf16> to tensor<64x32xbf16>
            %q = kopt.dot_start %xa, %b, %p {on = #kopt.on<wgmma_shared>} : tensor<64x32xbf16>, tensor<32x64xbf16> -> !kopt.pending<tensor<64x64xf32>>
            kopt.dot_retire %p : !kopt.pending<tensor<64x64xf32>>
            kopt.release %ring : !ab
            scf.yield %q : !kopt.pending<tensor<64x64xf32>>
          }
          %acc = kopt.dot_wait %last : tensor<64x64xf32>
          kopt.release %ring : !ab
          %r = arith.truncf %acc : tensor<64x64xf32> to tensor<64x64xbf16>
          %m = affine.apply affine_map<(d0)[s0] -> ((d0 mod 2) * 128 + s0)>(%t)[%own]
          %n = affine.apply #column(%t)
          kopt.store %r, %o[%m, %n] : tensor<64x64xbf16>, memref<250x130xbf16>
        }
      }
    }
    kopt.return
  }
}
func.func @gemm(%x: tensor<250x160xbf16>, %w: tensor<130x160xbf16>) -> tensor<250x130xbf16> {
  %e = tensor.empty() : tensor<250x130xbf16>
  %r = kopt.launch @kernels::@gemm_kernel ins(%x, %w : tensor<250x160xbf16>, tensor<130x160xbf16>) outs(%e : tensor<250x130xbf16>) -> tensor<250x130xbf16>
  return %r : tensor<250x130xbf16>
}
