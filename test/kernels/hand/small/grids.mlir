// Grids beyond what the y and z axes of a launch hold: 70001 programs along the
// second of three axes, each writes its own place.
// RUN: kopt-run %s --device=sim --output=%t
// RUN: python3 -IS -c "import sys; d = open(sys.argv[1], 'rb').read(); n = 10 + d[8] + 256 * d[9]; v = memoryview(d[n:]).cast('i'); assert len(v) == 140002 and all(v[2 * j + k] == 10 * j + k for j in range(70001) for k in range(2))" %t0.npy
// REQUIRES: sim
gpu.module @kernels {
  kopt.kernel @places(%o: memref<1x70001x2xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1, 70001, 2)>, schedule = #kopt.launch<warps = 1>} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %k = kopt.program_id 2
    %c10 = arith.constant 10 : index
    %tens = arith.muli %j, %c10 : index
    %sum = arith.addi %tens, %k : index
    %value = arith.index_cast %sum : index to i32
    %t = tensor.splat %value : tensor<1x1x1xi32>
    kopt.store %t, %o[%i, %j, %k] : tensor<1x1x1xi32>, memref<1x70001x2xi32>
    kopt.return
  }
}
func.func @places() -> tensor<1x70001x2xi32> {
  %e = tensor.empty() : tensor<1x70001x2xi32>
  %r = kopt.launch @kernels::@places outs(%e : tensor<1x70001x2xi32>) -> tensor<1x70001x2xi32>
  return %r : tensor<1x70001x2xi32>
}
