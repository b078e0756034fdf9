// Programs whose values on the way overflow or underflow in their own types and
// not in the oracle's: what the program gives is accepted, and what a wider type
// gives. A kernel that returns zero for a normal number is rejected.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.same.mlir
// RUN: kopt-gate %s %t.same.mlir --entry=silu --device=sim --json=%t.json
// RUN: FileCheck %s --check-prefix=RANGE < %t.json
// RUN: kopt-gate %s %t.same.mlir --entry=softplus --device=sim
// RUN: kopt-gate %s %t.same.mlir --entry=norm --device=sim

// Sums of squares in a wider type do not overflow.
// RUN: kopt-opt %S/Inputs/wide-norm.mlir --apply-skills="skills=%skills recipe=plain" -o %t.other.mlir
// RUN: kopt-gate %s %t.other.mlir --entry=norm --device=sim --families=normal_1e3,exp_range

// RUN: sed 's,3.0e38,80.0,' %s > %t.flush.mlir
// RUN: kopt-opt %t.flush.mlir --apply-skills="skills=%skills recipe=plain" -o %t.wrong.mlir
// RUN: not kopt-gate %s %t.wrong.mlir --entry=silu --device=sim --families=exp_range | FileCheck %s --check-prefix=FLUSH
// RUN: not kopt-gate %s %t.wrong.mlir --entry=softplus --device=sim --families=exp_range | FileCheck %s --check-prefix=FLUSH
// RUN: sed 's,0.0 : f16,1.0 : f16,' %s > %t.more.mlir
// RUN: kopt-opt %t.more.mlir --apply-skills="skills=%skills recipe=plain" -o %t.worse.mlir
// RUN: not kopt-gate %s %t.worse.mlir --entry=norm --device=sim --families=uniform01 | FileCheck %s --check-prefix=FLUSH
// REQUIRES: sim

// RANGE: "ambiguous_elements": {{[1-9]}}
// FLUSH: rejected (mismatch)
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @silu(%x: tensor<?x33xf32>, %y: tensor<?x33xf32>) -> tensor<?x33xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 3.0e38 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x33xf32>
  %e = tensor.empty(%d) : tensor<?x33xf32>
  %r = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<?x33xf32>, tensor<?x33xf32>) outs(%e : tensor<?x33xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %n = arith.negf %a : f32
    %p = math.exp %n : f32
    %s = arith.addf %p, %one : f32
    %q = arith.divf %one, %s : f32
    %m = arith.mulf %a, %q : f32
    %w = arith.mulf %m, %b : f32
    %size = math.absf %a : f32
    %big = arith.cmpf ogt, %size, %limit : f32
    %v = arith.select %big, %zero, %w : f32
    linalg.yield %v : f32
  } -> tensor<?x33xf32>
  return %r : tensor<?x33xf32>
}
func.func @softplus(%x: tensor<29x33xf32>) -> tensor<29x33xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %limit = arith.constant 3.0e38 : f32
  %e = tensor.empty() : tensor<29x33xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<29x33xf32>) outs(%e : tensor<29x33xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = math.exp %a : f32
    %s = math.log1p %p : f32
    %size = math.absf %a : f32
    %big = arith.cmpf ogt, %size, %limit : f32
    %v = arith.select %big, %zero, %s : f32
    linalg.yield %v : f32
  } -> tensor<29x33xf32>
  return %r : tensor<29x33xf32>
}
func.func @norm(%x: tensor<5x40xf16>) -> tensor<5x40xf16> {
  %zero = arith.constant 0.0 : f16
  %i = tensor.empty() : tensor<5xf16>
  %e = tensor.empty() : tensor<5x40xf16>
  %f = linalg.fill ins(%zero : f16) outs(%i : tensor<5xf16>) -> tensor<5xf16>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x40xf16>) outs(%f : tensor<5xf16>) {
  ^bb0(%a: f16, %c: f16):
    %p = arith.mulf %a, %a : f16
    %q = arith.addf %c, %p : f16
    linalg.yield %q : f16
  } -> tensor<5xf16>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<5x40xf16>, tensor<5xf16>) outs(%e : tensor<5x40xf16>) {
  ^bb0(%a: f16, %b: f16, %o: f16):
    %n = math.rsqrt %b : f16
    %q = arith.mulf %a, %n : f16
    linalg.yield %q : f16
  } -> tensor<5x40xf16>
  return %r : tensor<5x40xf16>
}
