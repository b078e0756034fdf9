// Normalisations of rows, from bf16, f16 and f32, in both recipes.
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
#column = affine_map<(d0, d1) -> (d1)>
func.func @rows(%arg0: tensor<?x19xbf16>, %arg1: tensor<?x19xbf16>, %arg2: tensor<19xbf16>) -> (tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>) {
  %q0 = arith.constant 0.0 : f32
  %q1 = arith.constant 19.0 : f32
  %q2 = arith.constant 1.0e-5 : f32
  %q3 = arith.constant 1.0e-12 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %arg0, %c0 : tensor<?x19xbf16>
  %e1 = tensor.empty(%d) : tensor<?xf32>
  %z2 = linalg.fill ins(%q0 : f32) outs(%e1 : tensor<?xf32>) -> tensor<?xf32>
  %g3 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%arg0 : tensor<?x19xbf16>) outs(%z2 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.addf %o, %v1 : f32
    linalg.yield %v2 : f32
  } -> tensor<?xf32>
  %e4 = tensor.empty(%d) : tensor<?xf32>
  %g5 = linalg.generic {indexing_maps = [affine_map<(a)->(a)>, affine_map<(a)->(a)>], iterator_types = ["parallel"]}
      ins(%g3 : tensor<?xf32>) outs(%e4 : tensor<?xf32>) {
  ^bb0(%i0: f32, %o: f32):
    %v1 = arith.divf %i0, %q1 : f32
    linalg.yield %v1 : f32
  } -> tensor<?xf32>
  %e6 = tensor.empty(%d) : tensor<?xf32>
  %z7 = linalg.fill ins(%q0 : f32) outs(%e6 : tensor<?xf32>) -> tensor<?xf32>
  %g8 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%arg0, %g5 : tensor<?x19xbf16>, tensor<?xf32>) outs(%z7 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %i1: f32, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.subf %v1, %i1 : f32
    %v3 = arith.mulf %v2, %v2 : f32
    %v4 = arith.addf %o, %v3 : f32
    linalg.yield %v4 : f32
  } -> tensor<?xf32>
  %e9 = tensor.empty(%d) : tensor<?x19xbf16>
  %g10 = linalg.generic {indexing_maps = [#id, #row, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg0, %g5, %g8, %arg2 : tensor<?x19xbf16>, tensor<?xf32>, tensor<?xf32>, tensor<19xbf16>) outs(%e9 : tensor<?x19xbf16>) {
  ^bb0(%i0: bf16, %i1: f32, %i2: f32, %i3: bf16, %o: bf16):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.extf %i3 : bf16 to f32
    %v3 = arith.subf %v1, %i1 : f32
    %v4 = arith.divf %i2, %q1 : f32
    %v5 = arith.addf %v4, %q2 : f32
    %v6 = math.rsqrt %v5 : f32
    %v7 = arith.mulf %v3, %v6 : f32
    %v8 = arith.mulf %v7, %v2 : f32
    %v9 = arith.truncf %v8 : f32 to bf16
    linalg.yield %v9 : bf16
  } -> tensor<?x19xbf16>
  %e11 = tensor.empty(%d) : tensor<?x19xbf16>
  %g12 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg0, %arg1 : tensor<?x19xbf16>, tensor<?x19xbf16>) outs(%e11 : tensor<?x19xbf16>) {
  ^bb0(%i0: bf16, %i1: bf16, %o: bf16):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.extf %i1 : bf16 to f32
    %v3 = arith.addf %v1, %v2 : f32
    %v4 = arith.truncf %v3 : f32 to bf16
    linalg.yield %v4 : bf16
  } -> tensor<?x19xbf16>
  %e13 = tensor.empty(%d) : tensor<?xf32>
  %z14 = linalg.fill ins(%q0 : f32) outs(%e13 : tensor<?xf32>) -> tensor<?xf32>
  %g15 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%g12 : tensor<?x19xbf16>) outs(%z14 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %o, %v2 : f32
    linalg.yield %v3 : f32
  } -> tensor<?xf32>
  %e16 = tensor.empty(%d) : tensor<?x19xbf16>
  %g17 = linalg.generic {indexing_maps = [#id, #row, #column, #id], iterator_types = ["parallel", "parallel"]}
      ins(%g12, %g15, %arg2 : tensor<?x19xbf16>, tensor<?xf32>, tensor<19xbf16>) outs(%e16 : tensor<?x19xbf16>) {
  ^bb0(%i0: bf16, %i1: f32, %i2: bf16, %o: bf16):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.extf %i2 : bf16 to f32
    %v3 = arith.divf %i1, %q1 : f32
    %v4 = arith.addf %v3, %q2 : f32
    %v5 = math.rsqrt %v4 : f32
    %v6 = arith.mulf %v1, %v5 : f32
    %v7 = arith.mulf %v6, %v2 : f32
    %v8 = arith.truncf %v7 : f32 to bf16
    linalg.yield %v8 : bf16
  } -> tensor<?x19xbf16>
  %e18 = tensor.empty(%d) : tensor<?xf32>
  %z19 = linalg.fill ins(%q0 : f32) outs(%e18 : tensor<?xf32>) -> tensor<?xf32>
  %g20 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%arg0 : tensor<?x19xbf16>) outs(%z19 : tensor<?xf32>) {
  ^bb0(%i0: bf16, %o: f32):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = arith.mulf %v1, %v1 : f32
    %v3 = arith.addf %o, %v2 : f32
    linalg.yield %v3 : f32
  } -> tensor<?xf32>
  %e21 = tensor.empty(%d) : tensor<?x19xbf16>
  %g22 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%arg0, %g20 : tensor<?x19xbf16>, tensor<?xf32>) outs(%e21 : tensor<?x19xbf16>) {
  ^bb0(%i0: bf16, %i1: f32, %o: bf16):
    %v1 = arith.extf %i0 : bf16 to f32
    %v2 = math.sqrt %i1 : f32
    %v3 = arith.maximumf %v2, %q3 : f32
    %v4 = arith.divf %v1, %v3 : f32
    %v5 = arith.truncf %v4 : f32 to bf16
    linalg.yield %v5 : bf16
  } -> tensor<?x19xbf16>
  return %g10, %g17, %g12, %g22 : tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>
}
