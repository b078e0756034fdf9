// Top-k in form 2: kopt.top_k gives the largest in order; the places it also gives are
// then sorted, as the result is in the order of the row.
// RUN: kopt-opt %s | kopt-opt -verify-roundtrip -o /dev/null
// RUN: kopt-gate %S/Inputs/radix-top-k.original.mlir %s --device=interpret --families=normal

#at = affine_map<(d0)[i] -> (i, d0)>
gpu.module @kernels {
  kopt.kernel @top_k_kernel(%x: memref<3x256xi32>, %o: memref<3x16xi32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>} {
    %i = kopt.program_id 0
    %t = kopt.load %x[%i] map #at : memref<3x256xi32> -> tensor<256xi32>
    %j = kopt.iota 0 : tensor<256xi32>
    %best, %places = kopt.top_k (%t, %j) axis 0 k 16 : (tensor<256xi32>, tensor<256xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %gt = arith.cmpi sgt, %a, %b : i32
      %eq = arith.cmpi eq, %a, %b : i32
      %lt = arith.cmpi slt, %ai, %bi : i32
      %tie = arith.andi %eq, %lt : i1
      %before = arith.ori %gt, %tie : i1
      kopt.yield %before : i1
    }
    %place, %value = kopt.sort (%places, %best) axis 0 : (tensor<16xi32>, tensor<16xi32>) -> (tensor<16xi32>, tensor<16xi32>) {
    ^bb0(%ai: i32, %a: i32, %bi: i32, %b: i32):
      %before = arith.cmpi slt, %ai, %bi : i32
      kopt.yield %before : i1
    }
    kopt.store %value, %o[%i] map #at : tensor<16xi32>, memref<3x16xi32>
    kopt.return
  }
}
func.func @top_k(%x: tensor<3x256xi32>) -> tensor<3x16xi32> {
  %e = tensor.empty() : tensor<3x16xi32>
  %r = kopt.launch @kernels::@top_k_kernel ins(%x : tensor<3x256xi32>) outs(%e : tensor<3x16xi32>) -> tensor<3x16xi32>
  return %r : tensor<3x16xi32>
}
