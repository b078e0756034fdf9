// T24: new-GELU(x) * w + r; w is a row that repeats, r is full; bf16, f32 inside.
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @gelu_chain(%x: tensor<20x200xbf16>, %w: tensor<200xbf16>, %r: tensor<20x200xbf16>) -> tensor<20x200xbf16> {
  %e = tensor.empty() : tensor<20x200xf32>
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %c0 = arith.constant 0.797884583 : f32
  %c1 = arith.constant 4.471500e-02 : f32
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<20x200xbf16>) outs(%e : tensor<20x200xf32>) {
  ^bb0(%a: bf16, %out: f32):
    %f = arith.extf %a : bf16 to f32
    %f2 = arith.mulf %f, %f : f32
    %f3 = arith.mulf %f2, %f : f32
    %p = arith.mulf %f3, %c1 : f32
    %q = arith.addf %f, %p : f32
    %u = arith.mulf %q, %c0 : f32
    %t = math.tanh %u : f32
    %h = arith.addf %t, %one : f32
    %k = arith.mulf %f, %half : f32
    %y = arith.mulf %k, %h : f32
    linalg.yield %y : f32
  } -> tensor<20x200xf32>
  %o = tensor.empty() : tensor<20x200xbf16>
  %res = linalg.generic {indexing_maps = [#id, #col, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g, %w, %r : tensor<20x200xf32>, tensor<200xbf16>, tensor<20x200xbf16>) outs(%o : tensor<20x200xbf16>) {
  ^bb0(%a: f32, %b: bf16, %c: bf16, %out: bf16):
    %bf = arith.extf %b : bf16 to f32
    %m = arith.mulf %a, %bf : f32
    %cf = arith.extf %c : bf16 to f32
    %s = arith.addf %m, %cf : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<20x200xbf16>
  return %res : tensor<20x200xbf16>
}
