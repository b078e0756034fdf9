// Reductions of index: each operation with a neutral element, of rows, columns,
// lines that are divided and windows, and what is computed from them.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=rows --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=windows --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=chain --device=sim --families=normal,random_bits
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=memory_bound" -o %t.fast.mlir
// RUN: kopt-gate %s %t.fast.mlir --entry=rows --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.fast.mlir --entry=columns --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.fast.mlir --entry=windows --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.fast.mlir --entry=chain --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=rows --device=interpret --families=normal,random_bits
// REQUIRES: sim

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#window = affine_map<(d0, d1) -> (d0 + d1)>

func.func @rows(%x: tensor<3x37xindex>, %o: tensor<3xindex>)
    -> (tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) {
  %0 = linalg.reduce { arith.minsi } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %1 = linalg.reduce { arith.maxsi } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %2 = linalg.reduce { arith.minui } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %3 = linalg.reduce { arith.maxui } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %4 = linalg.reduce { arith.andi } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %5 = linalg.reduce { arith.ori } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %6 = linalg.reduce { arith.xori } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  %7 = linalg.reduce { arith.muli } ins(%x : tensor<3x37xindex>) outs(%o : tensor<3xindex>) dimensions = [1]
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>
}
// As many rows as are divided among programs.
func.func @columns(%x: tensor<5000x33xindex>, %o: tensor<33xindex>) -> (tensor<33xindex>, tensor<33xindex>, tensor<33xindex>, tensor<33xindex>) {
  %0 = linalg.reduce { arith.minsi } ins(%x : tensor<5000x33xindex>) outs(%o : tensor<33xindex>) dimensions = [0]
  %1 = linalg.reduce { arith.maxsi } ins(%x : tensor<5000x33xindex>) outs(%o : tensor<33xindex>) dimensions = [0]
  %2 = linalg.reduce { arith.minui } ins(%x : tensor<5000x33xindex>) outs(%o : tensor<33xindex>) dimensions = [0]
  %3 = linalg.reduce { arith.maxui } ins(%x : tensor<5000x33xindex>) outs(%o : tensor<33xindex>) dimensions = [0]
  return %0, %1, %2, %3 : tensor<33xindex>, tensor<33xindex>, tensor<33xindex>, tensor<33xindex>
}
func.func @windows(%x: tensor<11xindex>, %w: tensor<7xindex>, %o: tensor<5xindex>) -> tensor<5xindex> {
  %0 = linalg.generic {indexing_maps = [#window, affine_map<(d0, d1) -> (d1)>, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<11xindex>, tensor<7xindex>) outs(%o : tensor<5xindex>) {
  ^bb0(%a: index, %b: index, %acc: index):
    %p = arith.addi %a, %b : index
    %s = arith.minsi %acc, %p : index
    linalg.yield %s : index
  } -> tensor<5xindex>
  return %0 : tensor<5xindex>
}
// Elements of index in operations of their own, and more of a dimension of 1.
func.func @chain(%x: tensor<1x130xindex>, %o: tensor<1xindex>) -> (tensor<1x130xindex>, tensor<1x130xi1>) {
  %most = linalg.reduce { arith.maxui } ins(%x : tensor<1x130xindex>) outs(%o : tensor<1xindex>) dimensions = [1]
  %e = tensor.empty() : tensor<1x130xindex>
  %f = tensor.empty() : tensor<1x130xi1>
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %most : tensor<1x130xindex>, tensor<1xindex>) outs(%e, %f : tensor<1x130xindex>, tensor<1x130xi1>) {
  ^bb0(%a: index, %b: index, %c: index, %d: i1):
    %i = linalg.index 1 : index
    %s = arith.subi %b, %a : index
    %t = arith.addi %s, %i : index
    %q = arith.cmpi ult, %t, %b : index
    linalg.yield %t, %q : index, i1
  } -> (tensor<1x130xindex>, tensor<1x130xi1>)
  return %r#0, %r#1 : tensor<1x130xindex>, tensor<1x130xi1>
}
