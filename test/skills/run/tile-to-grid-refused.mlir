// A reduction over two long dimensions cannot be tiled, and is not changed.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid explain=remarks" 2>&1 | FileCheck %s

// CHECK: card @tile_to_grid refused at @too_deep_0: action: a second reduced dimension must have a static extent of at most 1024
// CHECK: kopt.kernel @too_deep_0(%{{.*}}: memref<2000x64xf32>, %{{.*}}: memref<f32> {kopt.out}) {
// CHECK: linalg.generic

func.func @too_deep(%x: tensor<2000x64xf32>) -> tensor<f32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %r = linalg.reduce { arith.maximumf } ins(%x : tensor<2000x64xf32>) outs(%f : tensor<f32>) dimensions = [0, 1]
  return %r : tensor<f32>
}
