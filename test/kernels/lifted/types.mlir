// All element types: sums, products, maxima, minima and logical reductions,
// regular ones and, by a window, irregular ones. Narrow sums are widened, so
// they keep what f16 and bf16 would lose.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=floats --device=sim --families=normal,small_integers,nan_lanes,signed_zeros
// RUN: kopt-gate %s %t.mlir --entry=integers --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=narrow --device=sim --families=normal,constant_rows
// RUN: kopt-gate %s %t.mlir --entry=narrow_pair --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=rounded_by_program --device=sim --families=small_integers
// REQUIRES: sim

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#window = affine_map<(d0, d1) -> (d0 + d1)>
#offset = affine_map<(d0, d1) -> (d1)>

func.func @floats(%x: tensor<3x5xf64>, %y: tensor<3x5xf32>, %z: tensor<3x5xf16>, %o: tensor<3xf64>, %p: tensor<3xf32>, %q: tensor<3xf16>)
    -> (tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf16>) {
  %0 = linalg.reduce { arith.addf } ins(%x : tensor<3x5xf64>) outs(%o : tensor<3xf64>) dimensions = [1]
  %1 = linalg.reduce { arith.mulf } ins(%y : tensor<3x5xf32>) outs(%p : tensor<3xf32>) dimensions = [1]
  %2 = linalg.reduce { arith.minnumf } ins(%y : tensor<3x5xf32>) outs(%p : tensor<3xf32>) dimensions = [1]
  %3 = linalg.reduce { arith.maximumf } ins(%z : tensor<3x5xf16>) outs(%q : tensor<3xf16>) dimensions = [1]
  %4 = linalg.reduce { arith.minimumf } ins(%z : tensor<3x5xf16>) outs(%q : tensor<3xf16>) dimensions = [1]
  return %0, %1, %2, %3, %4 : tensor<3xf64>, tensor<3xf32>, tensor<3xf32>, tensor<3xf16>, tensor<3xf16>
}
func.func @integers(%a: tensor<3x5xi1>, %b: tensor<3x5xi8>, %c: tensor<3x5xi16>, %d: tensor<3x5xi64>, %e: tensor<3x5xindex>,
                    %o: tensor<3xi1>, %p: tensor<3xi8>, %q: tensor<3xi16>, %r: tensor<3xi64>, %s: tensor<3xindex>)
    -> (tensor<3xi1>, tensor<3xi1>, tensor<3xi8>, tensor<3xi8>, tensor<3xi16>, tensor<3xi64>, tensor<3xi64>, tensor<3xindex>) {
  %0 = linalg.reduce { arith.andi } ins(%a : tensor<3x5xi1>) outs(%o : tensor<3xi1>) dimensions = [1]
  %1 = linalg.reduce { arith.ori } ins(%a : tensor<3x5xi1>) outs(%o : tensor<3xi1>) dimensions = [1]
  %2 = linalg.reduce { arith.addi } ins(%b : tensor<3x5xi8>) outs(%p : tensor<3xi8>) dimensions = [1]
  %3 = linalg.reduce { arith.maxui } ins(%b : tensor<3x5xi8>) outs(%p : tensor<3xi8>) dimensions = [1]
  %4 = linalg.reduce { arith.muli } ins(%c : tensor<3x5xi16>) outs(%q : tensor<3xi16>) dimensions = [1]
  %5 = linalg.reduce { arith.minsi } ins(%d : tensor<3x5xi64>) outs(%r : tensor<3xi64>) dimensions = [1]
  %6 = linalg.reduce { arith.xori } ins(%d : tensor<3x5xi64>) outs(%r : tensor<3xi64>) dimensions = [1]
  %7 = linalg.reduce { arith.addi } ins(%e : tensor<3x5xindex>) outs(%s : tensor<3xindex>) dimensions = [1]
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<3xi1>, tensor<3xi1>, tensor<3xi8>, tensor<3xi8>, tensor<3xi16>, tensor<3xi64>, tensor<3xi64>, tensor<3xindex>
}
// Windows of 4096 terms in f16 and bf16, a product of each with a weight.
func.func @narrow(%x: tensor<4098xf16>, %w: tensor<4096xf16>, %y: tensor<4098xbf16>, %v: tensor<4096xbf16>, %o: tensor<3xbf16>)
    -> (tensor<3xf16>, tensor<3xbf16>) {
  %zero = arith.constant dense<0.0> : tensor<3xf16>
  %0 = linalg.generic {indexing_maps = [#window, #offset, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<4098xf16>, tensor<4096xf16>) outs(%zero : tensor<3xf16>) {
  ^bb0(%a: f16, %b: f16, %acc: f16):
    %p = arith.mulf %a, %b : f16
    %s = arith.addf %acc, %p : f16
    linalg.yield %s : f16
  } -> tensor<3xf16>
  %1 = linalg.generic {indexing_maps = [#window, #offset, #row], iterator_types = ["parallel", "reduction"]}
      ins(%y, %v : tensor<4098xbf16>, tensor<4096xbf16>) outs(%o : tensor<3xbf16>) {
  ^bb0(%a: bf16, %b: bf16, %acc: bf16):
    %p = arith.mulf %a, %b : bf16
    %s = arith.subf %acc, %p : bf16
    linalg.yield %s : bf16
  } -> tensor<3xbf16>
  return %0, %1 : tensor<3xf16>, tensor<3xbf16>
}
// A sum, a maximum and a count in bf16: the maximum is exact and stays.
func.func @narrow_pair(%x: tensor<3x40xbf16>, %o: tensor<3xbf16>) -> (tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>) {
  %zero = arith.constant dense<0.0> : tensor<3xbf16>
  %one = arith.constant 1.0 : bf16
  %r:3 = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x40xbf16>) outs(%zero, %o, %zero : tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>) {
  ^bb0(%a: bf16, %sum: bf16, %max: bf16, %n: bf16):
    %s = arith.addf %sum, %a : bf16
    %m = arith.maximumf %max, %a : bf16
    %k = arith.addf %n, %one : bf16
    linalg.yield %s, %m, %k : bf16, bf16, bf16
  } -> (tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>)
  return %r#0, %r#1, %r#2 : tensor<3xbf16>, tensor<3xbf16>, tensor<3xbf16>
}
// A rounding that the program writes is part of it.
func.func @rounded_by_program(%x: tensor<3x40xf32>, %o: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x40xf32>) outs(%o : tensor<3xbf16>) {
  ^bb0(%a: f32, %acc: bf16):
    %e = arith.extf %acc : bf16 to f32
    %s = arith.addf %e, %a : f32
    %t = arith.truncf %s : f32 to bf16
    linalg.yield %t : bf16
  } -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}
