// Indexing maps of all forms: windows with strides and dilations, quotients and
// remainders, diagonals, constants, permutations, broadcasts, and results with
// dimensions of one element.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=windows --device=sim --families=normal,small_integers,one_hot
// RUN: kopt-gate %s %t.mlir --entry=digits --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=diagonal --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=constants --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=indices --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal,small_integers --arg=0:5x12 --arg=1:5x3 --arg=2:5x10
// REQUIRES: sim

func.func @windows(%x: tensor<2x11xf32>, %k: tensor<3xf32>, %o: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(n, i, j) -> (n, i * 3 + j * 2)>, affine_map<(n, i, j) -> (j)>, affine_map<(n, i, j) -> (n, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %k : tensor<2x11xf32>, tensor<3xf32>) outs(%o : tensor<2x3xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<2x3xf32>
  return %r : tensor<2x3xf32>
}
// Upsampling, and a row-major view of other extents.
func.func @digits(%x: tensor<3x4xf32>, %y: tensor<15xf32>) -> (tensor<6x9xf32>, tensor<3x5xf32>) {
  %e = tensor.empty() : tensor<6x9xf32>
  %f = tensor.empty() : tensor<3x5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i floordiv 2, j mod 4)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%x : tensor<3x4xf32>) outs(%e : tensor<6x9xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<6x9xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i * 5 - j + 4)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%y : tensor<15xf32>) outs(%f : tensor<3x5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<3x5xf32>
  return %0, %1 : tensor<6x9xf32>, tensor<3x5xf32>
}
// A trace, the diagonal itself, and a sum along the other one.
func.func @diagonal(%x: tensor<5x5xf32>, %o: tensor<f32>, %p: tensor<f32>) -> (tensor<f32>, tensor<5xf32>, tensor<f32>) {
  %e = tensor.empty() : tensor<5xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<5x5xf32>) outs(%o : tensor<f32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<5x5xf32>) outs(%e : tensor<5xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<5xf32>
  %2 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, 4 - i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %1 : tensor<5x5xf32>, tensor<5xf32>) outs(%p : tensor<f32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.maximumf %a, %b : f32
    %s = arith.addf %acc, %m : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  return %0, %1, %2 : tensor<f32>, tensor<5xf32>, tensor<f32>
}
func.func @constants(%x: tensor<4x6xf32>, %o: tensor<6x1xf32>) -> (tensor<6x1xf32>, tensor<1x4x1xf32>) {
  %e = tensor.empty() : tensor<1x4x1xf32>
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, 0)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<4x6xf32>) outs(%o : tensor<6x1xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<6x1xf32>
  %1 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i, 3)>, affine_map<(i) -> (0, i, 0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4x6xf32>) outs(%e : tensor<1x4x1xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<1x4x1xf32>
  return %0, %1 : tensor<6x1xf32>, tensor<1x4x1xf32>
}
// A triangle: indices of parallel and reduced loops decide, results permuted.
func.func @indices(%x: tensor<4x5x3xf32>, %o: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xindex>) {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant dense<0> : tensor<3x4xindex>
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, k, j) -> (i, k, j)>, affine_map<(i, k, j) -> (j, i)>, affine_map<(i, k, j) -> (j, i)>],
      iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<4x5x3xf32>) outs(%o, %c0 : tensor<3x4xf32>, tensor<3x4xindex>) {
  ^bb0(%a: f32, %acc: f32, %n: index):
    %i = linalg.index 0 : index
    %k = linalg.index 1 : index
    %j = linalg.index 2 : index
    %ij = arith.addi %i, %j : index
    %in = arith.cmpi ule, %k, %ij : index
    %t = arith.select %in, %a, %zero : f32
    %s = arith.addf %acc, %t : f32
    %m = arith.maxui %n, %k : index
    linalg.yield %s, %m : f32, index
  } -> (tensor<3x4xf32>, tensor<3x4xindex>)
  return %r#0, %r#1 : tensor<3x4xf32>, tensor<3x4xindex>
}
func.func @dynamic(%x: tensor<?x?xf32>, %k: tensor<?x?xf32>, %o: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = linalg.generic {
      indexing_maps = [affine_map<(c, i, j) -> (c, i + j)>, affine_map<(c, i, j) -> (c, j)>, affine_map<(c, i, j) -> (c, i)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %k : tensor<?x?xf32>, tensor<?x?xf32>) outs(%o : tensor<?x?xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
