// Shapes that are seldom: six dimensions, more batches than a grid has in z (the plain recipe's grid is flat: ../large.mlir),
// windows with strides and dilation over padding of -inf.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.mlir --entry=six --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=pool --device=sim --families=nan_lanes,all_neg_inf_rows
// RUN: kopt-gate %s %t.mlir --entry=window --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=six --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=batches --device=sim --families=small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=pool --device=sim --families=nan_lanes,all_neg_inf_rows
// RUN: kopt-gate %s %t.fast.mlir --entry=window --device=sim --families=normal,small_integers
// REQUIRES: sim

#m6 = affine_map<(a, b, c, d, e, f) -> (a, b, c, d, e, f)>
#p6 = affine_map<(a, b, c, d, e, f) -> (f, c, a, e, b, d)>
#r6 = affine_map<(a, b, c, d, e, f) -> (a, c, e)>
#id1 = affine_map<(d0) -> (d0)>

// Permuted, then three dimensions reduced.
func.func @six(%x: tensor<2x3x4x5x2x3xf32>, %o: tensor<2x4x2xf32>) -> (tensor<3x4x2x2x3x5xf32>, tensor<2x4x2xf32>) {
  %e = tensor.empty() : tensor<3x4x2x2x3x5xf32>
  %t = linalg.generic {indexing_maps = [#m6, #p6], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<2x3x4x5x2x3xf32>) outs(%e : tensor<3x4x2x2x3x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    %n = arith.negf %a : f32
    linalg.yield %n : f32
  } -> tensor<3x4x2x2x3x5xf32>
  %s = linalg.generic {indexing_maps = [#m6, #r6], iterator_types = ["parallel", "reduction", "parallel", "reduction", "parallel", "reduction"]}
      ins(%x : tensor<2x3x4x5x2x3xf32>) outs(%o : tensor<2x4x2xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %n = arith.addf %acc, %a : f32
    linalg.yield %n : f32
  } -> tensor<2x4x2xf32>
  return %t, %s : tensor<3x4x2x2x3x5xf32>, tensor<2x4x2xf32>
}
func.func @batches(%x: tensor<65536x1x2xf32>, %y: tensor<65536x2x1xf32>, %o: tensor<65536x1x1xf32>) -> tensor<65536x1x1xf32> {
  %r = linalg.batch_matmul ins(%x, %y : tensor<65536x1x2xf32>, tensor<65536x2x1xf32>) outs(%o : tensor<65536x1x1xf32>) -> tensor<65536x1x1xf32>
  return %r : tensor<65536x1x1xf32>
}
// From -inf on, with a border of -inf: a window may hold nothing else.
func.func @pool(%x: tensor<2x3x5x6xf32>) -> tensor<2x3x4x3xf32> {
  %least = arith.constant 0xFF800000 : f32
  %p = tensor.pad %x low[0, 0, 3, 1] high[0, 0, 2, 2] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %least : f32
  } : tensor<2x3x5x6xf32> to tensor<2x3x10x9xf32>
  %e = tensor.empty() : tensor<2x3x4x3xf32>
  %z = linalg.fill ins(%least : f32) outs(%e : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  %w = tensor.empty() : tensor<2x3xf32>
  %r = linalg.pooling_nchw_max {dilations = dense<[2, 1]> : tensor<2xi64>, strides = dense<[2, 3]> : tensor<2xi64>}
      ins(%p, %w : tensor<2x3x10x9xf32>, tensor<2x3xf32>) outs(%z : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  return %r : tensor<2x3x4x3xf32>
}
func.func @window(%x: tensor<1x4x9x8xf16>, %k: tensor<5x4x3x2xf16>, %o: tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32> {
  %zero = arith.constant 0.0 : f16
  %p = tensor.pad %x low[0, 0, 1, 0] high[0, 0, 0, 1] {
  ^bb0(%i: index, %j: index, %l: index, %m: index):
    tensor.yield %zero : f16
  } : tensor<1x4x9x8xf16> to tensor<1x4x10x9xf16>
  %r = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 3]> : tensor<2xi64>, strides = dense<[2, 2]> : tensor<2xi64>}
      ins(%p, %k : tensor<1x4x10x9xf16>, tensor<5x4x3x2xf16>) outs(%o : tensor<1x5x3x3xf32>) -> tensor<1x5x3x3xf32>
  return %r : tensor<1x5x3x3xf32>
}
