// Rows of x times the weights of their group; row m is of group m floordiv 16 of three.
// The starts of the groups come from memory: here what the program computes them to be.
#x = affine_map<(m, n, k) -> (m, k)>
#o = affine_map<(m, n, k) -> (m, n)>
func.func @grouped(%x: tensor<90x64xbf16>, %w: tensor<3x64x48xbf16>) -> tensor<90x48xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<90x48xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<90x48xf32>) -> tensor<90x48xf32>
  %r = linalg.generic {indexing_maps = [#x, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x : tensor<90x64xbf16>) outs(%f : tensor<90x48xf32>) {
  ^bb0(%a: bf16, %c: f32):
    %m = linalg.index 0 : index
    %n = linalg.index 1 : index
    %k = linalg.index 2 : index
    %c7 = arith.constant 7 : index
    %c71 = arith.constant 71 : index
    %one = arith.constant 1 : index
    %zero = arith.constant 0 : index
    %isPast = arith.cmpi uge, %m, %c7 : index
    %isLast = arith.cmpi uge, %m, %c71 : index
    %g0 = arith.select %isPast, %one, %zero : index
    %g1 = arith.select %isLast, %one, %zero : index
    %g = arith.addi %g0, %g1 : index
    %b = tensor.extract %w[%g, %k, %n] : tensor<3x64x48xbf16>
    %aw = arith.extf %a : bf16 to f32
    %bw = arith.extf %b : bf16 to f32
    %p = arith.mulf %aw, %bw : f32
    %t = arith.addf %c, %p : f32
    linalg.yield %t : f32
  } -> tensor<90x48xf32>
  return %r : tensor<90x48xf32>
}
