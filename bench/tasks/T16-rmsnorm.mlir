// T16: RMSNorm with weight, bf16, as models write it: f32 inside, one rounding at the end.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @rmsnorm(%x: tensor<16384x4096xbf16>, %w: tensor<4096xbf16>) -> tensor<16384x4096xbf16> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16384xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16384xf32>) -> tensor<16384xf32>
  %ss = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<16384x4096xbf16>) outs(%z : tensor<16384xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %q = arith.mulf %f, %f : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %s : f32
  } -> tensor<16384xf32>
  %o = tensor.empty() : tensor<16384x4096xbf16>
  %n = arith.constant 4096.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %r = linalg.generic {indexing_maps = [#id, #row, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %ss, %w : tensor<16384x4096xbf16>, tensor<16384xf32>, tensor<4096xbf16>) outs(%o : tensor<16384x4096xbf16>) {
  ^bb0(%a: bf16, %s: f32, %g: bf16, %out: bf16):
    %f = arith.extf %a : bf16 to f32
    %m = arith.divf %s, %n : f32
    %me = arith.addf %m, %eps : f32
    %i = math.rsqrt %me : f32
    %v = arith.mulf %f, %i : f32
    %gf = arith.extf %g : bf16 to f32
    %y = arith.mulf %v, %gf : f32
    %t = arith.truncf %y : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<16384x4096xbf16>
  return %r : tensor<16384x4096xbf16>
}
