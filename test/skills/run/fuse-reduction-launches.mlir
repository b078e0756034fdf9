// Row reductions whose consumer reads the same rows; the last producer is
// elementwise.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches,tile_to_grid explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=ragged --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_row --device=sim
// RUN: kopt-gate %s %t.mlir --entry=one_column --device=sim
// RUN: kopt-gate %s %t.mlir --entry=elementwise --device=sim
// REQUIRES: sim

// CHECK: card @fuse_reduction_launches applied at @ragged/launch#1
// CHECK: card @fuse_reduction_launches applied at @one_row/launch#1
// CHECK: card @fuse_reduction_launches refused at @elementwise/launch#1: G2: the producer does not reduce

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @ragged(%x: tensor<33x127xf32>) -> tensor<33x127xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<33xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<33xf32>) -> tensor<33xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<33x127xf32>) outs(%f : tensor<33xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<33x127xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<33x127xf32>, tensor<33xf32>) outs(%o : tensor<33x127xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<33x127xf32>
  return %r : tensor<33x127xf32>
}
func.func @one_row(%x: tensor<1x77xf32>) -> tensor<1x77xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<1xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<1xf32>) -> tensor<1xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<1x77xf32>) outs(%f : tensor<1xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<1x77xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<1x77xf32>, tensor<1xf32>) outs(%o : tensor<1x77xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<1x77xf32>
  return %r : tensor<1x77xf32>
}
func.func @one_column(%x: tensor<77x1xf32>) -> tensor<77x1xf32> {
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<77xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<77xf32>) -> tensor<77xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<77x1xf32>) outs(%f : tensor<77xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<77x1xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<77x1xf32>, tensor<77xf32>) outs(%o : tensor<77x1xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<77x1xf32>
  return %r : tensor<77x1xf32>
}
func.func @elementwise(%x: tensor<5x60xf32>) -> tensor<5x60xf32> {
  %e = tensor.empty() : tensor<5x60xf32>
  %a = linalg.abs ins(%x : tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  %r = linalg.negf ins(%a : tensor<5x60xf32>) outs(%e : tensor<5x60xf32>) -> tensor<5x60xf32>
  return %r : tensor<5x60xf32>
}
