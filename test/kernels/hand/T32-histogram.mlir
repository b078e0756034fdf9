// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK-DAG: ld.global.nc.v4
// CHECK-DAG: atom.shared.add.u32
// CHECK-DAG: atom.global.add.u32
// T32: two programs a multiprocessor. Each lane of a warp counts in a bank of its
// own, whatever the numbers are; a program's counts stay in registers from tile to
// tile and are added to the result once. Past the end is -1, which has no bin.
gpu.module @kernels {
  kopt.kernel @histogram(%x: memref<67108864xi32>, %o: memref<256xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (264)>, schedule = #kopt.launch<warps = 16, min_blocks = 2>} {
    %c0 = arith.constant 0 : index
    %n = arith.constant 67108864 : index
    %tile = arith.constant 16384 : index
    %p = kopt.program_id 0
    %np = kopt.num_programs 0
    %from = arith.muli %p, %tile : index
    %step = arith.muli %np, %tile : index
    %zero = arith.constant dense<0> : tensor<256xi32>
    %sum = scf.for %i = %from to %n step %step iter_args(%h = %zero) -> tensor<256xi32> {
      %t = kopt.load %x[%i] {via = #kopt.direct<bytes = 16>, pad = -1 : i32} : memref<67108864xi32> -> tensor<16384xi32>
      %b = kopt.histogram %t : tensor<16384xi32> -> tensor<256xi32>
      %s = arith.addi %h, %b : tensor<256xi32>
      scf.yield %s : tensor<256xi32>
    }
    kopt.scatter_reduce addi %sum, %o[%c0] : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
}
func.func @histogram(%x: tensor<67108864xi32>) -> tensor<256xi32> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<256xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<256xi32>) -> tensor<256xi32>
  %r = kopt.launch @kernels::@histogram ins(%x : tensor<67108864xi32>) outs(%f : tensor<256xi32>) -> tensor<256xi32>
  return %r : tensor<256xi32>
}
