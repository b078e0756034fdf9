// T23: rotary embedding, half-split: (x, y) becomes (x c - y s, y c + x s).
#id = affine_map<(b, p, h, d) -> (b, p, h, d)>
#angle = affine_map<(b, p, h, d) -> (p, d)>
func.func @rope(%q: tensor<2x4096x32x128xbf16>, %cos: tensor<4096x64xf32>, %sin: tensor<4096x64xf32>) -> tensor<2x4096x32x128xbf16> {
  %x = tensor.extract_slice %q[0, 0, 0, 0] [2, 4096, 32, 64] [1, 1, 1, 1] : tensor<2x4096x32x128xbf16> to tensor<2x4096x32x64xbf16>
  %y = tensor.extract_slice %q[0, 0, 0, 64] [2, 4096, 32, 64] [1, 1, 1, 1] : tensor<2x4096x32x128xbf16> to tensor<2x4096x32x64xbf16>
  %e = tensor.empty() : tensor<2x4096x32x64xbf16>
  %r:2 = linalg.generic {indexing_maps = [#id, #id, #angle, #angle, #id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x, %y, %cos, %sin : tensor<2x4096x32x64xbf16>, tensor<2x4096x32x64xbf16>, tensor<4096x64xf32>, tensor<4096x64xf32>)
      outs(%e, %e : tensor<2x4096x32x64xbf16>, tensor<2x4096x32x64xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %c: f32, %s: f32, %o0: bf16, %o1: bf16):
    %af = arith.extf %a : bf16 to f32
    %bf = arith.extf %b : bf16 to f32
    %ac = arith.mulf %af, %c : f32
    %bs = arith.mulf %bf, %s : f32
    %bc = arith.mulf %bf, %c : f32
    %as = arith.mulf %af, %s : f32
    %l = arith.subf %ac, %bs : f32
    %h = arith.addf %bc, %as : f32
    %lt = arith.truncf %l : f32 to bf16
    %ht = arith.truncf %h : f32 to bf16
    linalg.yield %lt, %ht : bf16, bf16
  } -> (tensor<2x4096x32x64xbf16>, tensor<2x4096x32x64xbf16>)
  %o = tensor.empty() : tensor<2x4096x32x128xbf16>
  %o1 = tensor.insert_slice %r#0 into %o[0, 0, 0, 0] [2, 4096, 32, 64] [1, 1, 1, 1] : tensor<2x4096x32x64xbf16> into tensor<2x4096x32x128xbf16>
  %o2 = tensor.insert_slice %r#1 into %o1[0, 0, 0, 64] [2, 4096, 32, 64] [1, 1, 1, 1] : tensor<2x4096x32x64xbf16> into tensor<2x4096x32x128xbf16>
  return %o2 : tensor<2x4096x32x128xbf16>
}
