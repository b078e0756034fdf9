// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK-COUNT-4: ld.global{{.*}}.v4
// CHECK: bar.sync
// CHECK: st.global.v4
// T30: cumulative sum along rows, f32. A program a row, in tiles of 4096, four
// programs a multiprocessor; the next tile is loaded while the sums of this one
// are formed.
gpu.module @kernels {
  kopt.kernel @cumsum(%x: memref<4096x32768xf32>, %o: memref<4096x32768xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4096)>, schedule = #kopt.launch<warps = 8, min_blocks = 4>} {
    %c0 = arith.constant 0 : index
    %columns = arith.constant 32768 : index
    %length = arith.constant 4096 : index
    %i = kopt.program_id 0
    %start = arith.constant dense<0.0> : tensor<1xf32>
    %first = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<4096x32768xf32> -> tensor<1x4096xf32>
    %last, %sum = scf.for %j = %c0 to %columns step %length iter_args(%t = %first, %before = %start) -> (tensor<1x4096xf32>, tensor<1xf32>) {
      %k = arith.addi %j, %length : index
      %next = kopt.load %x[%i, %k] {via = #kopt.direct<bytes = 16>} : memref<4096x32768xf32> -> tensor<1x4096xf32>
      %scan, %total = kopt.scan (%t) axis 1 identity [0.0 : f32] : (tensor<1x4096xf32>) -> (tensor<1x4096xf32>, tensor<1xf32>) {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      %all = kopt.broadcast %before dims [0] : tensor<1xf32> -> tensor<1x4096xf32>
      %sums = arith.addf %all, %scan : tensor<1x4096xf32>
      kopt.store %sums, %o[%i, %j] {via = #kopt.direct<bytes = 16>} : tensor<1x4096xf32>, memref<4096x32768xf32>
      %after = arith.addf %before, %total : tensor<1xf32>
      scf.yield %next, %after : tensor<1x4096xf32>, tensor<1xf32>
    }
    kopt.return
  }
}
func.func @cumsum(%x: tensor<4096x32768xf32>) -> tensor<4096x32768xf32> {
  %e = tensor.empty() : tensor<4096x32768xf32>
  %r = kopt.launch @kernels::@cumsum ins(%x : tensor<4096x32768xf32>) outs(%e : tensor<4096x32768xf32>) -> tensor<4096x32768xf32>
  return %r : tensor<4096x32768xf32>
}
