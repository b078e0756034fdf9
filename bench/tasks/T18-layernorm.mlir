// T18: LayerNorm with weight and bias in f32.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0, 0)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @layernorm(%x: tensor<8192x8192xf32>, %w: tensor<8192xf32>, %b: tensor<8192xf32>) -> tensor<8192x8192xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8192.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %er = tensor.empty() : tensor<8192x1xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<8192x1xf32>) -> tensor<8192x1xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8192x8192xf32>) outs(%z : tensor<8192x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %c = arith.addf %acc, %a : f32
    linalg.yield %c : f32
  } -> tensor<8192x1xf32>
  %var = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<8192x8192xf32>, tensor<8192x1xf32>) outs(%z : tensor<8192x1xf32>) {
  ^bb0(%a: f32, %s: f32, %acc: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %a, %m : f32
    %q = arith.mulf %d, %d : f32
    %c = arith.addf %acc, %q : f32
    linalg.yield %c : f32
  } -> tensor<8192x1xf32>
  %e = tensor.empty() : tensor<8192x8192xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #row, #column, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %sum, %var, %w, %b : tensor<8192x8192xf32>, tensor<8192x1xf32>, tensor<8192x1xf32>, tensor<8192xf32>, tensor<8192xf32>) outs(%e : tensor<8192x8192xf32>) {
  ^bb0(%a: f32, %s: f32, %v: f32, %g: f32, %h: f32, %out: f32):
    %m = arith.divf %s, %n : f32
    %d = arith.subf %a, %m : f32
    %vn = arith.divf %v, %n : f32
    %ve = arith.addf %vn, %eps : f32
    %i = math.rsqrt %ve : f32
    %p = arith.mulf %d, %i : f32
    %pg = arith.mulf %p, %g : f32
    %y = arith.addf %pg, %h : f32
    linalg.yield %y : f32
  } -> tensor<8192x8192xf32>
  return %r : tensor<8192x8192xf32>
}
