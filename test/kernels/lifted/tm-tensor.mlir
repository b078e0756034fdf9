// What torch-mlir's irregular operations, tensor.gather and tensor.scatter give, by
// values written here: ties, NaN, signed zeros, lines of one, indices that are negative
// or too large, the order of updates and of combinations.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// DEFINE: %{entry} = sort
// DEFINE: %{run} = kopt-run %t.mlir --device=sim --entry=%{entry} > %t.got
// DEFINE: %{want} = kopt-run %s --device=sim --entry=%{entry}_wanted > %t.wanted
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = topk
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = scan
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = exclusive
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = one
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = scatter
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = window
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = gather
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = put
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = attention
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REQUIRES: sim

func.func @sort() -> (tensor<7xf32>, tensor<7xi64>) {
  %x = arith.constant dense<[1.0, 0x7FC00000, 2.0, 1.0, -0.0, 0.0, 3.0]> : tensor<7xf32>
  %i = arith.constant dense<[0, 1, 2, 3, 4, 5, 6]> : tensor<7xi64>
  %r:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<7xf32>, tensor<7xi64>) {
  ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
    %c = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<7xf32>, tensor<7xi64>
  return %r#0, %r#1 : tensor<7xf32>, tensor<7xi64>
}
func.func @sort_wanted() -> (tensor<7xf32>, tensor<7xi64>) {
  %x = arith.constant dense<[3.0, 2.0, 1.0, 1.0, -0.0, 0.0, 0x7FC00000]> : tensor<7xf32>
  %i = arith.constant dense<[6, 2, 0, 3, 4, 5, 1]> : tensor<7xi64>
  return %x, %i : tensor<7xf32>, tensor<7xi64>
}
func.func @topk() -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %x = arith.constant dense<[[0xFF800000, 2.0, 5.0, 5.0, 0x7FC00000, 1.0],
    [0xFF800000, 0xFF800000, 1.0, 0xFF800000, 0x7FC00000, 0xFF800000]]> : tensor<2x6xf32>
  %inf = arith.constant 0xFF800000 : f32
  %none = arith.constant -1 : i32
  %e = tensor.empty() : tensor<2x3xf32>
  %d = tensor.empty() : tensor<2x3xi32>
  %f = linalg.fill ins(%inf : f32) outs(%e : tensor<2x3xf32>) -> tensor<2x3xf32>
  %g = linalg.fill ins(%none : i32) outs(%d : tensor<2x3xi32>) -> tensor<2x3xi32>
  %r:2 = tm_tensor.topk dimension(1) ins(%x : tensor<2x6xf32>) outs(%f, %g : tensor<2x3xf32>, tensor<2x3xi32>) {
  ^bb0(%n: f32, %o: f32):
    %k = arith.cmpf ogt, %n, %o : f32
    tm_tensor.yield %k : i1
  } -> tensor<2x3xf32>, tensor<2x3xi32>
  return %r#0, %r#1 : tensor<2x3xf32>, tensor<2x3xi32>
}
func.func @topk_wanted() -> (tensor<2x3xf32>, tensor<2x3xi32>) {
  %x = arith.constant dense<[[5.0, 5.0, 2.0], [1.0, 0xFF800000, 0xFF800000]]> : tensor<2x3xf32>
  %i = arith.constant dense<[[2, 3, 1], [2, -1, -1]]> : tensor<2x3xi32>
  return %x, %i : tensor<2x3xf32>, tensor<2x3xi32>
}
func.func @scan() -> (tensor<4xi32>, tensor<i32>) {
  %x = arith.constant dense<[5, 1, 2, 10]> : tensor<4xi32>
  %a = arith.constant dense<100> : tensor<i32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<4xi32>) outs(%x, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.subi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<4xi32>, tensor<i32>
  return %r#0, %r#1 : tensor<4xi32>, tensor<i32>
}
func.func @scan_wanted() -> (tensor<4xi32>, tensor<i32>) {
  %x = arith.constant dense<[5, 4, 2, -8]> : tensor<4xi32>
  %a = arith.constant dense<-8> : tensor<i32>
  return %x, %a : tensor<4xi32>, tensor<i32>
}
func.func @exclusive() -> (tensor<4xi32>, tensor<i32>) {
  %x = arith.constant dense<[5, 1, 2, 10]> : tensor<4xi32>
  %a = arith.constant dense<100> : tensor<i32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(false) ins(%x : tensor<4xi32>) outs(%x, %a : tensor<4xi32>, tensor<i32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.subi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<4xi32>, tensor<i32>
  return %r#0, %r#1 : tensor<4xi32>, tensor<i32>
}
func.func @exclusive_wanted() -> (tensor<4xi32>, tensor<i32>) {
  %x = arith.constant dense<[100, 95, 94, 92]> : tensor<4xi32>
  %a = arith.constant dense<92> : tensor<i32>
  return %x, %a : tensor<4xi32>, tensor<i32>
}
func.func @one() -> (tensor<1x2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %a = arith.constant dense<[9, 10]> : tensor<2xi32>
  %r:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%x : tensor<1x2xi32>) outs(%x, %a : tensor<1x2xi32>, tensor<2xi32>) {
  ^bb0(%s: i32, %v: i32):
    %t = arith.addi %s, %v : i32
    tm_tensor.yield %t : i32
  } -> tensor<1x2xi32>, tensor<2xi32>
  return %r#0, %r#1 : tensor<1x2xi32>, tensor<2xi32>
}
func.func @one_wanted() -> (tensor<1x2xi32>, tensor<2xi32>) {
  %x = arith.constant dense<[[7, 8]]> : tensor<1x2xi32>
  %a = arith.constant dense<[9, 10]> : tensor<2xi32>
  return %x, %a : tensor<1x2xi32>, tensor<2xi32>
}
func.func @scatter() -> tensor<5xi32> {
  %x = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %i = arith.constant dense<[[3], [-1], [3], [7], [0]]> : tensor<5x1xi32>
  %u = arith.constant dense<[10, 20, 30, 40, 50]> : tensor<5xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
      ins(%u, %i : tensor<5xi32>, tensor<5x1xi32>) outs(%x : tensor<5xi32>) {
  ^bb0(%n: i32, %o: i32):
    %d = arith.subi %n, %o : i32
    tm_tensor.yield %d : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}
func.func @scatter_wanted() -> tensor<5xi32> {
  %x = arith.constant dense<[50, 1, 2, 23, 4]> : tensor<5xi32>
  return %x : tensor<5xi32>
}
func.func @window() -> tensor<3x4xi32> {
  %x = arith.constant dense<0> : tensor<3x4xi32>
  %i = arith.constant dense<[[1, 2]]> : tensor<1x2xi32>
  %u = arith.constant dense<[[[5, 6]]]> : tensor<1x1x2xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 1, 0>} unique_indices(true)
      ins(%u, %i : tensor<1x1x2xi32>, tensor<1x2xi32>) outs(%x : tensor<3x4xi32>) {
  ^bb0(%n: i32, %o: i32):
    tm_tensor.yield %n : i32
  } -> tensor<3x4xi32>
  return %r : tensor<3x4xi32>
}
func.func @window_wanted() -> tensor<3x4xi32> {
  %x = arith.constant dense<[[0, 0, 0, 0], [0, 0, 0, 0], [0, 5, 6, 0]]> : tensor<3x4xi32>
  return %x : tensor<3x4xi32>
}
func.func @gather() -> (tensor<3xi32>, tensor<2x1x2xi32>) {
  %x = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %i = arith.constant dense<[[-2], [1], [9]]> : tensor<3x1xi64>
  %y = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %j = arith.constant dense<[[2], [0]]> : tensor<2x1xindex>
  %a = tensor.gather %x[%i] gather_dims([0]) : (tensor<3xi32>, tensor<3x1xi64>) -> tensor<3xi32>
  %b = tensor.gather %y[%j] gather_dims([0]) : (tensor<3x2xi32>, tensor<2x1xindex>) -> tensor<2x1x2xi32>
  return %a, %b : tensor<3xi32>, tensor<2x1x2xi32>
}
func.func @gather_wanted() -> (tensor<3xi32>, tensor<2x1x2xi32>) {
  %a = arith.constant dense<[10, 20, 30]> : tensor<3xi32>
  %b = arith.constant dense<[[[5, 6]], [[1, 2]]]> : tensor<2x1x2xi32>
  return %a, %b : tensor<3xi32>, tensor<2x1x2xi32>
}
func.func @put() -> (tensor<3x2xi32>, tensor<2x2xi32>) {
  %y = arith.constant dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>
  %s = arith.constant dense<[[[7, 8]], [[9, 10]]]> : tensor<2x1x2xi32>
  %i = arith.constant dense<[[2], [0]]> : tensor<2x1xi32>
  %z = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %e = arith.constant dense<11> : tensor<i32>
  %j = arith.constant dense<[0, 1]> : tensor<2xindex>
  %a = tensor.scatter %s into %y[%i] scatter_dims([0]) unique : (tensor<2x1x2xi32>, tensor<3x2xi32>, tensor<2x1xi32>) -> tensor<3x2xi32>
  %b = tensor.scatter %e into %z[%j] scatter_dims([0, 1]) unique : (tensor<i32>, tensor<2x2xi32>, tensor<2xindex>) -> tensor<2x2xi32>
  return %a, %b : tensor<3x2xi32>, tensor<2x2xi32>
}
func.func @put_wanted() -> (tensor<3x2xi32>, tensor<2x2xi32>) {
  %a = arith.constant dense<[[9, 10], [3, 4], [7, 8]]> : tensor<3x2xi32>
  %b = arith.constant dense<[[1, 11], [3, 4]]> : tensor<2x2xi32>
  return %a, %b : tensor<3x2xi32>, tensor<2x2xi32>
}
// Scores 0 and 0 by the product, 0 and -inf by the mask of the second query.
func.func @attention() -> tensor<1x2x3xf32> {
  %q = arith.constant dense<0.0> : tensor<1x2x4xf32>
  %k = arith.constant dense<1.0> : tensor<1x2x4xf32>
  %v = arith.constant dense<[[[1.0, 2.0, 3.0], [3.0, 6.0, 5.0]]]> : tensor<1x2x3xf32>
  %m = arith.constant dense<[[0.0, 0.0], [0.0, 0xFF800000]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<1x2x3xf32>
  %r = tm_tensor.attention ins(%q, %k, %v, %m : tensor<1x2x4xf32>, tensor<1x2x4xf32>, tensor<1x2x3xf32>, tensor<2x2xf32>)
      outs(%e : tensor<1x2x3xf32>) -> tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}
func.func @attention_wanted() -> tensor<1x2x3xf32> {
  %r = arith.constant dense<[[[2.0, 4.0, 4.0], [1.0, 2.0, 3.0]]]> : tensor<1x2x3xf32>
  return %r : tensor<1x2x3xf32>
}
