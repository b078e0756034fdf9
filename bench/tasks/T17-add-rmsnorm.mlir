// T17: s = x + r, and RMSNorm of s with weight; both are results.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @add_rmsnorm(%x: tensor<16384x4096xbf16>, %r: tensor<16384x4096xbf16>, %w: tensor<4096xbf16>) -> (tensor<16384x4096xbf16>, tensor<16384x4096xbf16>) {
  %e = tensor.empty() : tensor<16384x4096xbf16>
  %s = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %r : tensor<16384x4096xbf16>, tensor<16384x4096xbf16>) outs(%e : tensor<16384x4096xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %out: bf16):
    %af = arith.extf %a : bf16 to f32
    %bf = arith.extf %b : bf16 to f32
    %c = arith.addf %af, %bf : f32
    %t = arith.truncf %c : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<16384x4096xbf16>
  %zero = arith.constant 0.0 : f32
  %er = tensor.empty() : tensor<16384xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<16384xf32>) -> tensor<16384xf32>
  %ss = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<16384x4096xbf16>) outs(%z : tensor<16384xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %q = arith.mulf %f, %f : f32
    %n = arith.addf %acc, %q : f32
    linalg.yield %n : f32
  } -> tensor<16384xf32>
  %n = arith.constant 4096.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %y = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%s, %ss, %w : tensor<16384x4096xbf16>, tensor<16384xf32>, tensor<4096xbf16>) outs(%e : tensor<16384x4096xbf16>) {
  ^bb0(%a: bf16, %q: f32, %g: bf16, %out: bf16):
    %f = arith.extf %a : bf16 to f32
    %m = arith.divf %q, %n : f32
    %me = arith.addf %m, %eps : f32
    %i = math.rsqrt %me : f32
    %v = arith.mulf %f, %i : f32
    %gf = arith.extf %g : bf16 to f32
    %p = arith.mulf %v, %gf : f32
    %t = arith.truncf %p : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<16384x4096xbf16>
  return %s, %y : tensor<16384x4096xbf16>, tensor<16384x4096xbf16>
}
