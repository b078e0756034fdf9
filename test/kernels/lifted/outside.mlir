// tensor.extract by numbers that are negative or too large, which upstream leaves
// undefined: zero, in each dimension by itself, whatever the width of the number and
// whichever way the recipe reads.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.memory_bound.mlir
// DEFINE: %{recipe} = plain
// DEFINE: %{entry} = line
// DEFINE: %{run} = kopt-run %t.%{recipe}.mlir --device=sim --entry=%{entry} > %t.got
// DEFINE: %{want} = kopt-run %s --device=sim --entry=%{entry}_wanted > %t.wanted
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = rows
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = embedding
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{recipe} = memory_bound
// REDEFINE: %{entry} = line
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = rows
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REDEFINE: %{entry} = embedding
// RUN: %{run} && %{want} && diff %t.wanted %t.got
// REQUIRES: sim

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @line() -> (tensor<8xf32>, tensor<8xi32>) {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %y = arith.constant dense<[5, 6, 7, 8]> : tensor<4xi32>
  %at = arith.constant dense<[0, -1, 3, 4, -4, 2147483648, 4294967296, -9223372036854775808]> : tensor<8xi64>
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8xi32>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%at : tensor<8xi64>) outs(%e, %f : tensor<8xf32>, tensor<8xi32>) {
  ^bb0(%i: i64, %o: f32, %p: i32):
    %k = arith.index_cast %i : i64 to index
    %v = tensor.extract %x[%k] : tensor<4xf32>
    %w = tensor.extract %y[%k] : tensor<4xi32>
    linalg.yield %v, %w : f32, i32
  } -> (tensor<8xf32>, tensor<8xi32>)
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
}
// -1 is not the last row, and a column past the end not the next row.
func.func @rows() -> tensor<5x6xf32> {
  %x = arith.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %at = arith.constant dense<[0, -1, 2, 3, -2147483648]> : tensor<5xi32>
  %e = tensor.empty() : tensor<5x6xf32>
  %r = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<5xi32>) outs(%e : tensor<5x6xf32>) {
  ^bb0(%i: i32, %o: f32):
    %k = arith.index_cast %i : i32 to index
    %c = linalg.index 1 : index
    %two = arith.constant 2 : index
    %l = arith.subi %c, %two : index
    %v = tensor.extract %x[%k, %l] : tensor<3x2xf32>
    linalg.yield %v : f32
  } -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
// As an embedding, which cards read by rows.
func.func @embedding() -> tensor<4x8xf32> {
  %x = arith.constant dense<[[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0], [11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0]]> : tensor<2x8xf32>
  %at = arith.constant dense<[1, -1, 2, 0]> : tensor<4xi64>
  %e = tensor.empty() : tensor<4x8xf32>
  %r = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<4xi64>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%i: i64, %o: f32):
    %k = arith.index_cast %i : i64 to index
    %c = linalg.index 1 : index
    %v = tensor.extract %x[%k, %c] : tensor<2x8xf32>
    linalg.yield %v : f32
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
func.func @line_wanted() -> (tensor<8xf32>, tensor<8xi32>) {
  %0 = arith.constant dense<[1.0, 0.0, 4.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf32>
  %1 = arith.constant dense<[5, 0, 8, 0, 0, 0, 0, 0]> : tensor<8xi32>
  return %0, %1 : tensor<8xf32>, tensor<8xi32>
}
func.func @rows_wanted() -> tensor<5x6xf32> {
  %0 = arith.constant dense<[[0.0, 0.0, 1.0, 2.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 5.0, 6.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0]]> : tensor<5x6xf32>
  return %0 : tensor<5x6xf32>
}
func.func @embedding_wanted() -> tensor<4x8xf32> {
  %0 = arith.constant dense<[[11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0], [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]]> : tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
