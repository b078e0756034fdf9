// More batches than a grid has blocks in y or z: the grid is flat.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-run %t.mlir --entry=products --emit=%t
// RUN: FileCheck %s < %t.json
// RUN: kopt-run %t.mlir --entry=products --device=sim --family=small_integers > %t.got
// RUN: kopt-run %s --entry=products --device=sim --family=small_integers > %t.wanted
// RUN: cmp %t.got %t.wanted
// REQUIRES: sim

// CHECK: "grid":[65536,1,1]
func.func @products(%a: tensor<65536x1x2xf32>, %b: tensor<65536x2x1xf32>, %o: tensor<65536x1x1xf32>) -> tensor<65536x1x1xf32> {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<65536x1x2xf32>, tensor<65536x2x1xf32>) outs(%o : tensor<65536x1x1xf32>) -> tensor<65536x1x1xf32>
  return %0 : tensor<65536x1x1xf32>
}
