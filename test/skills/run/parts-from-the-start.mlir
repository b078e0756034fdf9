// Parts of dynamic extent from the start of a tensor on: their map is that of the
// whole, and their extent is another.
// RUN: kopt-opt %s --apply-skills="skills=%skills" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=halves --device=sim --arg=0:40
// RUN: kopt-gate %s %t.mlir --entry=halves --device=sim --arg=0:301 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:9x33 --arg=1:4 --families=normal,infinities
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --arg=0:9x33 --arg=1:9 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=block --device=sim --arg=0:9x33 --arg=1:4 --arg=2:7 --families=normal
// REQUIRES: sim

func.func @halves(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.divui %n, %c2 : index
  %l = tensor.extract_slice %x[0] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  %u = tensor.extract_slice %x[%h] [%h] [1] : tensor<?xf32> to tensor<?xf32>
  %e = tensor.empty(%h) : tensor<?xf32>
  %s = linalg.add ins(%l, %u : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32>
}
// A reduction of each of the first rows, and of their columns.
func.func @rows(%x: tensor<?x33xf32>, %n: index) -> (tensor<?xf32>, tensor<33xf32>) {
  %zero = arith.constant 0.0 : f32
  %p = tensor.extract_slice %x[0, 0] [%n, 33] [1, 1] : tensor<?x33xf32> to tensor<?x33xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r = linalg.reduce { arith.addf } ins(%p : tensor<?x33xf32>) outs(%z : tensor<?xf32>) dimensions = [1]
  %f = tensor.empty() : tensor<33xf32>
  %y = linalg.fill ins(%zero : f32) outs(%f : tensor<33xf32>) -> tensor<33xf32>
  %c = linalg.reduce { arith.maximumf } ins(%p : tensor<?x33xf32>) outs(%y : tensor<33xf32>) dimensions = [0]
  return %r, %c : tensor<?xf32>, tensor<33xf32>
}
func.func @block(%x: tensor<?x?xf32>, %m: index, %n: index) -> tensor<?x?xf32> {
  %p = tensor.extract_slice %x[0, 0] [%m, %n] [1, 1] : tensor<?x?xf32> to tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = linalg.exp ins(%p : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
