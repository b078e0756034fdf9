// T22: cross-entropy of each row, logits in bf16, f32 inside; 0 where the target
// is -100.
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#one = affine_map<(d0) -> (d0)>
func.func @cross_entropy(%x: tensor<6x301xbf16>, %target: tensor<6xi64>) -> tensor<6xf32> {
  %z = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %ignore = arith.constant -100 : i64
  %none = arith.constant 0 : i64
  %e = tensor.empty() : tensor<6x301xf32>
  %v = tensor.empty() : tensor<6xf32>
  %f = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<6x301xbf16>) outs(%e : tensor<6x301xf32>) {
  ^bb0(%a: bf16, %o: f32):
    %w = arith.extf %a : bf16 to f32
    linalg.yield %w : f32
  } -> tensor<6x301xf32>
  %m0 = linalg.fill ins(%low : f32) outs(%v : tensor<6xf32>) -> tensor<6xf32>
  %m = linalg.reduce { arith.maximumf } ins(%f : tensor<6x301xf32>) outs(%m0 : tensor<6xf32>) dimensions = [1]
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%f, %m : tensor<6x301xf32>, tensor<6xf32>) outs(%e : tensor<6x301xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<6x301xf32>
  %s0 = linalg.fill ins(%z : f32) outs(%v : tensor<6xf32>) -> tensor<6xf32>
  %s = linalg.reduce { arith.addf } ins(%p : tensor<6x301xf32>) outs(%s0 : tensor<6xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#one, #one, #one, #one], iterator_types = ["parallel"]}
      ins(%m, %s, %target : tensor<6xf32>, tensor<6xf32>, tensor<6xi64>) outs(%v : tensor<6xf32>) {
  ^bb0(%a: f32, %b: f32, %t: i64, %o: f32):
    %ignored = arith.cmpi eq, %t, %ignore : i64
    %there = arith.select %ignored, %none, %t : i64
    %i = linalg.index 0 : index
    %j = arith.index_cast %there : i64 to index
    %label = tensor.extract %f[%i, %j] : tensor<6x301xf32>
    %log = math.log %b : f32
    %lse = arith.addf %a, %log : f32
    %loss = arith.subf %lse, %label : f32
    %kept = arith.select %ignored, %z, %loss : f32
    linalg.yield %kept : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}
