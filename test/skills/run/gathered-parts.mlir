// A gather out of a slice has its offsets; a tensor read in two orders of its dimensions
// leaves each its axis; so do two extents of a concatenation that only a launch knows;
// index elements need no hinted load.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --entry=slice --families=normal
// RUN: kopt-gate %s %t.mlir --device=sim --entry=orders --families=normal
// RUN: kopt-gate %s %t.mlir --device=sim --entry=square --families=normal
// RUN: kopt-gate %s %t.mlir --device=sim --entry=concat --families=normal --arg=0:129x7 --arg=1:129x128 --shapes=asked
// REQUIRES: sim

func.func @slice(%x: tensor<300x33xf32>, %at: tensor<150xi64>) -> tensor<150x8xf32> {
  %s = tensor.extract_slice %x[5, 22] [200, 8] [1, 1] : tensor<300x33xf32> to tensor<200x8xf32>
  %e = tensor.empty() : tensor<150x8xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<150xi64>) outs(%e : tensor<150x8xf32>) {
  ^bb0(%a: i64, %o: f32):
    %i = linalg.index 1 : index
    %j = arith.index_cast %a : i64 to index
    %v = tensor.extract %s[%j, %i] : tensor<200x8xf32>
    linalg.yield %v : f32
  } -> tensor<150x8xf32>
  return %r : tensor<150x8xf32>
}
func.func @orders(%x: tensor<32x32x2xf32>) -> tensor<32x32x2xf32> {
  %s = tensor.extract_slice %x[26, 0, 1] [1, 32, 1] [1, 1, 1] : tensor<32x32x2xf32> to tensor<1x32x1xf32>
  %e = tensor.empty() : tensor<32x32x2xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d0, d2)>, affine_map<(d0, d1, d2) -> (0, d1, 0)>, affine_map<(d0, d1, d2) -> (d0, d1, d2)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %s : tensor<32x32x2xf32>, tensor<1x32x1xf32>) outs(%e : tensor<32x32x2xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %q = arith.addf %a, %b : f32
    linalg.yield %q : f32
  } -> tensor<32x32x2xf32>
  return %r : tensor<32x32x2xf32>
}
func.func @concat(%x: tensor<?x7xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c = tensor.concat dim(1) %x, %y : (tensor<?x7xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %c : tensor<?x?xf32>
}
func.func @square(%x: tensor<40x40xf32>) -> tensor<40xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %x : tensor<40x40xf32>, tensor<40x40xf32>) outs(%f : tensor<40xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<40xf32>
  return %r : tensor<40xf32>
}
