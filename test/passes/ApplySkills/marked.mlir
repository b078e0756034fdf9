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
// JSON: "reason": "expected elements of index, of 1, 8, 16, 32 or 64 bits, or of f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, but got complex<f32>"
func.func @marked(%x: tensor<64x256xf32>, %c: tensor<64xcomplex<f32>>) -> (tensor<64x256xf32>, tensor<64xcomplex<f32>>) attributes {kopt.optimize} {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %f = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      outs(%c : tensor<64xcomplex<f32>>) {
  ^bb0(%v: complex<f32>):
    %t = complex.neg %v : complex<f32>
    linalg.yield %t : complex<f32>
  } -> tensor<64xcomplex<f32>>
  return %a, %f : tensor<64x256xf32>, tensor<64xcomplex<f32>>
}
func.func @other(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %a : tensor<64x256xf32>
}
