// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.v4.b32
// T27: transpose by tiles of 128 x 128. A thread loads an 8 x 8 block, so both
// sides of the exchange through shared memory are whole 16-byte vectors.
#block = #kopt.layout<reg = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], lane = [[0, 8], [0, 16], [0, 32], [0, 64], [8, 0]], warp = [[16, 0], [32, 0], [64, 0]], reps = [1, 1]>
gpu.module @kernels {
  kopt.kernel @transpose_tiles(%x: memref<8192x8192xbf16>, %o: memref<8192x8192xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (64, 64)>, schedule = #kopt.launch<warps = 8>} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %c128 = arith.constant 128 : index
    %row = arith.muli %i, %c128 : index
    %column = arith.muli %j, %c128 : index
    %t = kopt.load %x[%row, %column] {via = #kopt.direct<bytes = 16>, layout = #block} : memref<8192x8192xbf16> -> tensor<128x128xbf16>
    %s = kopt.transpose %t perm [1, 0] : tensor<128x128xbf16> -> tensor<128x128xbf16>
    kopt.store %s, %o[%column, %row] {via = #kopt.direct<bytes = 16>, layout = #block} : tensor<128x128xbf16>, memref<8192x8192xbf16>
    kopt.return
  }
}
func.func @transpose(%x: tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16> {
  %e = tensor.empty() : tensor<8192x8192xbf16>
  %r = kopt.launch @kernels::@transpose_tiles ins(%x : tensor<8192x8192xbf16>) outs(%e : tensor<8192x8192xbf16>) -> tensor<8192x8192xbf16>
  return %r : tensor<8192x8192xbf16>
}
