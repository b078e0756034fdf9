// T25c: sums of few tall columns, f32.
func.func @sum_columns(%x: tensor<1030x67xf32>) -> tensor<67xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<67xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<67xf32>) -> tensor<67xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<1030x67xf32>) outs(%z : tensor<67xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<67xf32>
  return %s : tensor<67xf32>
}
