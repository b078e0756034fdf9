// Extents of zero: nothing is launched, or what is launched writes what a reduction
// of nothing is. By the default recipe and by the plain one.
// RUN: kopt-opt %s --apply-skills -o %t.mlir
// RUN: kopt-opt %s --apply-skills=recipe=plain -o %t.plain.mlir
// RUN: kopt-opt %t.mlir --lower-to-ptx -o %t.ptx.mlir
// RUN: kopt-gate %s %t.mlir --entry=none --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=no_rows --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=no_columns --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=no_middle --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=sum_no_rows --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=sum_of_none --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=middle_of_none --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=nothing --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=softmax --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=constant --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --families=normal --arg=0:5x0
// RUN: kopt-gate %s %t.plain.mlir --entry=sum_of_none --device=sim --families=normal
// RUN: kopt-gate %s %t.plain.mlir --entry=no_columns --device=sim --families=normal
// REQUIRES: sim

func.func @none(%x: tensor<0xf32>) -> tensor<0xf32> {
  %o = tensor.empty() : tensor<0xf32>
  %a = linalg.exp ins(%x : tensor<0xf32>) outs(%o : tensor<0xf32>) -> tensor<0xf32>
  return %a : tensor<0xf32>
}
func.func @no_rows(%x: tensor<0x16xf32>) -> tensor<0x16xf32> {
  %o = tensor.empty() : tensor<0x16xf32>
  %a = linalg.exp ins(%x : tensor<0x16xf32>) outs(%o : tensor<0x16xf32>) -> tensor<0x16xf32>
  return %a : tensor<0x16xf32>
}
func.func @no_columns(%x: tensor<16x0xf32>) -> tensor<16x0xf32> {
  %o = tensor.empty() : tensor<16x0xf32>
  %a = linalg.exp ins(%x : tensor<16x0xf32>) outs(%o : tensor<16x0xf32>) -> tensor<16x0xf32>
  return %a : tensor<16x0xf32>
}
func.func @no_middle(%x: tensor<2x0x3xf32>) -> tensor<2x0x3xf32> {
  %o = tensor.empty() : tensor<2x0x3xf32>
  %a = linalg.exp ins(%x : tensor<2x0x3xf32>) outs(%o : tensor<2x0x3xf32>) -> tensor<2x0x3xf32>
  return %a : tensor<2x0x3xf32>
}
func.func @sum_no_rows(%x: tensor<0x16xf32>) -> tensor<0xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<0xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<0xf32>) -> tensor<0xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<0x16xf32>) outs(%o : tensor<0xf32>) dimensions = [1]
  return %a : tensor<0xf32>
}
func.func @sum_of_none(%x: tensor<16x0xf32>) -> tensor<16xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<16xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<16x0xf32>) outs(%o : tensor<16xf32>) dimensions = [1]
  return %a : tensor<16xf32>
}
func.func @middle_of_none(%x: tensor<4x0x8xf32>) -> tensor<4x8xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<4x8xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<4x0x8xf32>) outs(%o : tensor<4x8xf32>) dimensions = [1]
  return %a : tensor<4x8xf32>
}
func.func @nothing(%x: tensor<0x0xf32>) -> tensor<0xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<0xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<0xf32>) -> tensor<0xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<0x0xf32>) outs(%o : tensor<0xf32>) dimensions = [1]
  return %a : tensor<0xf32>
}
func.func @softmax(%x: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %o = tensor.empty() : tensor<4x0xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<4x0xf32>) outs(%o : tensor<4x0xf32>) -> tensor<4x0xf32>
  return %s : tensor<4x0xf32>
}
// Not empty, but as sum_of_none a tile that is the same in every element.
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @constant(%x: tensor<16x8xf32>) -> tensor<16x8xf32> {
  %o = tensor.empty() : tensor<16x8xf32>
  %c = arith.constant 0.5 : f32
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x8xf32>) outs(%o : tensor<16x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %c : f32
  } -> tensor<16x8xf32>
  return %s : tensor<16x8xf32>
}
func.func @dynamic(%x: tensor<?x0xf32>) -> tensor<?xf32> {
  %z = arith.constant 0.5 : f32
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x0xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %o = linalg.fill ins(%z : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %a = linalg.reduce { arith.addf } ins(%x : tensor<?x0xf32>) outs(%o : tensor<?xf32>) dimensions = [1]
  return %a : tensor<?xf32>
}
