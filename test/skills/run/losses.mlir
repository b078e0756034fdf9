// Losses over rows, from bf16, f16 and f32, in both recipes.
// RUN: sed 's,= arith.extf .\([a-z0-9]*\) : bf16 to f32,= arith.maxnumf %%\1\, %%\1 : f32,; s,= arith.truncf .\([a-z0-9]*\) : f32 to bf16,= arith.maxnumf %%\1\, %%\1 : f32,; s,bf16,f32,g' %s > %t.f32.mlir
// RUN: sed 's,bf16,f16,g' %s > %t.f16.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.bf16.out.mlir
// RUN: kopt-gate %s %t.bf16.out.mlir --device=sim --families=normal,infinities,exp_range,subnormals
// RUN: kopt-opt %t.f16.mlir --apply-skills="skills=%skills" -o %t.f16.out.mlir
// RUN: kopt-gate %t.f16.mlir %t.f16.out.mlir --device=sim --shapes=asked
// RUN: kopt-opt %t.f32.mlir --apply-skills="skills=%skills recipe=plain" -o %t.f32.out.mlir
// RUN: kopt-gate %t.f32.mlir %t.f32.out.mlir --device=sim --shapes=asked
// REQUIRES: sim
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @rows(%arg0: tensor<?x19xbf16>, %arg1: tensor<?x19xbf16>) -> (tensor<?x19xbf16>, tensor<?xf32>, tensor<?xbf16>) {
  %q0 = arith.constant 0xFF800000 : f32
  %q1 = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %arg0, %c0 : tensor<?x19xbf16>
  %e1 = tensor.empty(%d) : tensor<?xf32>
  %z2 = linalg.fill ins(%q0 : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %g3 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%arg0 : tensor<?x19xbf16>) outs(%z2 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.maximumf %o, %v1 : f32
    linalg.yield %v2 : f32
  } -> tensor<?xf32>
  %e4 = tensor.empty(%d) : tensor<?xf32>
  %z5 = linalg.fill ins(%q1 : f32) outs(%e4 : tensor<?xf32>) -> tensor<?xf32>
  %g6 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%arg0, %g3 : tensor<?x19xbf16>, tensor<?xf32>) outs(%z5 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %i1: f32, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.subf %v1, %i1 : f32
    %v3 = math.exp %v2 : f32
    %v4 = arith.addf %o, %v3 : f32
    linalg.yield %v4 : f32
  } -> tensor<?xf32>
  %e7 = tensor.empty(%d) : tensor<?x19xbf16>
  %g8 = linalg.generic {indexing_maps = [#id, #row, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg0, %g3, %g6 : tensor<?x19xbf16>, tensor<?xf32>, tensor<?xf32>) outs(%e7 : tensor<?x19xbf16>) {
  ^bb0(%i0: bf16, %i1: f32, %i2: f32, %o: bf16):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.subf %v1, %i1 : f32
    %v3 = math.log %i2 : f32
    %v4 = arith.subf %v2, %v3 : f32
    %v5 = arith.truncf %v4 : f32 to bf16
    linalg.yield %v5 : bf16
  } -> tensor<?x19xbf16>
  %e9 = tensor.empty(%d) : tensor<?xf32>
  %z10 = linalg.fill ins(%q1 : f32) outs(%e9 : tensor<?xf32>) -> tensor<?xf32>
  %g11 = linalg.generic {indexing_maps = [#id, #id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%arg0, %arg1, %g3, %g6 : tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?xf32>, tensor<?xf32>) outs(%z10 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %i1: bf16, %i2: f32, %i3: f32, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.extf %i1 : bf16 to f32
    %v3 = arith.subf %v1, %i2 : f32
    %v4 = math.log %i3 : f32
    %v5 = arith.subf %v3, %v4 : f32
    %v6 = arith.mulf %v2, %v5 : f32
    %v7 = arith.subf %o, %v6 : f32
    linalg.yield %v7 : f32
  } -> tensor<?xf32>
  %e12 = tensor.empty(%d) : tensor<?xbf16>
  %g13 = linalg.generic {indexing_maps = [affine_map<(a)->(a)>, affine_map<(a)->(a)>, affine_map<(a)->(a)>], iterator_types = ["parallel"]}
      ins(%g3, %g6 : tensor<?xf32>, tensor<?xf32>) outs(%e12 : tensor<?xbf16>) {
  ^bb0(%i0: f32, %i1: f32, %o: bf16):
    %v1 = math.log %i1 : f32
    %v2 = arith.addf %i0, %v1 : f32
    %v3 = arith.truncf %v2 : f32 to bf16
    linalg.yield %v3 : bf16
  } -> tensor<?xbf16>
  return %g8, %g11, %g13 : tensor<?x19xbf16>, tensor<?xf32>, tensor<?xbf16>
}
