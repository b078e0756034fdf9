// Updates outside of a tensor are dropped, negative ones and ones that are too large in
// any one coordinate, where they become atomic updates and counts, too.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.memory_bound.mlir
// RUN: FileCheck %s < %t.plain.mlir
// DEFINE: %{recipe} = plain
// DEFINE: %{entry} = add
// DEFINE: %{run} = kopt-run %t.%{recipe}.mlir --device=sim --entry=%{entry} > %t.got
// DEFINE: %{want} = kopt-run %s --device=sim --entry=%{entry}_wanted > %t.wanted
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = most
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = counts
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{recipe} = memory_bound
// REDEFINE: %{entry} = add
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = most
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = counts
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REQUIRES: sim

// CHECK-COUNT-3: kopt.scatter_reduce
func.func @add() -> tensor<5xi32> {
  %x = arith.constant dense<[0, 1, 2, 3, 4]> : tensor<5xi32>
  %i = arith.constant dense<[[3], [-1], [3], [5], [-2147483648], [2147483647], [0]]> : tensor<7x1xi32>
  %u = arith.constant dense<[10, 20, 30, 40, 50, 60, 70]> : tensor<7xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
      ins(%u, %i : tensor<7xi32>, tensor<7x1xi32>) outs(%x : tensor<5xi32>) {
  ^bb0(%n: i32, %o: i32):
    %d = arith.addi %n, %o : i32
    tm_tensor.yield %d : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}
func.func @add_wanted() -> tensor<5xi32> {
  %x = arith.constant dense<[70, 1, 2, 43, 4]> : tensor<5xi32>
  return %x : tensor<5xi32>
}
func.func @most() -> tensor<2x3xf32> {
  %x = arith.constant dense<[[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  %i = arith.constant dense<[[0, 1], [-1, 0], [1, 3], [2, 0], [1, -1]]> : tensor<5x2xi32>
  %u = arith.constant dense<[9.0, 8.0, 7.0, 6.0, 5.0]> : tensor<5xf32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0, 1>} unique_indices(false)
      ins(%u, %i : tensor<5xf32>, tensor<5x2xi32>) outs(%x : tensor<2x3xf32>) {
  ^bb0(%n: f32, %o: f32):
    %d = arith.maximumf %n, %o : f32
    tm_tensor.yield %d : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
func.func @most_wanted() -> tensor<2x3xf32> {
  %x = arith.constant dense<[[0.0, 9.0, 2.0], [3.0, 4.0, 5.0]]> : tensor<2x3xf32>
  return %x : tensor<2x3xf32>
}
func.func @counts() -> tensor<4xi32> {
  %x = arith.constant dense<0> : tensor<4xi32>
  %i = arith.constant dense<[[3], [-1], [3], [4], [0], [-2147483648], [2147483647]]> : tensor<7x1xi32>
  %u = arith.constant dense<1> : tensor<7xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
      ins(%u, %i : tensor<7xi32>, tensor<7x1xi32>) outs(%x : tensor<4xi32>) {
  ^bb0(%n: i32, %o: i32):
    %d = arith.addi %n, %o : i32
    tm_tensor.yield %d : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @counts_wanted() -> tensor<4xi32> {
  %x = arith.constant dense<[1, 0, 0, 2]> : tensor<4xi32>
  return %x : tensor<4xi32>
}
