// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK-COUNT-2: ld.global{{.*}}.v4
// T31b: the 8 largest elements of each row and where they are. Elements become
// integers in the same order, so that one comparison tells NaN and zeros apart.
gpu.module @kernels {
  kopt.kernel @topk8(%x: memref<64x8192xf32>, %o: memref<64x8xf32> {kopt.out}, %p: memref<64x8xi64> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 32>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x8192xf32> -> tensor<1x8192xf32>
    %bits = arith.bitcast %t : tensor<1x8192xf32> to tensor<1x8192xi32>
    %shift = arith.constant dense<31> : tensor<1x8192xi32>
    %most = arith.constant dense<2147483647> : tensor<1x8192xi32>
    %sign = arith.shrsi %bits, %shift : tensor<1x8192xi32>
    %flip = arith.andi %sign, %most : tensor<1x8192xi32>
    %ordered = arith.xori %bits, %flip : tensor<1x8192xi32>
    %nan = arith.cmpf uno, %t, %t : tensor<1x8192xf32>
    %key = arith.select %nan, %most, %ordered : tensor<1x8192xi1>, tensor<1x8192xi32>
    %j = kopt.iota 1 : tensor<1x8192xi32>
    %k, %n = kopt.top_k (%key, %j) axis 1 k 8 : (tensor<1x8192xi32>, tensor<1x8192xi32>) -> (tensor<1x8xi32>, tensor<1x8xi32>) {
    ^bb0(%a: i32, %an: i32, %b: i32, %bn: i32):
      %larger = arith.cmpi sgt, %a, %b : i32
      %equal = arith.cmpi eq, %a, %b : i32
      %lower = arith.cmpi slt, %an, %bn : i32
      %tie = arith.andi %equal, %lower : i1
      %before = arith.ori %larger, %tie : i1
      kopt.yield %before : i1
    }
    %shift2 = arith.constant dense<31> : tensor<1x8xi32>
    %most2 = arith.constant dense<2147483647> : tensor<1x8xi32>
    %sign2 = arith.shrsi %k, %shift2 : tensor<1x8xi32>
    %flip2 = arith.andi %sign2, %most2 : tensor<1x8xi32>
    %bits2 = arith.xori %k, %flip2 : tensor<1x8xi32>
    %v = arith.bitcast %bits2 : tensor<1x8xi32> to tensor<1x8xf32>
    %index = arith.extsi %n : tensor<1x8xi32> to tensor<1x8xi64>
    kopt.store %v, %o[%i, %c0] : tensor<1x8xf32>, memref<64x8xf32>
    kopt.store %index, %p[%i, %c0] : tensor<1x8xi64>, memref<64x8xi64>
    kopt.return
  }
}
func.func @topk8(%x: tensor<64x8192xf32>) -> (tensor<64x8xf32>, tensor<64x8xi64>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xi64>
  %r:2 = kopt.launch @kernels::@topk8 ins(%x : tensor<64x8192xf32>) outs(%e, %f : tensor<64x8xf32>, tensor<64x8xi64>) -> tensor<64x8xf32>, tensor<64x8xi64>
  return %r#0, %r#1 : tensor<64x8xf32>, tensor<64x8xi64>
}
