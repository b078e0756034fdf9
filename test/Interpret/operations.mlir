// What operations mean that have no lowering yet, or have one but not here:
// each entry's result is written out.
// RUN: kopt-run %s --entry=scan --device=interpret --family=small_integers --seed=1 | FileCheck %s --check-prefix=SCAN
// RUN: kopt-run %s --entry=order --device=interpret | FileCheck %s --check-prefix=ORDER
// RUN: kopt-run %s --entry=histogram --device=interpret | FileCheck %s --check-prefix=HISTOGRAM
// RUN: kopt-run %s --entry=gather --device=interpret | FileCheck %s --check-prefix=GATHER
// RUN: kopt-run %s --entry=pieces --device=interpret | FileCheck %s --check-prefix=PIECES
// RUN: kopt-run %s --entry=dots --device=interpret | FileCheck %s --check-prefix=DOTS

// 1 2 3 4: exclusive from the right: 9 7 4 0; total 10.
// SCAN: dense<"0x09000000070000000400000000000000"> : tensor<4xi32>
// SCAN: dense<"0x0A000000"> : tensor<1xi32>
// 30 10 20 40 by size, descending, with their places; the first two of them.
// ORDER: dense<"0x03000000000000000200000001000000"> : tensor<4xi32>
// ORDER: dense<"0x2800000{{.*}}"> : tensor<2xi32>
// 1 3 1 -1: one 3, two 1; -1 counts nowhere.
// HISTOGRAM: dense<"0x00000000020000000000000001000000"> : tensor<4xi32>
// Rows 2, 0 and 7, which is outside and gives the pad value.
// GATHER: dense<"0x0400000005000000000000000100000009000000090000{{0+}}"> : tensor<3x2xi32>
// PIECES: dense<"0x0300000004000000010000000200000001000000030000{{.*}}"> : tensor<2x4xi32>
// 1 * 3 + 2 * 4 + 5 = 16.
// DOTS: dense<"0x00008041"> : tensor<1x1xf32>
// DOTS: dense<"0x10000000"> : tensor<1x1xi32>

#at = affine_map<(d0) -> (d0)>
gpu.module @kernels {
  kopt.kernel @scan_kernel(%o: memref<4xi32> {kopt.out}, %p: memref<1xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %x = arith.constant dense<[[1, 2, 3, 4]]> : tensor<1x4xi32>
    %s, %t = kopt.scan (%x) axis 1 identity [0 : i32] exclusive reverse : (tensor<1x4xi32>) -> (tensor<1x4xi32>, tensor<1xi32>) {
    ^bb0(%a: i32, %b: i32):
      %c = arith.addi %a, %b : i32
      kopt.yield %c : i32
    }
    kopt.store %s, %o[] map affine_map<(d0, d1) -> (d1)> : tensor<1x4xi32>, memref<4xi32>
    kopt.store %t, %p[] map #at : tensor<1xi32>, memref<1xi32>
    kopt.return
  }
  kopt.kernel @order_kernel(%o: memref<4xi32> {kopt.out}, %p: memref<2xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %x = arith.constant dense<[30, 10, 20, 40]> : tensor<4xi32>
    %i = kopt.iota 0 : tensor<4xi32>
    %s, %j = kopt.sort (%x, %i) axis 0 : (tensor<4xi32>, tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %before = arith.cmpi sgt, %a, %b : i32
      kopt.yield %before : i1
    }
    %k = kopt.top_k (%x) axis 0 k 2 : (tensor<4xi32>) -> tensor<2xi32> {
    ^bb0(%a: i32, %b: i32):
      %before = arith.cmpi sgt, %a, %b : i32
      kopt.yield %before : i1
    }
    kopt.store %j, %o[] map #at : tensor<4xi32>, memref<4xi32>
    kopt.store %k, %p[] map #at : tensor<2xi32>, memref<2xi32>
    kopt.return
  }
  kopt.kernel @histogram_kernel(%o: memref<4xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %x = arith.constant dense<[1, 3, 1, -1]> : tensor<4xi32>
    %h = kopt.histogram %x : tensor<4xi32> -> tensor<4xi32>
    kopt.store %h, %o[] map #at : tensor<4xi32>, memref<4xi32>
    kopt.return
  }
  kopt.kernel @table(%o: memref<3x2xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %x = arith.constant dense<[[0, 1], [2, 3], [4, 5]]> : tensor<3x2xi32>
    kopt.store %x, %o[] : tensor<3x2xi32>, memref<3x2xi32>
    kopt.return
  }
  kopt.kernel @gather_kernel(%x: memref<3x2xi32>, %o: memref<3x2xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %i = arith.constant dense<[2, 0, 7]> : tensor<3xi64>
    %t = kopt.load %x[] indices(%i dims [array<i64: 0>] : tensor<3xi64>) map affine_map<(d0, d1)[s0] -> (s0, d1)> {pad = 9 : i32} : memref<3x2xi32> -> tensor<3x2xi32>
    kopt.store %t, %o[] : tensor<3x2xi32>, memref<3x2xi32>
    kopt.return
  }
  kopt.kernel @pieces_kernel(%o: memref<2x4xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %x = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
    %c1 = arith.constant 1 : index
    %a = tensor.extract_slice %x[0, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
    %b = tensor.extract_slice %x[%c1, 0] [1, 2] [1, 1] : tensor<2x2xi32> to tensor<1x2xi32>
    %row = tensor.concat dim(1) %b, %a : (tensor<1x2xi32>, tensor<1x2xi32>) -> tensor<1x4xi32>
    %t = kopt.transpose %x perm [1, 0] : tensor<2x2xi32> -> tensor<2x2xi32>
    %f = tensor.collapse_shape %t [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
    %g = tensor.expand_shape %f [[0, 1]] output_shape [1, 4] : tensor<4xi32> into tensor<1x4xi32>
    %all = tensor.concat dim(0) %row, %g : (tensor<1x4xi32>, tensor<1x4xi32>) -> tensor<2x4xi32>
    kopt.store %all, %o[] : tensor<2x4xi32>, memref<2x4xi32>
    kopt.return
  }
  kopt.kernel @dots_kernel(%o: memref<1x1xf32> {kopt.out}, %p: memref<1x1xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %a = arith.constant dense<[[1.0, 2.0]]> : tensor<1x2xf8E4M3FN>
    %b = arith.constant dense<[[3.0], [4.0]]> : tensor<2x1xf8E5M2>
    %c = arith.constant dense<5.0> : tensor<1x1xf32>
    %d = kopt.dot %a, %b, %c : tensor<1x2xf8E4M3FN>, tensor<2x1xf8E5M2> -> tensor<1x1xf32>
    %e = arith.constant dense<[[-1, 2]]> : tensor<1x2xi8>
    %f = arith.constant dense<[[-3], [4]]> : tensor<2x1xi8>
    %g = arith.constant dense<5> : tensor<1x1xi32>
    %h = kopt.dot %e, %f, %g : tensor<1x2xi8>, tensor<2x1xi8> -> tensor<1x1xi32>
    kopt.store %d, %o[] : tensor<1x1xf32>, memref<1x1xf32>
    kopt.store %h, %p[] : tensor<1x1xi32>, memref<1x1xi32>
    kopt.return
  }
}
func.func @scan() -> (tensor<4xi32>, tensor<1xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %f = tensor.empty() : tensor<1xi32>
  %r:2 = kopt.launch @kernels::@scan_kernel outs(%e, %f : tensor<4xi32>, tensor<1xi32>) -> tensor<4xi32>, tensor<1xi32>
  return %r#0, %r#1 : tensor<4xi32>, tensor<1xi32>
}
func.func @order() -> (tensor<4xi32>, tensor<2xi32>) {
  %e = tensor.empty() : tensor<4xi32>
  %f = tensor.empty() : tensor<2xi32>
  %r:2 = kopt.launch @kernels::@order_kernel outs(%e, %f : tensor<4xi32>, tensor<2xi32>) -> tensor<4xi32>, tensor<2xi32>
  return %r#0, %r#1 : tensor<4xi32>, tensor<2xi32>
}
func.func @histogram() -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@histogram_kernel outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @gather() -> tensor<3x2xi32> {
  %e = tensor.empty() : tensor<3x2xi32>
  %x = kopt.launch @kernels::@table outs(%e : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = kopt.launch @kernels::@gather_kernel ins(%x : tensor<3x2xi32>) outs(%e : tensor<3x2xi32>) -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}
func.func @pieces() -> tensor<2x4xi32> {
  %e = tensor.empty() : tensor<2x4xi32>
  %r = kopt.launch @kernels::@pieces_kernel outs(%e : tensor<2x4xi32>) -> tensor<2x4xi32>
  return %r : tensor<2x4xi32>
}
func.func @dots() -> (tensor<1x1xf32>, tensor<1x1xi32>) {
  %e = tensor.empty() : tensor<1x1xf32>
  %f = tensor.empty() : tensor<1x1xi32>
  %r:2 = kopt.launch @kernels::@dots_kernel outs(%e, %f : tensor<1x1xf32>, tensor<1x1xi32>) -> tensor<1x1xf32>, tensor<1x1xi32>
  return %r#0, %r#1 : tensor<1x1xf32>, tensor<1x1xi32>
}
