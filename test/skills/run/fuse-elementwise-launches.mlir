// Chains of elementwise kernels; the last producer reduces.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_elementwise_launches,tile_to_grid explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_column --device=sim
// RUN: kopt-gate %s %t.mlir --entry=reduces --device=sim
// REQUIRES: sim

// CHECK: card @fuse_elementwise_launches applied at @ragged/launch#1
// CHECK: card @fuse_elementwise_launches applied at @one_row/launch#1
// CHECK: card @fuse_elementwise_launches applied at @one_column/launch#1
// CHECK: card @fuse_elementwise_launches refused at @reduces/launch#1: G2: the producer reduces

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @ragged(%x: tensor<33x127xf32>) -> tensor<33x127xf32> {
  %e = tensor.empty() : tensor<33x127xf32>
  %a = linalg.abs ins(%x : tensor<33x127xf32>) outs(%e : tensor<33x127xf32>) -> tensor<33x127xf32>
  %r = linalg.negf ins(%a : tensor<33x127xf32>) outs(%e : tensor<33x127xf32>) -> tensor<33x127xf32>
  return %r : tensor<33x127xf32>
}
func.func @one_row(%x: tensor<1x77xf16>) -> tensor<1x77xf16> {
  %e = tensor.empty() : tensor<1x77xf16>
  %a = linalg.abs ins(%x : tensor<1x77xf16>) outs(%e : tensor<1x77xf16>) -> tensor<1x77xf16>
  %r = linalg.negf ins(%a : tensor<1x77xf16>) outs(%e : tensor<1x77xf16>) -> tensor<1x77xf16>
  return %r : tensor<1x77xf16>
}
func.func @one_column(%x: tensor<77x1xbf16>) -> tensor<77x1xbf16> {
  %e = tensor.empty() : tensor<77x1xbf16>
  %a = linalg.abs ins(%x : tensor<77x1xbf16>) outs(%e : tensor<77x1xbf16>) -> tensor<77x1xbf16>
  %r = linalg.negf ins(%a : tensor<77x1xbf16>) outs(%e : tensor<77x1xbf16>) -> tensor<77x1xbf16>
  return %r : tensor<77x1xbf16>
}
func.func @reduces(%x: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<5x60xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<5x60xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<5x60xf32>, tensor<5xf32>) outs(%o : tensor<5x60xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
