// The GEMM of stream-k.mlir as persistent stream-K: the 6 tiles of 5 blocks of K are 30
// units of work, of which each of 13 programs takes its share. The program that has a
// tile's first unit awaits the partial sums of those that have the others, in their
// order, so that the result does not depend on which program is faster; it alone does
// the epilogue. Flags end as they began.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/stream-k.original.mlir %s --device=interpret --families=normal,small_integers

#w = affine_map<(d0, d1)[s0, s1] -> (d1 + s0, d0 + s1)>
#part = affine_map<(d0, d1)[s0] -> (s0, d0, d1)>
// The first unit of a program.
#share = affine_map<(p) -> ((p * 30) floordiv 13)>
gpu.module @kernels {
  kopt.kernel @gemm_kernel(%x: memref<250x160xbf16>, %w: memref<130x160xbf16>, %bias: memref<130xf32>, %o: memref<250x130xbf16> {kopt.out},
                           %parts: memref<13x128x64xf32> {kopt.workspace}, %flags: memref<13xi32> {kopt.workspace})
      attributes {grid = affine_map<() -> (13)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %self = kopt.program_id 0
    %next = arith.addi %self, %c1 : index
    %begin = affine.apply #share(%self)
    %end = affine.apply #share(%next)
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %all = scf.while (%unit = %begin) : (index) -> index {
      %more = arith.cmpi ult, %unit, %end : index
      scf.condition(%more) %unit : index
    } do {
    ^bb0(%unit: index):
      %m = affine.apply affine_map<(u) -> (((u floordiv 5) mod 2) * 128)>(%unit)
      %n = affine.apply affine_map<(u) -> ((u floordiv 10) * 64)>(%unit)
      %low = affine.apply affine_map<(u) -> (u mod 5)>(%unit)
      %left = arith.subi %end, %unit : index
      %reach = arith.addi %low, %left : index
      %high = arith.minui %reach, %c5 : index
      %acc = scf.for %k = %low to %high step %c1 iter_args(%s = %zero) -> (tensor<128x64xf32>) {
        %at = affine.apply affine_map<(d0) -> (d0 * 32)>(%k)
        %a = kopt.load %x[%m, %at] : memref<250x160xbf16> -> tensor<128x32xbf16>
        %b = kopt.load %w[%n, %at] map #w : memref<130x160xbf16> -> tensor<32x64xbf16>
        %d = kopt.dot %a, %b, %s {on = #kopt.on<wgmma_shared>} : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
        scf.yield %d : tensor<128x64xf32>
      }
      %isFirst = arith.cmpi eq, %low, %c0 : index
      scf.if %isFirst {
        %sum:3 = scf.while (%done = %high, %other = %next, %s = %acc) : (index, index, tensor<128x64xf32>) -> (index, index, tensor<128x64xf32>) {
          %lacks = arith.cmpi ult, %done, %c5 : index
          scf.condition(%lacks) %done, %other, %s : index, index, tensor<128x64xf32>
        } do {
        ^bb0(%done: index, %other: index, %s: tensor<128x64xf32>):
          kopt.await %flags[%other] signals %c1 readers %c1 : memref<13xi32>
          %part = kopt.load %parts[%other] map #part : memref<13x128x64xf32> -> tensor<128x64xf32>
          %t = arith.addf %s, %part : tensor<128x64xf32>
          %after = arith.addi %other, %c1 : index
          %theirs = affine.apply affine_map<(p, q) -> ((q * 30) floordiv 13 - (p * 30) floordiv 13)>(%other, %after)
          %covered = arith.addi %done, %theirs : index
          scf.yield %covered, %after, %t : index, index, tensor<128x64xf32>
        }
        %bt = kopt.load %bias[%n] map affine_map<(d0, d1)[s0] -> (d1 + s0)> : memref<130xf32> -> tensor<128x64xf32>
        %biased = arith.addf %sum#2, %bt : tensor<128x64xf32>
        %relu = arith.maximumf %biased, %zero : tensor<128x64xf32>
        %r = arith.truncf %relu : tensor<128x64xf32> to tensor<128x64xbf16>
        kopt.store %r, %o[%m, %n] : tensor<128x64xbf16>, memref<250x130xbf16>
      } else {
        kopt.store %acc, %parts[%self] map #part : tensor<128x64xf32>, memref<13x128x64xf32>
        kopt.signal %flags[%self] : memref<13xi32>
      }
      %count = arith.subi %high, %low : index
      %then = arith.addi %unit, %count : index
      scf.yield %then : index
    }
    kopt.return
  }
}
func.func @gemm(%x: tensor<250x160xbf16>, %w: tensor<130x160xbf16>, %bias: tensor<130xf32>) -> tensor<250x130xbf16> {
  %e = tensor.empty() : tensor<250x130xbf16>
  %r = kopt.launch @kernels::@gemm_kernel ins(%x, %w, %bias : tensor<250x160xbf16>, tensor<130x160xbf16>, tensor<130xf32>) outs(%e : tensor<250x130xbf16>) -> tensor<250x130xbf16>
  return %r : tensor<250x130xbf16>
}
