// Rows divided by a scalar each: to the bits of the division for every family,
// zeros, infinities, NaN and subnormals included, so that the kernel with the
// card and the one without give equal results.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,launch_warps,share_divisor set-knob=launch_warps.warps=1 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.plain.mlir
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim
// RUN: kopt-gate %s %t.mlir --entry=own --device=sim
// DEFINE: %{family} =
// DEFINE: %{same} = kopt-run %t.mlir --entry=rows --device=sim --family=%{family} > %t.out && \
// DEFINE:   kopt-run %t.plain.mlir --entry=rows --device=sim --family=%{family} | diff - %t.out
// REDEFINE: %{family} = normal
// RUN: %{same}
// REDEFINE: %{family} = subnormals
// RUN: %{same}
// REDEFINE: %{family} = signed_zeros
// RUN: %{same}
// REDEFINE: %{family} = infinities
// RUN: %{same}
// REDEFINE: %{family} = nan_lanes
// RUN: %{same}
// REDEFINE: %{family} = random_bits
// RUN: %{same}
// RUN: kopt-opt %t.mlir --lower-to-ptx -o %t.low.mlir && FileCheck %s --check-prefix=PTX < %t.low.mlir
// REQUIRES: sim

// CHECK: card @share_divisor applied at @rows_0
// CHECK: card @share_divisor refused at @own_0: action: no f32 division by a value that repeats along the tile

// PTX: fma.rn.f32
// PTX: div.rn.f32

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @rows(%x: tensor<37x150xf32>, %d: tensor<37xf32>) -> tensor<37x150xf32> {
  %e = tensor.empty() : tensor<37x150xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %d : tensor<37x150xf32>, tensor<37xf32>) outs(%e : tensor<37x150xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.divf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<37x150xf32>
  return %r : tensor<37x150xf32>
}
func.func @own(%x: tensor<5x60xf32>, %y: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %e = tensor.empty() : tensor<5x60xf32>
  %r = linalg.div ins(%x, %y : tensor<5x60xf32>, tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
