// Layer normalisation, a product with a matrix and a softmax, in linalg for any
// sizes: lifted, made kernels by a recipe (nine, or one), and run by stock
// mlir-runner with the run-time library. How many elements are off by more than
// 1e-5 from what MLIR's own loops give, and how many there are.
// RUN: sed -e 's/@block/@reference/' -e 's/attributes {kopt.optimize}//' %S/Inputs/block.mlir > %t.reference
// RUN: cat %s %S/Inputs/block.mlir %t.reference > %t.linalg.mlir
// RUN: kopt-opt %t.linalg.mlir --apply-skills="skills=%skills recipe=plain" -o %t.kernels.mlir
// RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t.kernels.mlir
// RUN: kopt-opt %t.kernels.mlir --kopt-host-pipeline=chip=sim -o %t.sim.mlir
// RUN: rm -f %t.trace
// RUN: env %sim_driver KOPT_FAKE_TRACE=%t.trace %mlir_run %t.sim.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=TRACE --input-file=%t.trace
// RUN: kopt-opt %t.linalg.mlir --apply-skills="skills=%skills recipe=memory_bound" --kopt-host-pipeline=chip=sim -o %t.one.mlir
// RUN: env %sim_driver %mlir_run %t.one.mlir | FileCheck %s
// As an artefact, where columns of products differ by the root of 50.
// RUN: rm -rf %t && kopt-translate --kopt-to-artefact --entry=block --chip=sim %t.kernels.mlir -o %t
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 3x5 5 5x2 | FileCheck %s --check-prefix=ARTEFACT
// RUN: %if cuda %{ kopt-opt %t.kernels.mlir --kopt-host-pipeline -o %t.mlir && %mlir_run %t.mlir | FileCheck %s %}

// No operation of the block remains on the host, the reference's do.
// KERNELS: func.func @block(
// KERNELS-NOT: linalg.
// KERNELS: return
// KERNELS: func.func @reference(
// KERNELS: linalg.matmul

// ARTEFACT: result 3 2: 0.00084{{[0-9]+}} 0.99915{{[0-9]+}} 0.00084{{[0-9]+}} 0.99915{{[0-9]+}} 0.00084{{[0-9]+}} 0.99915{{[0-9]+}}
// CHECK: [0,  60]
// CHECK: [0,  407]
// CHECK: [0,  0]
// TRACE-COUNT-18: cuLaunchKernelEx
// TRACE-NOT: cuLaunchKernelEx
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>
!m = tensor<?x?xf32>
!v = tensor<?xf32>
func.func private @printMemrefI32(tensor<*xi32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
// A matrix of small numbers.
func.func @fill(%rows: index, %columns: index) -> !m {
  %e = tensor.empty(%rows, %columns) : !m
  %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : !m) {
  ^bb0(%o: f32):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c37 = arith.constant 37 : index
    %c13 = arith.constant 13 : index
    %a = arith.muli %i, %c37 : index
    %b = arith.addi %a, %j : index
    %c = arith.remui %b, %c13 : index
    %n = arith.index_cast %c : index to i32
    %f = arith.sitofp %n : i32 to f32
    linalg.yield %f : f32
  } -> !m
  return %r : !m
}
func.func @check(%rows: index, %hidden: index, %columns: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %bound = arith.constant 1.0e-5 : f32
  %x = func.call @fill(%rows, %hidden) : (index, index) -> !m
  %w = func.call @fill(%hidden, %columns) : (index, index) -> !m
  %g1 = func.call @fill(%c1, %hidden) : (index, index) -> !m
  %g = tensor.collapse_shape %g1 [[0, 1]] : !m into !v
  %d = func.call @block(%x, %g, %w) : (!m, !v, !m) -> !m
  %h = func.call @reference(%x, %g, %w) : (!m, !v, !m) -> !m
  %e = tensor.empty() : tensor<2xi32>
  %z = linalg.fill ins(%zero : i32) outs(%e : tensor<2xi32>) -> tensor<2xi32>
  %t = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0)>],
      iterator_types = ["parallel", "reduction", "reduction"]} ins(%d, %h : !m, !m) outs(%z : tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32, %acc: i32):
    %s = arith.subf %a, %b : f32
    %k = math.absf %s : f32
    // A NaN is off, too.
    %off = arith.cmpf ugt, %k, %bound : f32
    %which = linalg.index 0 : index
    %all = arith.cmpi eq, %which, %c1 : index
    %one = arith.ori %off, %all : i1
    %n = arith.extui %one : i1 to i32
    %r = arith.addi %acc, %n : i32
    linalg.yield %r : i32
  } -> tensor<2xi32>
  %u = tensor.cast %t : tensor<2xi32> to tensor<*xi32>
  func.call @printMemrefI32(%u) : (tensor<*xi32>) -> ()
  return
}
func.func @main() {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %c11 = arith.constant 11 : index
  %c12 = arith.constant 12 : index
  %c37 = arith.constant 37 : index
  %c64 = arith.constant 64 : index
  func.call @check(%c5, %c64, %c12) : (index, index, index) -> ()
  func.call @check(%c37, %c37, %c11) : (index, index, index) -> ()
  func.call @check(%c0, %c5, %c11) : (index, index, index) -> ()
  return
}
