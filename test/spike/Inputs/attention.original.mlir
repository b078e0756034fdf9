// Causal attention, 2 x 2 query heads that share 2 key heads, lengths of 136.
#q = affine_map<(g, r, m, n, d) -> (g, r, m, d)>
#k = affine_map<(g, r, m, n, d) -> (g, n, d)>
#s = affine_map<(g, r, m, n, d) -> (g, r, m, n)>
#id = affine_map<(g, r, m, n) -> (g, r, m, n)>
!h = tensor<2x2x136x64xbf16>
!kv = tensor<2x136x64xbf16>
!s = tensor<2x2x136x136xf32>
!o = tensor<2x2x136x64xf32>
func.func @attention(%q: !h, %k: !kv, %v: !kv) -> !h {
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %e = tensor.empty() : !s
  %f = linalg.fill ins(%z : f32) outs(%e : !s) -> !s
  %s = linalg.generic {indexing_maps = [#q, #k, #s], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]}
      ins(%q, %k : !h, !kv) outs(%f : !s) {
  ^bb0(%a: bf16, %b: bf16, %c: f32):
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> !s
  %masked = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%s : !s) outs(%e : !s) {
  ^bb0(%a: f32, %out: f32):
    %row = linalg.index 2 : index
    %column = linalg.index 3 : index
    %isSeen = arith.cmpi ule, %column, %row : index
    %t = arith.mulf %a, %scale : f32
    %u = arith.select %isSeen, %t, %ninf : f32
    linalg.yield %u : f32
  } -> !s
  %p = linalg.softmax dimension(3) ins(%masked : !s) outs(%e : !s) -> !s
  %eo = tensor.empty() : !o
  %fo = linalg.fill ins(%z : f32) outs(%eo : !o) -> !o
  %w = linalg.generic {indexing_maps = [#s, #k, #q], iterator_types = ["parallel", "parallel", "parallel", "reduction", "parallel"]}
      ins(%p, %v : !s, !kv) outs(%fo : !o) {
  ^bb0(%a: f32, %b: bf16, %c: f32):
    %bw = arith.extf %b : bf16 to f32
    %t = arith.mulf %a, %bw : f32
    %u = arith.addf %c, %t : f32
    linalg.yield %u : f32
  } -> !o
  %eb = tensor.empty() : !h
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%w : !o) outs(%eb : !h) {
  ^bb0(%a: f32, %out: bf16):
    %t = arith.truncf %a : f32 to bf16
    linalg.yield %t : bf16
  } -> !h
  return %r : !h
}
