// Sums of columns that a loop over rows uses would be made again for each row:
// the kernels are not merged, and each is tiled.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --device=sim
// REQUIRES: sim

// CHECK: card @fuse_reduction_launches refused at {{.*}}: expect: the merged kernel could not be tiled
// CHECK-NOT: stays in form 1

func.func @farthest(%x: tensor<60x30xf32>) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<30xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<30xf32>) -> tensor<30xf32>
  %sums = linalg.reduce { arith.addf } ins(%x : tensor<60x30xf32>) outs(%f : tensor<30xf32>) dimensions = [0]
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %s = linalg.generic {
      indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (b)>, affine_map<(a, b) -> ()>],
      iterator_types = ["reduction", "reduction"]}
      ins(%x, %sums : tensor<60x30xf32>, tensor<30xf32>) outs(%f0 : tensor<f32>) {
  ^bb0(%a: f32, %m: f32, %acc: f32):
    %d = arith.subf %a, %m : f32
    %far = math.absf %d : f32
    %r = arith.maximumf %far, %acc : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %s : tensor<f32>
}
