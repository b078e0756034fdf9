// Cards on whole tensors: where they apply, and one case a guard.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_elementwise_launches explain=remarks" 2>&1 | FileCheck %s --check-prefix=ELEM
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_reduction_launches explain=remarks" 2>&1 | FileCheck %s --check-prefix=RED
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=recompute_reads explain=remarks" 2>&1 | FileCheck %s --check-prefix=AGAIN
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_column_reductions explain=remarks" 2>&1 | FileCheck %s --check-prefix=COLS

// ELEM: card @fuse_elementwise_launches refused at @norm/launch#0: bind: there is no producer
// ELEM: card @fuse_elementwise_launches refused at @norm/launch#1: G2: the producer reduces
// ELEM: card @fuse_elementwise_launches applied at @chain/launch#1
// ELEM: card @fuse_elementwise_launches refused at @after_tiled/launch#1: G1: the producer is tiled already
// ELEM: func.func @chain
// ELEM-COUNT-1: kopt.launch
// ELEM-NOT: kopt.launch
// ELEM: func.func @after_tiled
// RED: card @fuse_reduction_launches applied at @norm/launch#1
// RED: card @fuse_reduction_launches refused at @chain/launch#1: G2: the producer does not reduce
// RED: card @fuse_reduction_launches refused at @after_tiled/launch#1: G1: the producer is tiled already
// AGAIN: card @recompute_reads refused at @norm/launch#1: action: the consumer reads nothing elementwise of the producer
// AGAIN: card @recompute_reads refused at @chain/launch#1: G2: the producer does not reduce
// AGAIN: card @recompute_reads refused at @after_tiled/launch#1: G1: the producer is tiled already
// COLS: card @tile_column_reductions refused at @norm_0: G1: what is reduced is reduced along its innermost dimension
// COLS: card @tile_column_reductions applied at @columns_0, cols = 128, depth = 128

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#col = affine_map<(d0, d1) -> (d1)>
gpu.module @tiled {
  kopt.kernel @copy(%x: memref<64x256xf32>, %o: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
}
func.func @norm(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<64xf32>) -> tensor<64xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<64x256xf32>) outs(%z : tensor<64xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %n = arith.addf %acc, %a : f32
    linalg.yield %n : f32
  } -> tensor<64xf32>
  %o = tensor.empty() : tensor<64x256xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<64x256xf32>, tensor<64xf32>) outs(%o : tensor<64x256xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %d = arith.divf %a, %b : f32
    linalg.yield %d : f32
  } -> tensor<64x256xf32>
  return %r : tensor<64x256xf32>
}
func.func @chain(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = linalg.exp ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %b = linalg.negf ins(%a : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %b : tensor<64x256xf32>
}
func.func @after_tiled(%x: tensor<64x256xf32>) -> tensor<64x256xf32> {
  %o = tensor.empty() : tensor<64x256xf32>
  %a = kopt.launch @tiled::@copy ins(%x : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  %b = linalg.negf ins(%a : tensor<64x256xf32>) outs(%o : tensor<64x256xf32>) -> tensor<64x256xf32>
  return %b : tensor<64x256xf32>
}
func.func @columns(%x: tensor<64x256xf32>) -> tensor<256xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<256xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<256xf32>) -> tensor<256xf32>
  %s = linalg.generic {indexing_maps = [#id, #col], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<64x256xf32>) outs(%z : tensor<256xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %n = arith.addf %acc, %a : f32
    linalg.yield %n : f32
  } -> tensor<256xf32>
  return %s : tensor<256xf32>
}
