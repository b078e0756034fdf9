// Floats of 8 bits: elementwise, a sum, a product of matrices, softmax. Sums are
// held in f32; what the program writes in f8 is rounded to f8.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=elementwise --device=sim --arg=2:1.75
// RUN: kopt-gate %s %t.mlir --entry=sum --device=sim
// RUN: kopt-gate %s %t.mlir --entry=product --device=sim
// RUN: kopt-gate %s %t.mlir --entry=softmax --device=sim
// RUN: kopt-gate %s %t.mlir --entry=product --device=interpret
// RUN: kopt-opt %t.mlir --lower-to-ptx -o %t.ptx.mlir
// RUN: kopt-run %t.mlir --entry=sum --device=sim | FileCheck %s --check-prefix=RUN-RESULT
// RUN: kopt-opt %s --kopt-lift -o %t.lifted.mlir 2>&1 | FileCheck %s
// REQUIRES: sim

// RUN-RESULT: {{.*}} : tensor<5xf8E5M2>
// CHECK-COUNT-3: remark: accumulates in f32: the program's accumulator is narrower
func.func @elementwise(%x: tensor<5x67xf8E4M3FN>, %y: tensor<5x67xf8E5M2>, %s: f8E4M3FN)
    -> (tensor<5x67xf8E4M3FN>, tensor<5x67xf8E5M2>, tensor<5x67xf8E4M3FN>, tensor<5x67xi1>) {
  %e = tensor.empty() : tensor<5x67xf8E4M3FN>
  %f = tensor.empty() : tensor<5x67xf8E5M2>
  %g = tensor.empty() : tensor<5x67xi1>
  %0 = arith.addf %x, %x : tensor<5x67xf8E4M3FN>
  %1 = linalg.exp ins(%y : tensor<5x67xf8E5M2>) outs(%f : tensor<5x67xf8E5M2>) -> tensor<5x67xf8E5M2>
  %2 = linalg.map ins(%x : tensor<5x67xf8E4M3FN>) outs(%e : tensor<5x67xf8E4M3FN>) (%a: f8E4M3FN, %o: f8E4M3FN) {
    %m = arith.mulf %a, %s : f8E4M3FN
    %n = arith.negf %m : f8E4M3FN
    %w = arith.maximumf %n, %a : f8E4M3FN
    linalg.yield %w : f8E4M3FN
  }
  %3 = linalg.map ins(%x, %y : tensor<5x67xf8E4M3FN>, tensor<5x67xf8E5M2>) outs(%g : tensor<5x67xi1>) (%a: f8E4M3FN, %b: f8E5M2, %o: i1) {
    %p = arith.extf %a : f8E4M3FN to f16
    %q = arith.extf %b : f8E5M2 to f16
    %c = arith.cmpf olt, %p, %q : f16
    linalg.yield %c : i1
  }
  return %0, %1, %2, %3 : tensor<5x67xf8E4M3FN>, tensor<5x67xf8E5M2>, tensor<5x67xf8E4M3FN>, tensor<5x67xi1>
}
func.func @sum(%x: tensor<5x300xf8E5M2>, %o: tensor<5xf8E5M2>) -> (tensor<5xf8E5M2>, tensor<5xf8E5M2>) {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<5x300xf8E5M2>) outs(%o : tensor<5xf8E5M2>) dimensions = [1]
  %1 = linalg.reduce { arith.maximumf } ins(%x : tensor<5x300xf8E5M2>) outs(%o : tensor<5xf8E5M2>) dimensions = [1]
  return %0, %1 : tensor<5xf8E5M2>, tensor<5xf8E5M2>
}
func.func @product(%a: tensor<9x70xf8E4M3FN>, %b: tensor<70x5xf8E4M3FN>, %c: tensor<70x5xf8E5M2>, %o: tensor<9x5xf8E4M3FN>, %p: tensor<9x5xf32>)
    -> (tensor<9x5xf8E4M3FN>, tensor<9x5xf32>) {
  %0 = linalg.matmul ins(%a, %b : tensor<9x70xf8E4M3FN>, tensor<70x5xf8E4M3FN>) outs(%o : tensor<9x5xf8E4M3FN>) -> tensor<9x5xf8E4M3FN>
  %1 = linalg.matmul ins(%a, %c : tensor<9x70xf8E4M3FN>, tensor<70x5xf8E5M2>) outs(%p : tensor<9x5xf32>) -> tensor<9x5xf32>
  return %0, %1 : tensor<9x5xf8E4M3FN>, tensor<9x5xf32>
}
func.func @softmax(%x: tensor<5x37xf8E4M3FN>) -> tensor<5x37xf8E4M3FN> {
  %e = tensor.empty() : tensor<5x37xf8E4M3FN>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<5x37xf8E4M3FN>) outs(%e : tensor<5x37xf8E4M3FN>) {
  ^bb0(%a: f8E4M3FN, %b: f8E4M3FN):
    linalg.yield %a : f8E4M3FN
  } -> tensor<5x37xf8E4M3FN>
  %1 = linalg.softmax dimension(1) ins(%0 : tensor<5x37xf8E4M3FN>) outs(%e : tensor<5x37xf8E4M3FN>) -> tensor<5x37xf8E4M3FN>
  return %1 : tensor<5x37xf8E4M3FN>
}
