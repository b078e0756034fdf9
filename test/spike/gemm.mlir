// GEMM in form 2, as tiling leaves it, with all that skills say of its schedule as
// attributes: stages and peeling of the loop, roles, instruction. gemm-async.mlir is
// what they expand to.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/gemm.original.mlir %s --device=interpret --families=normal,small_integers

gpu.module @kernels {
  kopt.kernel @gemm_kernel(%x: memref<250x160xbf16>, %w: memref<130x160xbf16>, %o: memref<250x130xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (2, 3)>, kopt.roles = [#kopt.role_entry<name = "load", warps = 4, regs = 40>,
                  #kopt.role_entry<name = "mma", warps = 4, regs = 232, replicas = 2>]} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %c160 = arith.constant 160 : index
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %m = affine.apply affine_map<(d0) -> (d0 * 128)>(%i)
    %n = affine.apply affine_map<(d0) -> (d0 * 64)>(%j)
    %zero = arith.constant dense<0.0> : tensor<128x64xf32>
    %acc = scf.for %k = %c0 to %c160 step %c32 iter_args(%s = %zero) -> (tensor<128x64xf32>) {
      %a = kopt.load %x[%m, %k] {kopt.stage = 0 : i64, kopt.role = "load"} : memref<250x160xbf16> -> tensor<128x32xbf16>
      %b = kopt.load %w[%n, %k] map affine_map<(d0, d1)[s0, s1] -> (d1 + s0, d0 + s1)> {kopt.stage = 0 : i64, kopt.role = "load"} : memref<130x160xbf16> -> tensor<32x64xbf16>
      %d = kopt.dot %a, %b, %s {on = #kopt.on<wgmma_shared>, kopt.stage = 3 : i64, kopt.role = "mma"} : tensor<128x32xbf16>, tensor<32x64xbf16> -> tensor<128x64xf32>
      scf.yield %d : tensor<128x64xf32>
    } {kopt.pipeline = #kopt.pipeline<stages = 4, peel = 1>}
    %r = arith.truncf %acc {kopt.role = "mma"} : tensor<128x64xf32> to tensor<128x64xbf16>
    kopt.store %r, %o[%m, %n] {kopt.role = "mma"} : tensor<128x64xbf16>, memref<250x130xbf16>
    kopt.return
  }
}
func.func @gemm(%x: tensor<250x160xbf16>, %w: tensor<130x160xbf16>) -> tensor<250x130xbf16> {
  %e = tensor.empty() : tensor<250x130xbf16>
  %r = kopt.launch @kernels::@gemm_kernel ins(%x, %w : tensor<250x160xbf16>, tensor<130x160xbf16>) outs(%e : tensor<250x130xbf16>) -> tensor<250x130xbf16>
  return %r : tensor<250x130xbf16>
}
