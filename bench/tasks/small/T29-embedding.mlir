// T29: rows of a table, by number.
func.func @embedding(%table: tensor<31x260xbf16>, %index: tensor<9xi64>) -> tensor<9x260xbf16> {
  %e = tensor.empty() : tensor<9x260xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%index : tensor<9xi64>) outs(%e : tensor<9x260xbf16>) {
  ^bb0(%row: i64, %o: bf16):
    %i = arith.index_cast %row : i64 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<31x260xbf16>
    linalg.yield %v : bf16
  } -> tensor<9x260xbf16>
  return %r : tensor<9x260xbf16>
}
