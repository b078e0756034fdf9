// Sines, cosines and tangents of angles whose rounding is more than a period: any
// number of their range may come out, as of positions and frequencies in a rotary
// embedding. Where the angle is exact, or small, they are held to their error.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.plain.mlir --entry=rope --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=rope --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=rope --device=sim --seed=1
// RUN: kopt-gate %s %t.fast.mlir --entry=frequencies --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=frequencies --device=sim --seed=1
// RUN: kopt-gate %s %t.fast.mlir --entry=half --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=tangents --device=sim
// RUN: kopt-gate %s %t.fast.mlir --entry=exact --device=sim
// RUN: sed 's,math.sin %%a : f32,math.cos %%a : f32,; s,math.sin %%angle : f32,math.cos %%angle : f32,' %s > %t.wrong.mlir
// RUN: kopt-opt %t.wrong.mlir --apply-skills="skills=%skills recipe=plain" -o %t.wrong.plain.mlir
// RUN: %exits 2 kopt-gate %s %t.wrong.plain.mlir --entry=rope --device=sim | FileCheck %s
// RUN: %exits 2 kopt-gate %s %t.wrong.plain.mlir --entry=exact --device=sim --families=large_mean | FileCheck %s
// REQUIRES: sim

// CHECK: rejected (mismatch)

#id = affine_map<(p, d) -> (p, d)>
#pos = affine_map<(p, d) -> (p)>
#freq = affine_map<(p, d) -> (d)>
func.func @rope(%x: tensor<33x16xf32>, %y: tensor<33x16xf32>, %p: tensor<33xi32>, %f: tensor<16xf32>) -> tensor<33x16xf32> {
  %e = tensor.empty() : tensor<33x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #pos, #freq, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %p, %f : tensor<33x16xf32>, tensor<33x16xf32>, tensor<33xi32>, tensor<16xf32>) outs(%e : tensor<33x16xf32>) {
  ^bb0(%a: f32, %b: f32, %n: i32, %w: f32, %o: f32):
    %t = arith.sitofp %n : i32 to f32
    %angle = arith.mulf %t, %w : f32
    %c = math.cos %angle : f32
    %s = math.sin %angle : f32
    %ac = arith.mulf %a, %c : f32
    %bs = arith.mulf %b, %s : f32
    %v = arith.subf %ac, %bs : f32
    linalg.yield %v : f32
  } -> tensor<33x16xf32>
  return %r : tensor<33x16xf32>
}
// The frequencies are made in the program, and wrong by more than one rounding.
func.func @frequencies(%x: tensor<33x16xf32>, %y: tensor<33x16xf32>, %p: tensor<33xi32>) -> tensor<33x16xf32> {
  %e = tensor.empty() : tensor<33x16xf32>
  %k = arith.constant -0.57564627 : f32
  %r = linalg.generic {indexing_maps = [#id, #id, #pos, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %p : tensor<33x16xf32>, tensor<33x16xf32>, tensor<33xi32>) outs(%e : tensor<33x16xf32>) {
  ^bb0(%a: f32, %b: f32, %n: i32, %o: f32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %i : index to i32
    %q = arith.sitofp %j : i32 to f32
    %h = arith.mulf %q, %k : f32
    %w = math.exp %h : f32
    %t = arith.sitofp %n : i32 to f32
    %angle = arith.mulf %t, %w : f32
    %c = math.cos %angle : f32
    %s = math.sin %angle : f32
    %ac = arith.mulf %a, %c : f32
    %bs = arith.mulf %b, %s : f32
    %v = arith.subf %ac, %bs : f32
    linalg.yield %v : f32
  } -> tensor<33x16xf32>
  return %r : tensor<33x16xf32>
}
func.func @half(%x: tensor<33x16xf16>, %f: tensor<16xf16>) -> tensor<33x16xf16> {
  %e = tensor.empty() : tensor<33x16xf16>
  %r = linalg.generic {indexing_maps = [#id, #freq, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %f : tensor<33x16xf16>, tensor<16xf16>) outs(%e : tensor<33x16xf16>) {
  ^bb0(%a: f16, %w: f16, %o: f16):
    %angle = arith.mulf %a, %w : f16
    %s = math.sin %angle : f16
    linalg.yield %s : f16
  } -> tensor<33x16xf16>
  return %r : tensor<33x16xf16>
}
func.func @tangents(%x: tensor<33x16xf32>, %f: tensor<16xf32>) -> tensor<33x16xf32> {
  %e = tensor.empty() : tensor<33x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #freq, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %f : tensor<33x16xf32>, tensor<16xf32>) outs(%e : tensor<33x16xf32>) {
  ^bb0(%a: f32, %w: f32, %o: f32):
    %angle = arith.mulf %a, %w : f32
    %s = math.tan %angle : f32
    %c = arith.constant 1.0 : f32
    %v = arith.minimumf %s, %c : f32
    linalg.yield %v : f32
  } -> tensor<33x16xf32>
  return %r : tensor<33x16xf32>
}
func.func @exact(%x: tensor<33x16xf32>) -> tensor<33x16xf32> {
  %e = tensor.empty() : tensor<33x16xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<33x16xf32>) outs(%e : tensor<33x16xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = math.sin %a : f32
    linalg.yield %s : f32
  } -> tensor<33x16xf32>
  return %r : tensor<33x16xf32>
}
