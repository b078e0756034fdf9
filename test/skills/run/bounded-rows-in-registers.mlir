// Rows of any extent up to 512 in registers, longer ones by a loop: each
// condition from both sides. A static row that is short enough needs no variant.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_elementwise_launches,fuse_reduction_launches,fuse_reduction_launches,tile_to_grid,bounded_rows_in_registers set-knob=tile_to_grid.cols=64,bounded_rows_in_registers.extent=512 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: kopt-gate %s %t.mlir --entry=any --device=sim --shapes=asked --arg=0:3x0
// RUN: kopt-gate %s %t.mlir --entry=any --device=sim --shapes=asked --arg=0:3x1
// RUN: kopt-gate %s %t.mlir --entry=any --device=sim --shapes=asked --arg=0:0x5
// RUN: kopt-gate %s %t.mlir --entry=any --device=sim --shapes=asked --arg=0:3x65
// RUN: kopt-gate %s %t.mlir --entry=any --device=sim --shapes=asked --arg=0:3x512 --families=normal,infinities
// RUN: kopt-gate %s %t.mlir --entry=any --device=sim --shapes=asked --arg=0:3x513 --families=normal,infinities
// RUN: kopt-gate %s %t.mlir --entry=short --device=sim
// REQUIRES: sim

// CHECK: card @bounded_rows_in_registers versioned at @any_[[#K:]], extent = 512, registers = 168, if arg0[1] - 1 >= 0 and -arg0[1] + 512 >= 0
// CHECK: card @bounded_rows_in_registers refused at @any_[[#K]]: G3: the row has arg0[1] elements, more than 512
// CHECK: card @bounded_rows_in_registers applied at @short_{{.*}}, extent = 512

// The row is read once.
// IR: kopt.kernel @any_[[#K:]]_if0(
// IR-COUNT-1: kopt.load {{.*}} -> tensor<1x512xf32>
// IR-NOT: kopt.load
// IR-NOT: scf.for
// IR: kopt.return
// IR: kopt.kernel @any_[[#K]](
// IR: scf.for
func.func @any(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %x, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1) : tensor<?x?xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @short(%x: tensor<3x77xf32>) -> tensor<3x77xf32> {
  %e = tensor.empty() : tensor<3x77xf32>
  %r = linalg.softmax dimension(1) ins(%x : tensor<3x77xf32>) outs(%e : tensor<3x77xf32>) -> tensor<3x77xf32>
  return %r : tensor<3x77xf32>
}
