// RMSNorm in bf16: what stock passes, recipes and knobs make of it is accepted.
// Passes over form 1, over tiles and over threads.
// RUN: kopt-opt %s --canonicalize --cse --linalg-generalize-named-ops --apply-skills="skills=%skills recipe=plain" -o %t.canonical.mlir
// RUN: kopt-gate %s %t.canonical.mlir --device=sim
// RUN: kopt-opt %s --linalg-fuse-elementwise-ops --apply-skills="skills=%skills recipe=plain" -o %t.fused.mlir
// RUN: kopt-gate %s %t.fused.mlir --device=sim
// RUN: kopt-opt %t.canonical.mlir --loop-invariant-code-motion --cse --canonicalize -o %t.motion.mlir
// RUN: kopt-gate %s %t.motion.mlir --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.memory.mlir
// RUN: kopt-gate %s %t.memory.mlir --device=sim
// RUN: kopt-opt %t.memory.mlir -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-allocate-shared,kopt-insert-barriers,kopt-to-simt,canonicalize,cse,loop-invariant-code-motion,sccp,canonicalize))' -o %t.simt.mlir
// RUN: FileCheck %s < %t.simt.mlir
// RUN: kopt-gate %s %t.simt.mlir --device=sim

// Other tiles, other numbers of warps, a launch for each operation or one for all.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid set-knob=tile_to_grid.cols=32" -o %t.cols.mlir
// RUN: kopt-gate %s %t.cols.mlir --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,launch_warps set-knob=tile_to_grid.cols=256,launch_warps.warps=2,launch_warps.bytes=4" -o %t.warps.mlir
// RUN: kopt-gate %s %t.warps.mlir --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid,defer_reductions,lane_reductions set-knob=tile_to_grid.cols=64" -o %t.deferred.mlir
// RUN: kopt-gate %s %t.deferred.mlir --device=sim
// REQUIRES: sim

// CHECK-NOT: kopt.kernel
// CHECK: gpu.func
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @rmsnorm(%x: tensor<7x200xbf16>, %w: tensor<200xbf16>) -> tensor<7x200xbf16> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 200.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<7x200xbf16>) outs(%f : tensor<7xf32>) {
  ^bb0(%a: bf16, %c: f32):
    %v = arith.extf %a : bf16 to f32
    %q = arith.mulf %v, %v : f32
    %t = arith.addf %c, %q : f32
    linalg.yield %t : f32
  } -> tensor<7xf32>
  %o = tensor.empty() : tensor<7x200xbf16>
  %r = linalg.generic {indexing_maps = [#id, #row, #col, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %w : tensor<7x200xbf16>, tensor<7xf32>, tensor<200xbf16>) outs(%o : tensor<7x200xbf16>) {
  ^bb0(%a: bf16, %sum: f32, %g: bf16, %out: bf16):
    %v = arith.extf %a : bf16 to f32
    %h = arith.extf %g : bf16 to f32
    %mean = arith.divf %sum, %n : f32
    %me = arith.addf %mean, %eps : f32
    %u = math.rsqrt %me : f32
    %p = arith.mulf %v, %u : f32
    %y = arith.mulf %p, %h : f32
    %z = arith.truncf %y : f32 to bf16
    linalg.yield %z : bf16
  } -> tensor<7x200xbf16>
  return %r : tensor<7x200xbf16>
}
