// Decode attention over paged keys and values: pages of 16, two sequences of 2 heads of
// keys with 4 queries each. Where the pages of a sequence are, and how long it is, is
// computed by the program as the kernels here do.
#o = affine_map<(b, g, r, d) -> (b, g, r, d)>
func.func @decode(%q: tensor<2x2x4x64xbf16>, %k: tensor<20x2x16x64xbf16>, %v: tensor<20x2x16x64xbf16>) -> tensor<2x2x4x64xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c20 = arith.constant 20 : index
  %c37 = arith.constant 37 : index
  %c64 = arith.constant 64 : index
  %c120 = arith.constant 120 : index
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %scale = arith.constant 0.125 : f32
  %e = tensor.empty() : tensor<2x2x4x64xf32>
  %lse = tensor.empty() : tensor<2x2x4x120xf32>
  %s = linalg.generic {indexing_maps = [#o], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%lse : tensor<2x2x4x120xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %g = linalg.index 1 : index
    %r = linalg.index 2 : index
    %n = linalg.index 3 : index
    %isFirst = arith.cmpi eq, %b, %c0 : index
    %length = arith.select %isFirst, %c37, %c120 : index
    %isIn = arith.cmpi ult, %n, %length : index
    %j = arith.divui %n, %c16 : index
    %i = arith.remui %n, %c16 : index
    // The page of block j of sequence b: (3 j + 5 b + 1) mod 20.
    %j3 = arith.muli %j, %c3 : index
    %b5 = arith.muli %b, %c5 : index
    %sum = arith.addi %j3, %b5 : index
    %next = arith.addi %sum, %c1 : index
    %page = arith.remui %next, %c20 : index
    %dot = scf.for %d = %c0 to %c64 step %c1 iter_args(%acc = %z) -> (f32) {
      %a = tensor.extract %q[%b, %g, %r, %d] : tensor<2x2x4x64xbf16>
      %w = tensor.extract %k[%page, %g, %i, %d] : tensor<20x2x16x64xbf16>
      %aw = arith.extf %a : bf16 to f32
      %ww = arith.extf %w : bf16 to f32
      %p = arith.mulf %aw, %ww : f32
      %t = arith.addf %acc, %p : f32
      scf.yield %t : f32
    }
    %scaled = arith.mulf %dot, %scale : f32
    %x = arith.select %isIn, %scaled, %ninf : f32
    linalg.yield %x : f32
  } -> tensor<2x2x4x120xf32>
  %p = linalg.softmax dimension(3) ins(%s : tensor<2x2x4x120xf32>) outs(%lse : tensor<2x2x4x120xf32>) -> tensor<2x2x4x120xf32>
  %r = linalg.generic {indexing_maps = [#o], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%e : tensor<2x2x4x64xf32>) {
  ^bb0(%out: f32):
    %b = linalg.index 0 : index
    %g = linalg.index 1 : index
    %h = linalg.index 2 : index
    %d = linalg.index 3 : index
    %o = scf.for %n = %c0 to %c120 step %c1 iter_args(%acc = %z) -> (f32) {
      %j = arith.divui %n, %c16 : index
      %i = arith.remui %n, %c16 : index
      %j3 = arith.muli %j, %c3 : index
      %b5 = arith.muli %b, %c5 : index
      %sum = arith.addi %j3, %b5 : index
      %next = arith.addi %sum, %c1 : index
      %page = arith.remui %next, %c20 : index
      %a = tensor.extract %p[%b, %g, %h, %n] : tensor<2x2x4x120xf32>
      %w = tensor.extract %v[%page, %g, %i, %d] : tensor<20x2x16x64xbf16>
      %ww = arith.extf %w : bf16 to f32
      %m = arith.mulf %a, %ww : f32
      %t = arith.addf %acc, %m : f32
      scf.yield %t : f32
    }
    linalg.yield %o : f32
  } -> tensor<2x2x4x64xf32>
  return %r : tensor<2x2x4x64xf32>
}
