// Convolution in form 2, as tiling leaves it: a program computes a row of the output;
// loops over the window; halo and stride are in the load's map, and what is outside
// the image is the pad value.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/conv.original.mlir %s --device=interpret --families=normal,small_integers

#x = affine_map<(d0, d1)[n, p, r, s] -> (n, p * 2 + r - 1, d0 * 2 + s - 1, d1)>
#f = affine_map<(d0, d1)[r, s] -> (d1, r, s, d0)>
#o = affine_map<(d0, d1)[n, p] -> (n, p, d0, d1)>
gpu.module @kernels {
  kopt.kernel @conv_kernel(%x: memref<2x9x9x16xbf16>, %f: memref<32x3x3x16xbf16>, %o: memref<2x5x5x32xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (2, 5)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %n = kopt.program_id 0
    %p = kopt.program_id 1
    %zero = arith.constant dense<0.0> : tensor<16x32xf32>
    %acc = scf.for %r = %c0 to %c3 step %c1 iter_args(%u = %zero) -> (tensor<16x32xf32>) {
      %v = scf.for %s = %c0 to %c3 step %c1 iter_args(%t = %u) -> (tensor<16x32xf32>) {
        %a = kopt.load %x[%n, %p, %r, %s] map #x : memref<2x9x9x16xbf16> -> tensor<16x16xbf16>
        %b = kopt.load %f[%r, %s] map #f : memref<32x3x3x16xbf16> -> tensor<16x32xbf16>
        %d = kopt.dot %a, %b, %t {on = #kopt.on<mma>} : tensor<16x16xbf16>, tensor<16x32xbf16> -> tensor<16x32xf32>
        scf.yield %d : tensor<16x32xf32>
      }
      scf.yield %v : tensor<16x32xf32>
    }
    %result = arith.truncf %acc : tensor<16x32xf32> to tensor<16x32xbf16>
    kopt.store %result, %o[%n, %p] map #o : tensor<16x32xbf16>, memref<2x5x5x32xbf16>
    kopt.return
  }
}
func.func @conv(%x: tensor<2x9x9x16xbf16>, %f: tensor<32x3x3x16xbf16>) -> tensor<2x5x5x32xbf16> {
  %e = tensor.empty() : tensor<2x5x5x32xbf16>
  %r = kopt.launch @kernels::@conv_kernel ins(%x, %f : tensor<2x9x9x16xbf16>, tensor<32x3x3x16xbf16>) outs(%e : tensor<2x5x5x32xbf16>) -> tensor<2x5x5x32xbf16>
  return %r : tensor<2x5x5x32xbf16>
}
