// Grouped GEMM in form 2: a program a group, a loop over its blocks of rows. Where a
// group begins and ends is read from memory: scalars by memref.load, the rows' end as
// bounds of loads and stores.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/grouped-gemm.original.mlir %s --device=interpret --families=normal,small_integers

#w = affine_map<(d0, d1)[g, k] -> (g, d0 + k, d1)>
gpu.module @kernels {
  kopt.kernel @write_starts(%o: memref<4xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %s = arith.constant dense<[0, 7, 71, 90]> : tensor<4xi32>
    kopt.store %s, %o[] map affine_map<(d0) -> (d0)> : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
  kopt.kernel @grouped_kernel(%x: memref<90x64xbf16>, %w: memref<3x64x48xbf16>, %starts: memref<4xi32>, %o: memref<90x48xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %c48 = arith.constant 48 : index
    %c64 = arith.constant 64 : index
    %g = kopt.program_id 0
    %after = arith.addi %g, %c1 : index
    %s32 = memref.load %starts[%g] : memref<4xi32>
    %e32 = memref.load %starts[%after] : memref<4xi32>
    %begin = arith.index_cast %s32 : i32 to index
    %end = arith.index_cast %e32 : i32 to index
    %zero = arith.constant dense<0.0> : tensor<64x48xf32>
    scf.for %m = %begin to %end step %c64 {
      %acc = scf.for %k = %c0 to %c64 step %c32 iter_args(%s = %zero) -> (tensor<64x48xf32>) {
        %a = kopt.load %x[%m, %k] bounds [%end, %c64] : memref<90x64xbf16> -> tensor<64x32xbf16>
        %b = kopt.load %w[%g, %k] map #w : memref<3x64x48xbf16> -> tensor<32x48xbf16>
        %d = kopt.dot %a, %b, %s {on = #kopt.on<wgmma_shared>} : tensor<64x32xbf16>, tensor<32x48xbf16> -> tensor<64x48xf32>
        scf.yield %d : tensor<64x48xf32>
      }
      kopt.store %acc, %o[%m, %c0] bounds [%end, %c48] : tensor<64x48xf32>, memref<90x48xf32>
    }
    kopt.return
  }
}
func.func @grouped(%x: tensor<90x64xbf16>, %w: tensor<3x64x48xbf16>) -> tensor<90x48xf32> {
  %es = tensor.empty() : tensor<4xi32>
  %starts = kopt.launch @kernels::@write_starts outs(%es : tensor<4xi32>) -> tensor<4xi32>
  %e = tensor.empty() : tensor<90x48xf32>
  %r = kopt.launch @kernels::@grouped_kernel ins(%x, %w, %starts : tensor<90x64xbf16>, tensor<3x64x48xbf16>, tensor<4xi32>) outs(%e : tensor<90x48xf32>) -> tensor<90x48xf32>
  return %r : tensor<90x48xf32>
}
