// Where a function is marked, others and their kernels stay as they are. What
// stays on the host is reported.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain explain-json=%t.json" 2>/dev/null | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json

// CHECK: kopt.kernel @marked_0({{.*}}grid =
// CHECK: func.func @marked
// CHECK: kopt.launch
// CHECK: func.func @other
// CHECK: linalg.exp
// JSON: "card": "tile_to_grid"
// JSON: "status": "applied"
// JSON: "kernel": "marked_0"
// JSON: "not_lifted": [
// JSON: "op": "linalg.generic"
// JSON: "reason": "a reduction with 2 results"
func.func @marked(%x: tensor<64x256xf32>) -> (tensor<64x256xf32>, tensor<64xf32>) attributes {kopt.optimize} {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %f:2 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x256xf32>) outs(%z, %z : tensor<64xf32>, tensor<64xf32>) {
  ^bb0(%v: f32, %s: f32, %p: f32):
    %t = arith.addf %s, %v : f32
    %q = arith.mulf %p, %v : f32
    linalg.yield %t, %q : f32, f32
  } -> (tensor<64xf32>, tensor<64xf32>)
  return %a, %f#0 : tensor<64x256xf32>, tensor<64xf32>
}
func.func @other(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
