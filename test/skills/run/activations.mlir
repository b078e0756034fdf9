// Activations as a newcomer writes them, from bf16, f16 and f32, in both recipes.
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
func.func @activations(%x: tensor<?x19xbf16>, %y: tensor<?x19xbf16>)
    -> (tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>) {
  %k0 = arith.constant 1.0 : f32
  %k1 = arith.constant 0.5 : f32
  %k2 = arith.constant 0.70710678118 : f32
  %k3 = arith.constant 0.044715 : f32
  %k4 = arith.constant 0.7978845608 : f32
  %k5 = arith.constant 0.0 : f32
  %k6 = arith.constant 3.0 : f32
  %k7 = arith.constant 6.0 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x19xbf16>
  %e = tensor.empty(%d) : tensor<?x19xbf16>
  %r:10 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<?x19xbf16>, tensor<?x19xbf16>)
      outs(%e, %e, %e, %e, %e, %e, %e, %e, %e, %e : tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>) {
  ^bb0(%a: bf16, %g: bf16, %o0: bf16, %o1: bf16, %o2: bf16, %o3: bf16, %o4: bf16, %o5: bf16, %o6: bf16, %o7: bf16, %o8: bf16, %o9: bf16):
    %w = arith.extf %a : bf16 to f32
    %h = arith.extf %g : bf16 to f32
    // sigmoid
    %v1 = arith.negf %w : f32
    %v2 = math.exp %v1 : f32
    %v3 = arith.addf %v2, %k0 : f32
    %v4 = arith.divf %k0, %v3 : f32
    %v5 = arith.truncf %v4 : f32 to bf16
    // silu1
    %v6 = arith.negf %w : f32
    %v7 = math.exp %v6 : f32
    %v8 = arith.addf %k0, %v7 : f32
    %v9 = arith.divf %w, %v8 : f32
    %v10 = arith.truncf %v9 : f32 to bf16
    // gelu_erf
    %v11 = arith.mulf %w, %k1 : f32
    %v12 = arith.mulf %w, %k2 : f32
    %v13 = math.erf %v12 : f32
    %v14 = arith.addf %v13, %k0 : f32
    %v15 = arith.mulf %v11, %v14 : f32
    %v16 = arith.truncf %v15 : f32 to bf16
    // gelu_tanh
    %v17 = arith.mulf %w, %w : f32
    %v18 = arith.mulf %v17, %w : f32
    %v19 = arith.mulf %v18, %k3 : f32
    %v20 = arith.addf %w, %v19 : f32
    %v21 = arith.mulf %v20, %k4 : f32
    %v22 = arith.mulf %w, %k1 : f32
    %v23 = math.tanh %v21 : f32
    %v24 = arith.addf %v23, %k0 : f32
    %v25 = arith.mulf %v22, %v24 : f32
    %v26 = arith.truncf %v25 : f32 to bf16
    // softplus_stable
    %v27 = arith.maximumf %w, %k5 : f32
    %v28 = math.absf %w : f32
    %v29 = arith.negf %v28 : f32
    %v30 = math.exp %v29 : f32
    %v31 = math.log1p %v30 : f32
    %v32 = arith.addf %v27, %v31 : f32
    %v33 = arith.truncf %v32 : f32 to bf16
    // mish
    %v34 = math.exp %w : f32
    %v35 = math.log1p %v34 : f32
    %v36 = math.tanh %v35 : f32
    %v37 = arith.mulf %w, %v36 : f32
    %v38 = arith.truncf %v37 : f32 to bf16
    // hardswish
    %v39 = arith.addf %w, %k6 : f32
    %v40 = arith.maximumf %v39, %k5 : f32
    %v41 = arith.minimumf %v40, %k7 : f32
    %v42 = arith.mulf %w, %v41 : f32
    %v43 = arith.divf %v42, %k7 : f32
    %v44 = arith.truncf %v43 : f32 to bf16
    // elu
    %v45 = arith.cmpf ogt, %w, %k5 : f32
    %v46 = math.exp %w : f32
    %v47 = arith.subf %v46, %k0 : f32
    %v48 = arith.select %v45, %w, %v47 : f32
    %v49 = arith.truncf %v48 : f32 to bf16
    // logsig2
    %v50 = arith.negf %w : f32
    %v51 = math.exp %v50 : f32
    %v52 = arith.addf %v51, %k0 : f32
    %v53 = arith.divf %k0, %v52 : f32
    %v54 = math.log %v53 : f32
    %v55 = arith.truncf %v54 : f32 to bf16
    // swiglu
    %v56 = arith.negf %w : f32
    %v57 = math.exp %v56 : f32
    %v58 = arith.addf %k0, %v57 : f32
    %v59 = arith.divf %w, %v58 : f32
    %v60 = arith.mulf %v59, %h : f32
    %v61 = arith.truncf %v60 : f32 to bf16
    linalg.yield %v5, %v10, %v16, %v26, %v33, %v38, %v44, %v49, %v55, %v61 : bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16, bf16
  } -> (tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>)
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7, %r#8, %r#9 : tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>, tensor<?x19xbf16>
}
