// --strict: a launch whose sizes fit no variant is an error before anything
// runs; without it the general kernel runs.
// RUN: kopt-run %s --device=sim --arg=0:3x8 --strict
// RUN: kopt-run %s --device=sim --arg=0:3x7
// RUN: %refuses "expected a variant for every launch with --strict, but got 1 of 1 by the kernel without conditions, first @negate" -- kopt-run %s --device=sim --arg=0:3x7 --strict
// REQUIRES: sim
#even = affine_set<()[r, c, ro, co] : (c mod 2 == 0, r - ro == 0, c - co == 0)>
gpu.module @kernels {
  kopt.kernel @even(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out})
      attributes {grid = affine_map<()[r, c, ro, co] -> (r, c ceildiv 64)>, assume = #even} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %c = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%j]
    %t = kopt.load %x[%i, %c] : memref<?x?xf32> -> tensor<1x64xf32>
    %n = arith.negf %t : tensor<1x64xf32>
    kopt.store %n, %o[%i, %c] : tensor<1x64xf32>, memref<?x?xf32>
    kopt.return
  }
  kopt.kernel @negate(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out})
      attributes {grid = affine_map<()[r, c, ro, co] -> (r, c ceildiv 64)>} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %c = affine.apply affine_map<()[s0] -> (s0 * 64)>()[%j]
    %t = kopt.load %x[%i, %c] : memref<?x?xf32> -> tensor<1x64xf32>
    %n = arith.negf %t : tensor<1x64xf32>
    kopt.store %n, %o[%i, %c] : tensor<1x64xf32>, memref<?x?xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = tensor.dim %x, %c0 : tensor<?x?xf32>
  %c = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%r, %c) : tensor<?x?xf32>
  %y = kopt.launch @kernels::@negate variants [@kernels::@even] ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %y : tensor<?x?xf32>
}
