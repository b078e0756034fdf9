// What linalg or an assumption says of extents decides guards before launch: no
// variants. Here the row is as long as the weights.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: kopt-gate %s %t.mlir --entry=scale --device=sim --shapes=asked --arg=0:0x2048
// RUN: kopt-gate %s %t.mlir --entry=scale --device=sim --shapes=asked --arg=0:5x2048 --families=normal
// REQUIRES: sim

// CHECK-NOT: versioned at
// CHECK: card @widen_global_load applied at @scale_0/load#0, bytes = 16
// CHECK-NOT: versioned at
// CHECK: card @widen_global_store applied at @scale_0/store#0, bytes = 16
// CHECK-NOT: versioned at
// IR: affine_set<()[s0, s1, s2, s3] : (s1 - 2048 == 0, s2 - s0 == 0, s3 - 2048 == 0)>
// IR-NOT: variants
#id = affine_map<(d0, d1) -> (d0, d1)>
#col = affine_map<(d0, d1) -> (d1)>
func.func @scale(%x: tensor<?x?xf32>, %w: tensor<2048xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %r = linalg.generic {indexing_maps = [#id, #col, #id], iterator_types = ["parallel", "parallel"]} ins(%x, %w : tensor<?x?xf32>, tensor<2048xf32>) outs(%e : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
