// More than 2^31 elements: addresses are 64 bits wide. More blocks than a grid has
// in y or z: the grid is flat. Arguments that cannot be held are an error, not an
// end by a signal.
// RUN: kopt-opt %s --apply-skills=recipe=plain -o %t.mlir
// RUN: kopt-translate --kopt-to-ptx %t.mlir | FileCheck %s --check-prefix=PTX
// RUN: kopt-run %t.mlir --entry=tall --emit=%t
// RUN: FileCheck %s --check-prefix=GRID < %t.json
// RUN: kopt-gate %s %t.mlir --entry=tall --device=sim --families=small_integers
// RUN: %refuses "machine's memory" -- kopt-run %t.mlir --entry=many
// RUN: %refuses "machine's memory" -- kopt-run %s --entry=many
// RUN: %refuses "argument 0: expected at most 2^40 bytes" -- kopt-run %t.mlir --entry=any --arg=0:9223372036854775807
// RUN: %refuses "argument 0: expected at most 2^40 bytes" -- kopt-run %t.mlir --entry=any --arg=0:4611686018427387904
// RUN: %refuses "machine's memory" -- kopt-run %s --entry=any --arg=0:274877906944
// RUN: %refuses "argument 0: expected at most 2^40 bytes" -- kopt-gate %s %t.mlir --entry=any --arg=0:274877906945
// RUN: %refuses "more than 2^31 - 1 programs" --absent %t.none.ptx -- kopt-run %t.mlir --entry=any --arg=0:274877906944 --emit=%t.none
// RUN: %refuses "'99999999999999999999' does not fit" -- kopt-run %t.mlir --entry=any --arg=0:99999999999999999999
// RUN: %refuses "'-5' does not fit" -- kopt-run %t.mlir --entry=any --arg=0:-5
// RUN: %refuses "expected --arg=0:SHAPE" -- kopt-run %t.mlir --entry=any
// REQUIRES: sim

// PTX: .visible .entry many_0(
// PTX: mov.u32 %[[BLOCK:.*]], %ctaid.x;
// PTX: mul.wide.u32 %{{.*}}, %[[BLOCK]],
func.func @many(%x: tensor<137438953472xf32>) -> tensor<137438953472xf32> {
  %o = tensor.empty() : tensor<137438953472xf32>
  %a = linalg.exp ins(%x : tensor<137438953472xf32>) outs(%o : tensor<137438953472xf32>) -> tensor<137438953472xf32>
  return %a : tensor<137438953472xf32>
}
// GRID: "grid":[66000,1,1]
func.func @tall(%x: tensor<2x33000x2xf32>) -> tensor<2x33000x2xf32> {
  %o = tensor.empty() : tensor<2x33000x2xf32>
  %a = linalg.abs ins(%x : tensor<2x33000x2xf32>) outs(%o : tensor<2x33000x2xf32>) -> tensor<2x33000x2xf32>
  return %a : tensor<2x33000x2xf32>
}
func.func @any(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %o = tensor.empty(%d) : tensor<?xf32>
  %a = linalg.exp ins(%x : tensor<?xf32>) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  return %a : tensor<?xf32>
}
