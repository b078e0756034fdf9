// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK: ld.global{{.*}}.v4
// CHECK: st.global.b64
// T26: argmax over rows. NaN is the largest, the lower index wins among equals.
// Each thread keeps its best pairs along the row; a monoid on pairs joins them.
gpu.module @kernels {
  kopt.kernel @argmax_rows(%x: memref<1024x65536xf32>, %o: memref<1024xi64> {kopt.out})
      attributes {grid = affine_map<() -> (1024)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    %c4096 = arith.constant 4096 : index
    %c65536 = arith.constant 65536 : index
    %i = kopt.program_id 0
    %first = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>, cache = #kopt.cache<streaming>} : memref<1024x65536xf32> -> tensor<1x4096xf32>
    %iota = kopt.iota 1 : tensor<1x4096xi32>
    %best:2 = scf.for %k = %c4096 to %c65536 step %c4096 iter_args(%v = %first, %j = %iota) -> (tensor<1x4096xf32>, tensor<1x4096xi32>) {
      %t = kopt.load %x[%i, %k] {via = #kopt.direct<bytes = 16>, cache = #kopt.cache<streaming>} : memref<1024x65536xf32> -> tensor<1x4096xf32>
      %ki = arith.index_cast %k : index to i32
      %ks = tensor.splat %ki : tensor<1x4096xi32>
      %at = arith.addi %iota, %ks : tensor<1x4096xi32>
      %above = arith.cmpf ugt, %t, %v : tensor<1x4096xf32>
      %number = arith.cmpf ord, %v, %v : tensor<1x4096xf32>
      %better = arith.andi %above, %number : tensor<1x4096xi1>
      %nv = arith.select %better, %t, %v : tensor<1x4096xi1>, tensor<1x4096xf32>
      %nj = arith.select %better, %at, %j : tensor<1x4096xi1>, tensor<1x4096xi32>
      scf.yield %nv, %nj : tensor<1x4096xf32>, tensor<1x4096xi32>
    }
    %m:2 = kopt.reduce (%best#0, %best#1) axis 1 identity [0xFF800000 : f32, 2147483647 : i32] {across = #kopt.across<lanes>} : (tensor<1x4096xf32>, tensor<1x4096xi32>) -> (tensor<1xf32>, tensor<1xi32>) {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %above = arith.cmpf ugt, %b, %a : f32
      %number = arith.cmpf ord, %a, %a : f32
      %larger = arith.andi %above, %number : i1
      %below = arith.cmpf ugt, %a, %b : f32
      %other = arith.cmpf ord, %b, %b : f32
      %smaller = arith.andi %below, %other : i1
      %before = arith.cmpi slt, %bi, %ai : i32
      %true = arith.constant true
      %notSmaller = arith.xori %smaller, %true : i1
      %tie = arith.andi %notSmaller, %before : i1
      %take = arith.ori %larger, %tie : i1
      %v = arith.select %take, %b, %a : f32
      %j = arith.select %take, %bi, %ai : i32
      kopt.yield %v, %j : f32, i32
    }
    %wide = arith.extsi %m#1 : tensor<1xi32> to tensor<1xi64>
    kopt.store %wide, %o[%i] : tensor<1xi64>, memref<1024xi64>
    kopt.return
  }
}
func.func @argmax(%x: tensor<1024x65536xf32>) -> tensor<1024xi64> {
  %e = tensor.empty() : tensor<1024xi64>
  %r = kopt.launch @kernels::@argmax_rows ins(%x : tensor<1024x65536xf32>) outs(%e : tensor<1024xi64>) -> tensor<1024xi64>
  return %r : tensor<1024xi64>
}
