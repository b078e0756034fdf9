// T25: sum over the middle dimension, f32.
func.func @sum_middle(%x: tensor<32x4096x4095xf32>) -> tensor<32x4095xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x4095xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<32x4095xf32>) -> tensor<32x4095xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<32x4096x4095xf32>) outs(%z : tensor<32x4095xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<32x4095xf32>
  return %s : tensor<32x4095xf32>
}
