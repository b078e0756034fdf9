// T32: how often each of 256 values is there, as torch-mlir writes a count of
// values: ones added where they say; others count nowhere.
func.func @histogram(%x: tensor<67108864xi32>) -> tensor<256xi32> {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<256xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<256xi32>) -> tensor<256xi32>
  %d = tensor.empty() : tensor<67108864xi32>
  %o = linalg.fill ins(%one : i32) outs(%d : tensor<67108864xi32>) -> tensor<67108864xi32>
  %i = tensor.expand_shape %x [[0, 1]] output_shape [67108864, 1] : tensor<67108864xi32> into tensor<67108864x1xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%o, %i : tensor<67108864xi32>, tensor<67108864x1xi32>) outs(%z : tensor<256xi32>) {
  ^bb0(%new: i32, %old: i32):
    %s = arith.addi %old, %new : i32
    tm_tensor.yield %s : i32
  } -> tensor<256xi32>
  return %r : tensor<256xi32>
}
