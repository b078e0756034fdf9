// Slices move into what reads them and what they read: of arguments and of what is
// computed, out of step with 16 bytes, with strides, of different extents.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=ONE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=gate --device=sim
// RUN: kopt-gate %s %t.mlir --entry=split --device=sim
// RUN: kopt-gate %s %t.mlir --entry=strided --device=sim
// RUN: kopt-gate %s %t.mlir --entry=norm --device=sim
// REQUIRES: sim

// CHECK: card @parts_by_index applied at @gate_1
// CHECK: card @parts_by_index applied at @split_3
// CHECK: card @parts_by_index applied at @norm_0
// ONE: func.func @gate(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @split(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @strided(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch
// ONE: func.func @norm(
// ONE-COUNT-1: kopt.launch
// ONE-NOT: kopt.launch

#id2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
// Two slices of a computed tensor, of a dynamic number of rows.
func.func @gate(%x: tensor<7x26xf32>, %b: tensor<7x26xf32>) -> tensor<7x13xf32> {
  %e = tensor.empty() : tensor<7x26xf32>
  %h = tensor.empty() : tensor<7x13xf32>
  %y = linalg.add ins(%x, %b : tensor<7x26xf32>, tensor<7x26xf32>) outs(%e : tensor<7x26xf32>) -> tensor<7x26xf32>
  %g = tensor.extract_slice %y[0, 0] [7, 13] [1, 1] : tensor<7x26xf32> to tensor<7x13xf32>
  %u = tensor.extract_slice %y[0, 13] [7, 13] [1, 1] : tensor<7x26xf32> to tensor<7x13xf32>
  %a = linalg.abs ins(%g : tensor<7x13xf32>) outs(%h : tensor<7x13xf32>) -> tensor<7x13xf32>
  %r = linalg.mul ins(%a, %u : tensor<7x13xf32>, tensor<7x13xf32>) outs(%h : tensor<7x13xf32>) -> tensor<7x13xf32>
  return %r : tensor<7x13xf32>
}
// Three results of different extents.
func.func @split(%x: tensor<9x88xf16>, %b: tensor<9x88xf16>) -> (tensor<9x48xf16>, tensor<9x20xf16>, tensor<9x20xf16>) {
  %e = tensor.empty() : tensor<9x88xf16>
  %y = linalg.add ins(%x, %b : tensor<9x88xf16>, tensor<9x88xf16>) outs(%e : tensor<9x88xf16>) -> tensor<9x88xf16>
  %q = tensor.extract_slice %y[0, 0] [9, 48] [1, 1] : tensor<9x88xf16> to tensor<9x48xf16>
  %k = tensor.extract_slice %y[0, 48] [9, 20] [1, 1] : tensor<9x88xf16> to tensor<9x20xf16>
  %v = tensor.extract_slice %y[0, 68] [9, 20] [1, 1] : tensor<9x88xf16> to tensor<9x20xf16>
  return %q, %k, %v : tensor<9x48xf16>, tensor<9x20xf16>, tensor<9x20xf16>
}
// Strides, one dimension dropped, overlapping slices.
func.func @strided(%x: tensor<3x9x20xf32>) -> tensor<9x7xf32> {
  %a = tensor.extract_slice %x[1, 0, 1] [1, 9, 7] [1, 1, 2] : tensor<3x9x20xf32> to tensor<9x7xf32>
  %b = tensor.extract_slice %x[2, 0, 0] [1, 9, 7] [1, 1, 3] : tensor<3x9x20xf32> to tensor<9x7xf32>
  %c = tensor.extract_slice %x[2, 0, 2] [1, 9, 7] [1, 1, 1] : tensor<3x9x20xf32> to tensor<9x7xf32>
  %e = tensor.empty() : tensor<9x7xf32>
  %s = linalg.add ins(%a, %b : tensor<9x7xf32>, tensor<9x7xf32>) outs(%e : tensor<9x7xf32>) -> tensor<9x7xf32>
  %r = linalg.mul ins(%s, %c : tensor<9x7xf32>, tensor<9x7xf32>) outs(%e : tensor<9x7xf32>) -> tensor<9x7xf32>
  return %r : tensor<9x7xf32>
}
// Rows of a slice are reduced and read again.
func.func @norm(%x: tensor<6x50xf32>) -> tensor<6x21xf32> {
  %zero = arith.constant 0.0 : f32
  %a = tensor.extract_slice %x[0, 20] [6, 21] [1, 1] : tensor<6x50xf32> to tensor<6x21xf32>
  %e = tensor.empty() : tensor<6xf32>
  %f = tensor.empty() : tensor<6x21xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<6x21xf32>) outs(%z : tensor<6xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id2, #row, #id2], iterator_types = ["parallel", "parallel"]} ins(%a, %s : tensor<6x21xf32>, tensor<6xf32>) outs(%f : tensor<6x21xf32>) {
  ^bb0(%l: f32, %m: f32, %o: f32):
    %d = arith.subf %l, %m : f32
    linalg.yield %d : f32
  } -> tensor<6x21xf32>
  return %r : tensor<6x21xf32>
}
