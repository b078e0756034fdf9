// Programs whose right kernels are far from the oracle in places, each accepted,
// and with a small fault rejected: operations of f16 that round on their own,
// sums that overflow in some orders, rows that cancel after a mean is taken off,
// and zeros of either sign.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.same.mlir
// RUN: kopt-gate %s %t.same.mlir --entry=halves --device=sim
// RUN: kopt-gate %s %t.same.mlir --entry=center --device=sim
// RUN: kopt-gate %s %t.same.mlir --entry=sums --device=sim --families=random_bits --json=%t.json
// RUN: FileCheck %s --check-prefix=OVERFLOW < %t.json
// RUN: kopt-gate %s %t.same.mlir --entry=zeros --device=sim --families=signed_zeros

// RUN: sed 's,1.0e-3,1.2e-3,; s,64.0,64.01,; s,maxnumf .a. .z,addf %%a\, %%z,' %s > %t.fault.mlir
// RUN: kopt-opt %t.fault.mlir --apply-skills="skills=%skills recipe=plain" -o %t.wrong.mlir
// RUN: not kopt-gate %s %t.wrong.mlir --entry=halves --device=sim --families=normal | FileCheck %s --check-prefix=FAULT
// RUN: not kopt-gate %s %t.wrong.mlir --entry=center --device=sim --families=uniform01 | FileCheck %s --check-prefix=WRONG
// RUN: not kopt-gate %s %t.wrong.mlir --entry=zeros --device=sim --families=normal | FileCheck %s --check-prefix=FAULT
// REQUIRES: sim

// OVERFLOW: "undecided_elements": {{[1-9]}}
// WRONG: rejected (mismatch)
// FAULT: rejected ({{mismatch|nan}})
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @halves(%x: tensor<5x130xf16>, %y: tensor<5x130xf16>, %z: tensor<5x130xf16>) -> tensor<5x130xf16> {
  %k = arith.constant 1.0e-3 : f16
  %e = tensor.empty() : tensor<5x130xf16>
  %r = linalg.generic {indexing_maps = [#id, #id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y, %z : tensor<5x130xf16>, tensor<5x130xf16>, tensor<5x130xf16>) outs(%e : tensor<5x130xf16>) {
  ^bb0(%a: f16, %b: f16, %c: f16, %o: f16):
    %m = arith.mulf %a, %b : f16
    %s = arith.addf %m, %c : f16
    %d = arith.subf %s, %c : f16
    %p = arith.mulf %d, %k : f16
    linalg.yield %p : f16
  } -> tensor<5x130xf16>
  return %r : tensor<5x130xf16>
}
func.func @center(%x: tensor<7x64xf32>) -> tensor<7x64xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 64.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<7x64xf32>) outs(%f : tensor<7xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<7x64xf32>
  %d = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<7x64xf32>, tensor<7xf32>) outs(%o : tensor<7x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %m = arith.divf %b, %n : f32
    %q = arith.subf %a, %m : f32
    linalg.yield %q : f32
  } -> tensor<7x64xf32>
  %v = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%d : tensor<7x64xf32>) outs(%f : tensor<7xf32>) {
  ^bb0(%a: f32, %c: f32):
    %p = arith.mulf %a, %a : f32
    %q = arith.addf %c, %p : f32
    linalg.yield %q : f32
  } -> tensor<7xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%d, %v : tensor<7x64xf32>, tensor<7xf32>) outs(%o : tensor<7x64xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %w = math.rsqrt %b : f32
    %q = arith.mulf %a, %w : f32
    linalg.yield %q : f32
  } -> tensor<7x64xf32>
  return %r : tensor<7x64xf32>
}
func.func @sums(%x: tensor<300x40xf32>) -> tensor<300xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<300xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<300xf32>) -> tensor<300xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<300x40xf32>) outs(%f : tensor<300xf32>) dimensions = [1]
  return %s : tensor<300xf32>
}
func.func @zeros(%x: tensor<5x130xf32>) -> tensor<5xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<5x130xf32>) outs(%f : tensor<5xf32>) {
  ^bb0(%a: f32, %z: f32):
    %m = arith.maxnumf %a, %z : f32
    linalg.yield %m : f32
  } -> tensor<5xf32>
  return %s : tensor<5xf32>
}
