// Gated delta net, one token after the other: S := a S; u := b (v - S k); S := S + k u;
// o := S q, with a = exp(-|gate| / 8) and b = 1 / (1 + exp(-beta)), keys divided by 8.
#s = affine_map<(i, j) -> (i, j)>
#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#v = affine_map<(j) -> (j)>
func.func @delta(%q: tensor<2x40x32xf32>, %k: tensor<2x40x32xf32>, %v: tensor<2x40x32xf32>, %gate: tensor<2x40xf32>, %beta: tensor<2x40xf32>) -> tensor<2x40x32xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c40 = arith.constant 40 : index
  %z = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %eighth = arith.constant 0.125 : f32
  %start = arith.constant dense<0.0> : tensor<32x32xf32>
  %row = arith.constant dense<0.0> : tensor<32xf32>
  %e = tensor.empty() : tensor<2x40x32xf32>
  %r = scf.for %h = %c0 to %c2 step %c1 iter_args(%rh = %e) -> (tensor<2x40x32xf32>) {
    %w:2 = scf.for %t = %c0 to %c40 step %c1 iter_args(%out = %rh, %s = %start) -> (tensor<2x40x32xf32>, tensor<32x32xf32>) {
      %kr = tensor.extract_slice %k[%h, %t, 0] [1, 1, 32] [1, 1, 1] : tensor<2x40x32xf32> to tensor<32xf32>
      %vt = tensor.extract_slice %v[%h, %t, 0] [1, 1, 32] [1, 1, 1] : tensor<2x40x32xf32> to tensor<32xf32>
      %qt = tensor.extract_slice %q[%h, %t, 0] [1, 1, 32] [1, 1, 1] : tensor<2x40x32xf32> to tensor<32xf32>
      %g = tensor.extract %gate[%h, %t] : tensor<2x40xf32>
      %b = tensor.extract %beta[%h, %t] : tensor<2x40xf32>
      %ga = math.absf %g : f32
      %gs = arith.mulf %ga, %eighth : f32
      %gn = arith.negf %gs : f32
      %a = math.exp %gn : f32
      %bn = arith.negf %b : f32
      %be = math.exp %bn : f32
      %bp = arith.addf %be, %one : f32
      %bs = arith.divf %one, %bp : f32
      %kt = linalg.generic {indexing_maps = [#v, #v], iterator_types = ["parallel"]} ins(%kr : tensor<32xf32>) outs(%row : tensor<32xf32>) {
      ^bb0(%x: f32, %o: f32):
        %y = arith.mulf %x, %eighth : f32
        linalg.yield %y : f32
      } -> tensor<32xf32>
      %sa = linalg.generic {indexing_maps = [#s], iterator_types = ["parallel", "parallel"]} outs(%s : tensor<32x32xf32>) {
      ^bb0(%x: f32):
        %y = arith.mulf %x, %a : f32
        linalg.yield %y : f32
      } -> tensor<32x32xf32>
      %p = linalg.generic {indexing_maps = [#s, #i, #j], iterator_types = ["reduction", "parallel"]} ins(%sa, %kt : tensor<32x32xf32>, tensor<32xf32>) outs(%row : tensor<32xf32>) {
      ^bb0(%x: f32, %kk: f32, %o: f32):
        %y = arith.mulf %x, %kk : f32
        %n = arith.addf %o, %y : f32
        linalg.yield %n : f32
      } -> tensor<32xf32>
      %u = linalg.generic {indexing_maps = [#v, #v, #v], iterator_types = ["parallel"]} ins(%vt, %p : tensor<32xf32>, tensor<32xf32>) outs(%row : tensor<32xf32>) {
      ^bb0(%x: f32, %pp: f32, %o: f32):
        %y = arith.subf %x, %pp : f32
        %n = arith.mulf %y, %bs : f32
        linalg.yield %n : f32
      } -> tensor<32xf32>
      %sn = linalg.generic {indexing_maps = [#i, #j, #s], iterator_types = ["parallel", "parallel"]} ins(%kt, %u : tensor<32xf32>, tensor<32xf32>) outs(%sa : tensor<32x32xf32>) {
      ^bb0(%kk: f32, %uu: f32, %x: f32):
        %y = arith.mulf %kk, %uu : f32
        %n = arith.addf %x, %y : f32
        linalg.yield %n : f32
      } -> tensor<32x32xf32>
      %ot = linalg.generic {indexing_maps = [#s, #i, #j], iterator_types = ["reduction", "parallel"]} ins(%sn, %qt : tensor<32x32xf32>, tensor<32xf32>) outs(%row : tensor<32xf32>) {
      ^bb0(%x: f32, %qq: f32, %o: f32):
        %y = arith.mulf %x, %qq : f32
        %n = arith.addf %o, %y : f32
        linalg.yield %n : f32
      } -> tensor<32xf32>
      %put = tensor.insert_slice %ot into %out[%h, %t, 0] [1, 1, 32] [1, 1, 1] : tensor<32xf32> into tensor<2x40x32xf32>
      scf.yield %put, %sn : tensor<2x40x32xf32>, tensor<32x32xf32>
    }
    scf.yield %w#0 : tensor<2x40x32xf32>
  }
  return %r : tensor<2x40x32xf32>
}
