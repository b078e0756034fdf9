func.func @exponential(%x: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %e = tensor.empty() : tensor<5x60xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) {
  ^bb0(%a: f32, %o: f32):
    %y = math.exp %a fastmath<afn> : f32
    linalg.yield %y : f32
  } -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
