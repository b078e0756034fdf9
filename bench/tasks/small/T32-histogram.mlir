// T32: how often each of 16 values is there, as torch-mlir writes a count of
// values: ones added where they say; others count nowhere.
func.func @histogram(%x: tensor<5000xi32>) -> tensor<16xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<16xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<16xi32>) -> tensor<16xi32>
  %d = tensor.empty() : tensor<5000xi32>
  %o = linalg.fill ins(%one : i32) outs(%d : tensor<5000xi32>) -> tensor<5000xi32>
  %i = tensor.expand_shape %x [[0, 1]] output_shape [5000, 1] : tensor<5000xi32> into tensor<5000x1xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%o, %i : tensor<5000xi32>, tensor<5000x1xi32>) outs(%z : tensor<16xi32>) {
  ^bb0(%new: i32, %old: i32):
    %s = arith.addi %old, %new : i32
    tm_tensor.yield %s : i32
  } -> tensor<16xi32>
  return %r : tensor<16xi32>
}
