// Layer normalisation, a product with a matrix and a softmax; the aliases are
// those of lifted.mlir, which this is appended to.
func.func @block(%x: !m, %g: !v, %w: !m) -> !m attributes {kopt.optimize} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %epsilon = arith.constant 1.0e-5 : f32
  %rows = tensor.dim %x, %c0 : !m
  %hidden = tensor.dim %x, %c1 : !m
  %columns = tensor.dim %w, %c1 : !m
  %n = arith.index_cast %hidden : index to i64
  %count = arith.sitofp %n : i64 to f32
  %er = tensor.empty(%rows) : !v
  %ex = tensor.empty(%rows, %hidden) : !m
  %ey = tensor.empty(%rows, %columns) : !m
  %zr = linalg.fill ins(%zero : f32) outs(%er : !v) -> !v
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%x : !m) outs(%zr : !v) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> !v
  %centred = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %sum : !m, !v) outs(%ex : !m) {
  ^bb0(%a: f32, %s: f32, %o: f32):
    %mean = arith.divf %s, %count : f32
    %r = arith.subf %a, %mean : f32
    linalg.yield %r : f32
  } -> !m
  %square = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%centred : !m) outs(%zr : !v) {
  ^bb0(%a: f32, %acc: f32):
    %p = arith.mulf %a, %a : f32
    %r = arith.addf %acc, %p : f32
    linalg.yield %r : f32
  } -> !v
  %normal = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%centred, %square, %g : !m, !v, !v) outs(%ex : !m) {
  ^bb0(%a: f32, %s: f32, %scale: f32, %o: f32):
    %variance = arith.divf %s, %count : f32
    %shifted = arith.addf %variance, %epsilon : f32
    %root = math.rsqrt %shifted : f32
    %p = arith.mulf %a, %root : f32
    %r = arith.mulf %p, %scale : f32
    linalg.yield %r : f32
  } -> !m
  %zy = linalg.fill ins(%zero : f32) outs(%ey : !m) -> !m
  %y = linalg.matmul ins(%normal, %w : !m, !m) outs(%zy : !m) -> !m
  %lowest = linalg.fill ins(%low : f32) outs(%er : !v) -> !v
  %most = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%y : !m) outs(%lowest : !v) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.maximumf %acc, %a : f32
    linalg.yield %r : f32
  } -> !v
  %power = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%y, %most : !m, !v) outs(%ey : !m) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %d = arith.subf %a, %b : f32
    %r = math.exp %d : f32
    linalg.yield %r : f32
  } -> !m
  %total = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%power : !m) outs(%zr : !v) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> !v
  %share = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%power, %total : !m, !v) outs(%ey : !m) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %r = arith.divf %a, %b : f32
    linalg.yield %r : f32
  } -> !m
  return %share : !m
}
