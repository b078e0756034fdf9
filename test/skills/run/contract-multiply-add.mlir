// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,contract_multiply_add explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=FMA < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=sums --device=sim
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,contract_multiply_add fast-math=none explain=remarks" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// REQUIRES: sim

// CHECK: card @contract_multiply_add applied at @sums_0
// CHECK: card @contract_multiply_add refused at @shared_0: action: no sum or difference of a product that nothing else uses
// NONE: card @contract_multiply_add refused at @sums_0: numerics

// a * b + c, c - a * b, a * b - c: one rounding each.
// FMA-LABEL: kopt.kernel @sums_0
// FMA: math.fma
// FMA: arith.negf
// FMA: math.fma
// FMA: arith.negf
// FMA: math.fma
// FMA-NOT: arith.mulf
// FMA: kopt.return
func.func @sums(%a: tensor<33x65xf32>, %b: tensor<33x65xf32>, %c: tensor<33x65xf32>) -> tensor<33x65xf32> {
  %e = tensor.empty() : tensor<33x65xf32>
  %r = linalg.map ins(%a, %b, %c : tensor<33x65xf32>, tensor<33x65xf32>, tensor<33x65xf32>) outs(%e : tensor<33x65xf32>)
    (%x: f32, %y: f32, %z: f32, %o: f32) {
      %p = arith.mulf %x, %y : f32
      %s = arith.addf %z, %p : f32
      %q = arith.mulf %s, %x : f32
      %t = arith.subf %z, %q : f32
      %v = arith.mulf %t, %y : f32
      %w = arith.subf %v, %x : f32
      linalg.yield %w : f32
    }
  return %r : tensor<33x65xf32>
}

// The product is a result too, and the other sum is in 16 bits.
func.func @shared(%a: tensor<9x40xf32>, %h: tensor<9x40xf16>) -> (tensor<9x40xf32>, tensor<9x40xf32>, tensor<9x40xf16>) {
  %e = tensor.empty() : tensor<9x40xf32>
  %f = tensor.empty() : tensor<9x40xf16>
  %r:3 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%a, %h : tensor<9x40xf32>, tensor<9x40xf16>) outs(%e, %e, %f : tensor<9x40xf32>, tensor<9x40xf32>, tensor<9x40xf16>) {
  ^bb0(%x: f32, %y: f16, %o0: f32, %o1: f32, %o2: f16):
    %p = arith.mulf %x, %x : f32
    %s = arith.addf %p, %x : f32
    %q = arith.mulf %y, %y : f16
    %t = arith.addf %q, %y : f16
    linalg.yield %p, %s, %t : f32, f32, f16
  } -> (tensor<9x40xf32>, tensor<9x40xf32>, tensor<9x40xf16>)
  return %r#0, %r#1, %r#2 : tensor<9x40xf32>, tensor<9x40xf32>, tensor<9x40xf16>
}
