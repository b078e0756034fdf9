// Odd cases: 0-d everywhere, nothing to sum, empty results, cancellation,
// integers that wrap around, steps after a sum, and an order of terms that
// matters for infinities.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=scalars --device=sim --families=normal,nan_lanes
// RUN: kopt-gate %s %t.mlir --entry=no_terms --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=no_results --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=cancel --device=sim --families=cancelling,large_mean,normal_1e3
// RUN: kopt-gate %s %t.mlir --entry=wrap --device=sim --families=random_bits
// RUN: kopt-gate %s %t.mlir --entry=steps --device=sim --families=small_integers,normal,equal_rows,powers_of_two
// RUN: kopt-gate %s %t.mlir --entry=specials --device=sim --families=infinities,inf_tail,nan_lanes,subnormals
// REQUIRES: sim

#row = affine_map<(d0, d1) -> (d0)>
#window = affine_map<(d0, d1) -> (d0 + d1)>
#offset = affine_map<(d0, d1) -> (d1)>

func.func @scalars(%x: tensor<f32>, %y: tensor<f32>, %v: tensor<7xf32>, %o: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>) {
  %e = tensor.empty() : tensor<f32>
  %f = tensor.empty() : tensor<i1>
  %0 = linalg.add ins(%x, %y : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  %1 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []}
      ins(%x : tensor<f32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    linalg.yield %p : f32
  } -> tensor<f32>
  %2 = linalg.dot ins(%v, %v : tensor<7xf32>, tensor<7xf32>) outs(%o : tensor<f32>) -> tensor<f32>
  %3 = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> (2)>, affine_map<() -> ()>], iterator_types = []}
      ins(%y, %v : tensor<f32>, tensor<7xf32>) outs(%f : tensor<i1>) {
  ^bb0(%a: f32, %b: f32, %c: i1):
    %q = arith.cmpf ult, %a, %b : f32
    linalg.yield %q : i1
  } -> tensor<i1>
  return %0, %1, %2, %3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<i1>
}
func.func @no_terms(%a: tensor<3x0xf32>, %b: tensor<0x4xf32>, %o: tensor<3x4xf32>, %x: tensor<2x4x5x0xf32>, %k: tensor<2x2x0x3xf32>, %p: tensor<2x3x4x3xf32>, %h: tensor<3x4xbf16>)
    -> (tensor<3x4xf32>, tensor<2x3x4x3xf32>, tensor<3x4xbf16>) {
  %0 = linalg.matmul ins(%a, %b : tensor<3x0xf32>, tensor<0x4xf32>) outs(%o : tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = linalg.conv_2d_nhwc_hwcf ins(%x, %k : tensor<2x4x5x0xf32>, tensor<2x2x0x3xf32>) outs(%p : tensor<2x3x4x3xf32>) -> tensor<2x3x4x3xf32>
  %2 = linalg.matmul ins(%a, %b : tensor<3x0xf32>, tensor<0x4xf32>) outs(%h : tensor<3x4xbf16>) -> tensor<3x4xbf16>
  return %0, %1, %2 : tensor<3x4xf32>, tensor<2x3x4x3xf32>, tensor<3x4xbf16>
}
func.func @no_results(%a: tensor<0x3xf32>, %b: tensor<3x4xf32>, %o: tensor<0x4xf32>, %x: tensor<0x4x5x2xf32>, %k: tensor<2x2xf32>, %p: tensor<0x3x4x2xf32>)
    -> (tensor<0x4xf32>, tensor<0x3x4x2xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<0x3xf32>, tensor<3x4xf32>) outs(%o : tensor<0x4xf32>) -> tensor<0x4xf32>
  %1 = linalg.pooling_nhwc_max ins(%x, %k : tensor<0x4x5x2xf32>, tensor<2x2xf32>) outs(%p : tensor<0x3x4x2xf32>) -> tensor<0x3x4x2xf32>
  return %0, %1 : tensor<0x4xf32>, tensor<0x3x4x2xf32>
}
func.func @cancel(%x: tensor<66xf32>, %w: tensor<64xf32>, %o: tensor<3xf32>) -> tensor<3xf32> {
  %0 = linalg.conv_1d ins(%x, %w : tensor<66xf32>, tensor<64xf32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
func.func @wrap(%x: tensor<9xi8>, %w: tensor<7xi8>, %o: tensor<3xi8>, %y: tensor<9xi64>, %v: tensor<7xi64>, %p: tensor<3xi64>)
    -> (tensor<3xi8>, tensor<3xi64>) {
  %0 = linalg.conv_1d ins(%x, %w : tensor<9xi8>, tensor<7xi8>) outs(%o : tensor<3xi8>) -> tensor<3xi8>
  %1 = linalg.conv_1d ins(%y, %v : tensor<9xi64>, tensor<7xi64>) outs(%p : tensor<3xi64>) -> tensor<3xi64>
  return %0, %1 : tensor<3xi8>, tensor<3xi64>
}
// What jumps where its operand moves by a rounding error.
func.func @steps(%x: tensor<11xf32>, %w: tensor<9xf32>, %o: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi32>, tensor<3xi1>) {
  %e = tensor.empty() : tensor<3xf32>
  %f = tensor.empty() : tensor<3xi32>
  %g = tensor.empty() : tensor<3xi1>
  %zero = arith.constant 0.0 : f32
  %0 = linalg.conv_1d ins(%x, %w : tensor<11xf32>, tensor<9xf32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.floor ins(%0 : tensor<3xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %2 = linalg.map ins(%0 : tensor<3xf32>) outs(%f : tensor<3xi32>) (%a: f32, %init: i32) {
    %r = math.roundeven %a : f32
    %i = arith.fptosi %r : f32 to i32
    linalg.yield %i : i32
  }
  %3 = linalg.map ins(%0 : tensor<3xf32>) outs(%g : tensor<3xi1>) (%a: f32, %init: i1) {
    %c = arith.cmpf oge, %a, %zero : f32
    linalg.yield %c : i1
  }
  return %1, %2, %3 : tensor<3xf32>, tensor<3xi32>, tensor<3xi1>
}
func.func @specials(%x: tensor<11xf32>, %w: tensor<9xf32>, %o: tensor<3xf32>, %k: tensor<9xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %0 = linalg.conv_1d ins(%x, %w : tensor<11xf32>, tensor<9xf32>) outs(%o : tensor<3xf32>) -> tensor<3xf32>
  %1 = linalg.generic {indexing_maps = [#window, #offset, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<11xf32>, tensor<9xf32>) outs(%o : tensor<3xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %s = arith.addf %a, %b : f32
    %m = arith.maximumf %acc, %s : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  return %0, %1 : tensor<3xf32>, tensor<3xf32>
}
