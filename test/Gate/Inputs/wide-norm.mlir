#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @norm(%x: tensor<5x40xf16>) -> tensor<5x40xf16> {
  %zero = arith.constant 0.0 : f32
  %i = tensor.empty() : tensor<5xf32>
  %e = tensor.empty() : tensor<5x40xf16>
  %f = linalg.fill ins(%zero : f32) outs(%i : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x40xf16>) outs(%f : tensor<5xf32>) {
  ^bb0(%h: f16, %c: f32):
    %a = arith.extf %h : f16 to f32
    %p = arith.mulf %a, %a : f32
    %q = arith.addf %c, %p : f32
    linalg.yield %q : f32
  } -> tensor<5xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<5x40xf16>, tensor<5xf32>) outs(%e : tensor<5x40xf16>) {
  ^bb0(%h: f16, %b: f32, %o: f16):
    %a = arith.extf %h : f16 to f32
    %n = math.rsqrt %b : f32
    %q = arith.mulf %a, %n : f32
    %t = arith.truncf %q : f32 to f16
    linalg.yield %t : f16
  } -> tensor<5x40xf16>
  return %r : tensor<5x40xf16>
}
