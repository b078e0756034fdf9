// T20: softmax over rows, bf16 in and out, f32 inside.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @softmax(%x: tensor<20x200xbf16>) -> tensor<20x200xbf16> {
  %e = tensor.empty() : tensor<20x200xf32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<20x200xbf16>) outs(%e : tensor<20x200xf32>) {
  ^bb0(%a: bf16, %out: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<20x200xf32>
  %s = linalg.softmax dimension(1) ins(%f : tensor<20x200xf32>) outs(%e : tensor<20x200xf32>) -> tensor<20x200xf32>
  %o = tensor.empty() : tensor<20x200xbf16>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s : tensor<20x200xf32>) outs(%o : tensor<20x200xbf16>) {
  ^bb0(%a: f32, %out: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<20x200xbf16>
  return %r : tensor<20x200xbf16>
}
