// The convolution of conv.mlir as implicit GEMM in form 2a: pixels of all rows and
// images are the rows of one product, the window and the channels its depth. The map of
// the load does im2col: divisions by constants of affine expressions.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/conv.original.mlir %s --device=interpret --families=normal,small_integers

// m: pixel (n, p, q) of 2 x 5 x 5; k: (r, s, c) of 3 x 3 x 16.
#x = affine_map<(d0, d1)[m, k] -> ((d0 + m) floordiv 25, (((d0 + m) floordiv 5) mod 5) * 2 + (d1 + k) floordiv 48 - 1,
                                   ((d0 + m) mod 5) * 2 + ((d1 + k) floordiv 16) mod 3 - 1, (d1 + k) mod 16)>
#f = affine_map<(d0, d1)[k] -> (d1, (d0 + k) floordiv 48, ((d0 + k) floordiv 16) mod 3, (d0 + k) mod 16)>
#o = affine_map<(d0, d1)[m] -> ((d0 + m) floordiv 25, ((d0 + m) floordiv 5) mod 5, (d0 + m) mod 5, d1)>
!ab = !kopt.channel<tensor<64x48xbf16>, tensor<48x32xbf16>>
gpu.module @kernels {
  kopt.kernel @conv_kernel(%x: memref<2x9x9x16xbf16>, %f: memref<32x3x3x16xbf16>, %o: memref<2x5x5x32xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c48 = arith.constant 48 : index
    %c144 = arith.constant 144 : index
    %i = kopt.program_id 0
    %m = affine.apply affine_map<(d0) -> (d0 * 64)>(%i)
    %ring = kopt.channel stages 2 : !ab
    kopt.roles {
      kopt.role "load" warps 4 regs 40 {
        scf.for %k = %c0 to %c144 step %c48 {
          kopt.acquire %ring : !ab
          %a = kopt.load %x[%m, %k] map #x : memref<2x9x9x16xbf16> -> tensor<64x48xbf16>
          %b = kopt.load %f[%k] map #f : memref<32x3x3x16xbf16> -> tensor<48x32xbf16>
          kopt.publish %ring, %a, %b : !ab
        }
      }
      kopt.role "mma" warps 4 regs 232 {
        %zero = arith.constant dense<0.0> : tensor<64x32xf32>
        %acc = scf.for %k = %c0 to %c144 step %c48 iter_args(%t = %zero) -> (tensor<64x32xf32>) {
          %a, %b = kopt.receive %ring : !ab
          %p = kopt.dot_start %a, %b, %t {on = #kopt.on<wgmma_shared>} : tensor<64x48xbf16>, tensor<48x32xbf16> -> tensor<64x32xf32>
          %d = kopt.dot_wait %p : tensor<64x32xf32>
          kopt.release %ring : !ab
          scf.yield %d : tensor<64x32xf32>
        }
        %result = arith.truncf %acc : tensor<64x32xf32> to tensor<64x32xbf16>
        kopt.store %result, %o[%m] map #o : tensor<64x32xbf16>, memref<2x5x5x32xbf16>
      }
    }
    kopt.return
  }
}
func.func @conv(%x: tensor<2x9x9x16xbf16>, %f: tensor<32x3x3x16xbf16>) -> tensor<2x5x5x32xbf16> {
  %e = tensor.empty() : tensor<2x5x5x32xbf16>
  %r = kopt.launch @kernels::@conv_kernel ins(%x, %f : tensor<2x9x9x16xbf16>, tensor<32x3x3x16xbf16>) outs(%e : tensor<2x5x5x32xbf16>) -> tensor<2x5x5x32xbf16>
  return %r : tensor<2x5x5x32xbf16>
}
