// Scans and counts by several programs a multiprocessor: lines of one tile and of
// several, an odd number of them; what neither scans nor counts has no part in it.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain,resident_programs set-knob=resident_programs.warps=4 set-knob=resident_programs.bytes=16 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=TILES < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=lines --device=sim
// RUN: kopt-gate %s %t.mlir --entry=counts --device=sim
// RUN: kopt-gate %s %t.mlir --entry=negated --device=sim
// REQUIRES: sim

// CHECK-DAG: card @resident_programs applied at @lines_0, blocks = 4, bytes = 16, warps = 4
// CHECK-DAG: card @resident_programs applied at @counts_0, blocks = 4, bytes = 16, warps = 4
// CHECK-DAG: card @resident_programs refused at @negated_0: G2: the kernel scans, orders and counts nothing
// TILES-COUNT-2: schedule = #kopt.launch<min_blocks = 4>
// TILES-NOT: min_blocks
func.func @lines(%x: tensor<3x700xi32>) -> tensor<3x700xi32> {
  %zero = arith.constant 0 : i32
  %e = tensor.empty() : tensor<3x700xi32>
  %d = tensor.empty() : tensor<3xi32>
  %a = linalg.fill ins(%zero : i32) outs(%d : tensor<3xi32>) -> tensor<3xi32>
  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%x : tensor<3x700xi32>) outs(%e, %a : tensor<3x700xi32>, tensor<3xi32>) {
  ^bb0(%l: i32, %m: i32):
    %s = arith.addi %l, %m : i32
    tm_tensor.yield %s : i32
  } -> tensor<3x700xi32>, tensor<3xi32>
  return %r#0 : tensor<3x700xi32>
}
func.func @counts(%x: tensor<2049xi32>) -> tensor<17xi32> {
  %z = arith.constant dense<0> : tensor<17xi32>
  %o = arith.constant dense<1> : tensor<2049xi32>
  %i = tensor.expand_shape %x [[0, 1]] output_shape [2049, 1] : tensor<2049xi32> into tensor<2049x1xi32>
  %r = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%o, %i : tensor<2049xi32>, tensor<2049x1xi32>) outs(%z : tensor<17xi32>) {
  ^bb0(%l: i32, %m: i32):
    %s = arith.addi %m, %l : i32
    tm_tensor.yield %s : i32
  } -> tensor<17xi32>
  return %r : tensor<17xi32>
}
func.func @negated(%x: tensor<4x512xf32>) -> tensor<4x512xf32> {
  %e = tensor.empty() : tensor<4x512xf32>
  %r = linalg.negf ins(%x : tensor<4x512xf32>) outs(%e : tensor<4x512xf32>) -> tensor<4x512xf32>
  return %r : tensor<4x512xf32>
}
