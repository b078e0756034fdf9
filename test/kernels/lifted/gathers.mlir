// Elements by index of what the program computes: elementwise, by reductions,
// by other reads of elements, of views and constants; and what is computed from
// them.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=computed --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=reduced --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=views --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=behind --device=sim --families=normal,small_integers
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --entry=computed --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=reduced --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=chain --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=views --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.fast.mlir --entry=behind --device=sim --families=normal,small_integers
// REQUIRES: sim

#id = affine_map<(d0) -> (d0)>
#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// Of what is computed elementwise.
func.func @computed(%x: tensor<40xf32>, %at: tensor<9xindex>) -> tensor<9xf32> {
  %e = tensor.empty() : tensor<40xf32>
  %y = linalg.exp ins(%x : tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  %f = tensor.empty() : tensor<9xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%at : tensor<9xindex>) outs(%f : tensor<9xf32>) {
  ^bb0(%i: index, %o: f32):
    %c = arith.constant 40 : index
    %j = arith.remui %i, %c : index
    %v = tensor.extract %y[%j] : tensor<40xf32>
    linalg.yield %v : f32
  } -> tensor<9xf32>
  return %r : tensor<9xf32>
}
// Of a reduction that is a result, too; then reduced.
func.func @reduced(%x: tensor<40x6xf32>, %at: tensor<5x9xi32>, %z: tensor<40xf32>, %q: tensor<5xf32>) -> (tensor<5xf32>, tensor<40xf32>) {
  %y = linalg.reduce { arith.addf } ins(%x : tensor<40x6xf32>) outs(%z : tensor<40xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]} ins(%at : tensor<5x9xi32>) outs(%q : tensor<5xf32>) {
  ^bb0(%i: i32, %o: f32):
    %c = arith.constant 39 : i32
    %j = arith.andi %i, %c : i32
    %k = arith.index_cast %j : i32 to index
    %v = tensor.extract %y[%k] : tensor<40xf32>
    %s = arith.addf %o, %v : f32
    linalg.yield %s : f32
  } -> tensor<5xf32>
  return %r, %y : tensor<5xf32>, tensor<40xf32>
}
// Numbers out of tables, and numbers out of those.
func.func @chain(%x: tensor<40xf32>, %next: tensor<40xindex>, %at: tensor<9xindex>) -> tensor<9xf32> {
  %f = tensor.empty() : tensor<9xf32>
  %g = tensor.empty() : tensor<9xindex>
  %c = arith.constant 40 : index
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%at : tensor<9xindex>) outs(%g : tensor<9xindex>) {
  ^bb0(%i: index, %o: index):
    %j = arith.remui %i, %c : index
    %v = tensor.extract %next[%j] : tensor<40xindex>
    %w = arith.remui %v, %c : index
    linalg.yield %w : index
  } -> tensor<9xindex>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%a : tensor<9xindex>) outs(%f : tensor<9xf32>) {
  ^bb0(%i: index, %o: f32):
    %n = tensor.extract %next[%i] : tensor<40xindex>
    %j = arith.remui %n, %c : index
    %v = tensor.extract %x[%j] : tensor<40xf32>
    %k = linalg.index 0 : index
    %m = tensor.extract %a[%k] : tensor<9xindex>
    %w = tensor.extract %x[%m] : tensor<40xf32>
    %s = arith.subf %v, %w : f32
    linalg.yield %s : f32
  } -> tensor<9xf32>
  return %b : tensor<9xf32>
}
// Of a slice, its transpose as a line, a softmax and a constant.
func.func @views(%x: tensor<6x20xf32>, %at: tensor<9xindex>) -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
  %f = tensor.empty() : tensor<9xf32>
  %c = arith.constant 5 : index
  %s = tensor.extract_slice %x[1, 2] [5, 7] [1, 2] : tensor<6x20xf32> to tensor<5x7xf32>
  %e = tensor.empty() : tensor<7x5xf32>
  %t = linalg.transpose ins(%s : tensor<5x7xf32>) outs(%e : tensor<7x5xf32>) permutation = [1, 0]
  %h = tensor.empty() : tensor<6x20xf32>
  %u = linalg.softmax dimension(1) ins(%x : tensor<6x20xf32>) outs(%h : tensor<6x20xf32>) -> tensor<6x20xf32>
  %d = tensor.collapse_shape %t [[0, 1]] : tensor<7x5xf32> into tensor<35xf32>
  %k = arith.constant dense<[1.0, -2.0, 3.5, 4.0, 0.5]> : tensor<5xf32>
  %r:4 = linalg.generic {indexing_maps = [#id, #id, #id, #id, #id], iterator_types = ["parallel"]} ins(%at : tensor<9xindex>) outs(%f, %f, %f, %f : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>) {
  ^bb0(%i: index, %o: f32, %p: f32, %q: f32, %w: f32):
    %j = arith.remui %i, %c : index
    %v0 = tensor.extract %s[%j, %j] : tensor<5x7xf32>
    %v1 = tensor.extract %d[%j] : tensor<35xf32>
    %v2 = tensor.extract %u[%j, %j] : tensor<6x20xf32>
    %v3 = tensor.extract %k[%j] : tensor<5xf32>
    linalg.yield %v0, %v1, %v2, %v3 : f32, f32, f32, f32
  } -> (tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<9xf32>, tensor<9xf32>, tensor<9xf32>, tensor<9xf32>
}
// Between two softmaxes.
func.func @behind(%x: tensor<40x16xf32>, %at: tensor<6x9xi64>) -> tensor<6x9xf32> {
  %e = tensor.empty() : tensor<40x16xf32>
  %u = linalg.softmax dimension(1) ins(%x : tensor<40x16xf32>) outs(%e : tensor<40x16xf32>) -> tensor<40x16xf32>
  %f = tensor.empty() : tensor<6x9xf32>
  %r = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]} ins(%at : tensor<6x9xi64>) outs(%f : tensor<6x9xf32>) {
  ^bb0(%i: i64, %o: f32):
    %c = arith.constant 40 : i64
    %j = arith.remui %i, %c : i64
    %k = arith.index_cast %j : i64 to index
    %l = linalg.index 1 : index
    %v = tensor.extract %u[%k, %l] : tensor<40x16xf32>
    linalg.yield %v : f32
  } -> tensor<6x9xf32>
  %g = tensor.empty() : tensor<6x9xf32>
  %t = linalg.softmax dimension(1) ins(%r : tensor<6x9xf32>) outs(%g : tensor<6x9xf32>) -> tensor<6x9xf32>
  return %t : tensor<6x9xf32>
}
