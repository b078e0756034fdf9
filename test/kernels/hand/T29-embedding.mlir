// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global.nc.b64
// CHECK: ld.global.nc.v4
// CHECK: st.global.v4
// T29: four rows a program, each thread eight accesses of 16 bytes in flight. The
// table stays in L2 as long as it can, the result does not come back.
gpu.module @kernels {
  kopt.kernel @embedding(%table: memref<32000x4096xbf16>, %index: memref<32768xi64>, %o: memref<32768x4096xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (8192)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%p)
    %i = kopt.load %index[%r] : memref<32768xi64> -> tensor<4xi64>
    %t = kopt.load %table[%c0] indices(%i dims [array<i64: 0>] : tensor<4xi64>)
        map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> {via = #kopt.direct<bytes = 16>} : memref<32000x4096xbf16> -> tensor<4x4096xbf16>
    kopt.store %t, %o[%r, %c0] {via = #kopt.direct<bytes = 16>, cache = #kopt.cache<streaming>} : tensor<4x4096xbf16>, memref<32768x4096xbf16>
    kopt.return
  }
}
func.func @embedding(%table: tensor<32000x4096xbf16>, %index: tensor<32768xi64>) -> tensor<32768x4096xbf16> {
  %e = tensor.empty() : tensor<32768x4096xbf16>
  %r = kopt.launch @kernels::@embedding ins(%table, %index : tensor<32000x4096xbf16>, tensor<32768xi64>)
      outs(%e : tensor<32768x4096xbf16>) -> tensor<32768x4096xbf16>
  return %r : tensor<32768x4096xbf16>
}
