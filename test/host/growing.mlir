// A loop that carries a growing tensor, compiled: each step's result is memory of its
// own, of the extent it has.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" --kopt-host-pipeline=chip=sim -o %t.mlir
// RUN: env %sim_driver %mlir_run %t.mlir | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills" --kopt-host-pipeline=chip=sim -o %t.fast.mlir
// RUN: env %sim_driver %mlir_run %t.fast.mlir | FileCheck %s

// CHECK: 16
// CHECK-NEXT: 1
// CHECK-NEXT: 2
func.func private @doubled(%x: tensor<2xf32>) -> tensor<?xf32> attributes {kopt.optimize} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %d = tensor.cast %x : tensor<2xf32> to tensor<?xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %d) -> (tensor<?xf32>) {
    %k = tensor.concat dim(0) %a, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    scf.yield %k : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c14 = arith.constant 14 : index
  %c15 = arith.constant 15 : index
  %x = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = call @doubled(%x) : (tensor<2xf32>) -> tensor<?xf32>
  %n = tensor.dim %r, %c0 : tensor<?xf32>
  vector.print %n : index
  %a = tensor.extract %r[%c14] : tensor<?xf32>
  vector.print %a : f32
  %b = tensor.extract %r[%c15] : tensor<?xf32>
  vector.print %b : f32
  return
}
