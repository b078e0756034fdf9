// T19: GroupNorm of 8 groups of 8 channels, bf16 in and out, f32 inside.
#all = affine_map<(n, g, c, i) -> (n, g, c, i)>
#group = affine_map<(n, g, c, i) -> (n, g)>
#channel = affine_map<(n, g, c, i) -> (g, c)>
func.func @groupnorm(%x: tensor<16x64x512x512xbf16>, %w: tensor<64xbf16>, %b: tensor<64xbf16>) -> tensor<16x64x512x512xbf16> {
  %zero = arith.constant 0.0 : f32
  %count = arith.constant 2097152.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %flat = tensor.collapse_shape %x [[0, 1, 2, 3]] : tensor<16x64x512x512xbf16> into tensor<268435456xbf16>
  %t = tensor.expand_shape %flat [[0, 1, 2, 3]] output_shape [16, 8, 8, 262144] : tensor<268435456xbf16> into tensor<16x8x8x262144xbf16>
  %wg = tensor.expand_shape %w [[0, 1]] output_shape [8, 8] : tensor<64xbf16> into tensor<8x8xbf16>
  %bg = tensor.expand_shape %b [[0, 1]] output_shape [8, 8] : tensor<64xbf16> into tensor<8x8xbf16>
  %eg = tensor.empty() : tensor<16x8xf32>
  %z = linalg.fill ins(%zero : f32) outs(%eg : tensor<16x8xf32>) -> tensor<16x8xf32>
  %sum = linalg.generic {indexing_maps = [#all, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%t : tensor<16x8x8x262144xbf16>) outs(%z : tensor<16x8xf32>) {
  ^bb0(%a: bf16, %s: f32):
    %f = arith.extf %a : bf16 to f32
    %r = arith.addf %s, %f : f32
    linalg.yield %r : f32
  } -> tensor<16x8xf32>
  %squares = linalg.generic {indexing_maps = [#all, #group, #group], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%t, %sum : tensor<16x8x8x262144xbf16>, tensor<16x8xf32>) outs(%z : tensor<16x8xf32>) {
  ^bb0(%a: bf16, %m: f32, %s: f32):
    %f = arith.extf %a : bf16 to f32
    %mean = arith.divf %m, %count : f32
    %d = arith.subf %f, %mean : f32
    %q = arith.mulf %d, %d : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<16x8xf32>
  %e = tensor.empty() : tensor<16x8x8x262144xbf16>
  %y = linalg.generic {indexing_maps = [#all, #group, #group, #channel, #channel, #all], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t, %sum, %squares, %wg, %bg : tensor<16x8x8x262144xbf16>, tensor<16x8xf32>, tensor<16x8xf32>, tensor<8x8xbf16>, tensor<8x8xbf16>) outs(%e : tensor<16x8x8x262144xbf16>) {
  ^bb0(%a: bf16, %m: f32, %q: f32, %wa: bf16, %ba: bf16, %out: bf16):
    %f = arith.extf %a : bf16 to f32
    %mean = arith.divf %m, %count : f32
    %var = arith.divf %q, %count : f32
    %vare = arith.addf %var, %eps : f32
    %root = math.sqrt %vare : f32
    %d = arith.subf %f, %mean : f32
    %n = arith.divf %d, %root : f32
    %wf = arith.extf %wa : bf16 to f32
    %bf = arith.extf %ba : bf16 to f32
    %nw = arith.mulf %n, %wf : f32
    %nb = arith.addf %nw, %bf : f32
    %r = arith.truncf %nb : f32 to bf16
    linalg.yield %r : bf16
  } -> tensor<16x8x8x262144xbf16>
  %back = tensor.collapse_shape %y [[0, 1, 2, 3]] : tensor<16x8x8x262144xbf16> into tensor<268435456xbf16>
  %o = tensor.expand_shape %back [[0, 1, 2, 3]] output_shape [16, 64, 512, 512] : tensor<268435456xbf16> into tensor<16x64x512x512xbf16>
  return %o : tensor<16x64x512x512xbf16>
}
