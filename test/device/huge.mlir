// More than 2^31 elements, written and read beyond the range of 32-bit offsets.
// RUN: kopt-run %s --device=cuda:0 --output=%t
// RUN: python3 -IS -c "import sys; f = open(sys.argv[1], 'rb'); h = f.read(10); n = 10 + h[8] + 256 * h[9]; at = lambda i: (f.seek(n + i), f.read(1))[1][0]; N = 2147500032; assert all(at(i) == i * 2654435761 %% 2**64 >> 13 & 127 for i in [0, 1, N // 2, 2**31 - 1, 2**31, 2**31 + 1, N - 4097, N - 1])" %t0.npy
// RUN: rm %t0.npy
// REQUIRES: cuda
gpu.module @kernels {
  kopt.kernel @hash(%o: memref<2147500032xi8> {kopt.out})
      attributes {grid = affine_map<() -> (524292)>, schedule = #kopt.launch<warps = 8>} {
    %p = kopt.program_id 0
    %c4096 = arith.constant 4096 : index
    %at = arith.muli %p, %c4096 : index
    %ati = arith.index_cast %at : index to i64
    %start = tensor.splat %ati : tensor<4096xi64>
    %iota = kopt.iota 0 : tensor<4096xi64>
    %k = arith.addi %start, %iota : tensor<4096xi64>
    %factor = arith.constant dense<2654435761> : tensor<4096xi64>
    %h = arith.muli %k, %factor : tensor<4096xi64>
    %c13 = arith.constant dense<13> : tensor<4096xi64>
    %s = arith.shrui %h, %c13 : tensor<4096xi64>
    %mask = arith.constant dense<127> : tensor<4096xi64>
    %m = arith.andi %s, %mask : tensor<4096xi64>
    %b = arith.trunci %m : tensor<4096xi64> to tensor<4096xi8>
    kopt.store %b, %o[%at] {via = #kopt.direct<bytes = 16>} : tensor<4096xi8>, memref<2147500032xi8>
    kopt.return
  }
  kopt.kernel @copy(%x: memref<2147500032xi8>, %o: memref<2147500032xi8> {kopt.out})
      attributes {grid = affine_map<() -> (524292)>, schedule = #kopt.launch<warps = 8>} {
    %p = kopt.program_id 0
    %c4096 = arith.constant 4096 : index
    %at = arith.muli %p, %c4096 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 16>} : memref<2147500032xi8> -> tensor<4096xi8>
    kopt.store %t, %o[%at] {via = #kopt.direct<bytes = 16>} : tensor<4096xi8>, memref<2147500032xi8>
    kopt.return
  }
}
func.func @huge() -> tensor<2147500032xi8> {
  %e = tensor.empty() : tensor<2147500032xi8>
  %h = kopt.launch @kernels::@hash outs(%e : tensor<2147500032xi8>) -> tensor<2147500032xi8>
  %r = kopt.launch @kernels::@copy ins(%h : tensor<2147500032xi8>) outs(%e : tensor<2147500032xi8>) -> tensor<2147500032xi8>
  return %r : tensor<2147500032xi8>
}
