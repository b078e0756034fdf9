// Named elementwise operations, linalg.elementwise with broadcast and transposed
// operands, copies with conversions, transposition, broadcast, map, fills and the
// random fill.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=unary --device=sim --families=uniform01,normal,signed_zeros,infinities
// RUN: kopt-gate %s %t.mlir --entry=binary --device=sim --families=uniform01,small_integers,nan_lanes
// RUN: kopt-gate %s %t.mlir --entry=integers --device=sim --families=small_integers,random_bits
// RUN: kopt-gate %s %t.mlir --entry=kinds --device=sim --families=normal
// RUN: kopt-gate %s %t.mlir --entry=moves --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=fills --device=sim --families=normal --arg=0:-7 --arg=1:-1.5 --arg=2:2.5 --arg=3:42
// REQUIRES: sim

func.func @unary(%a0: tensor<3x5xf32>, %a1: tensor<3x5xf32>)
    -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %0 = linalg.exp ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.log ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = linalg.abs ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = linalg.ceil ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %4 = linalg.floor ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %5 = linalg.negf ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %6 = linalg.reciprocal ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %7 = linalg.round ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %8 = linalg.sqrt ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %9 = linalg.rsqrt ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %10 = linalg.square ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %11 = linalg.tanh ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %12 = linalg.erf ins(%a0 : tensor<3x5xf32>) outs(%a1 : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12
    : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
}

func.func @binary(%a0: tensor<3x5xf32>, %a1: tensor<3x5xf32>, %a2: tensor<3x5xf32>, %a3: tensor<3x5xi1>)
    -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %0 = linalg.add ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.sub ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = linalg.mul ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = linalg.div ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %4 = linalg.max ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %5 = linalg.min ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %6 = linalg.powf ins(%a0, %a1 : tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %7 = linalg.select ins(%a3, %a0, %a1 : tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) outs(%a2 : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7
    : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
}

func.func @integers(%a0: tensor<3x5xi32>, %a1: tensor<3x5xi32>, %a2: tensor<3x5xi32>)
    -> (tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>) {
  %0 = linalg.add ins(%a0, %a1 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %1 = linalg.sub ins(%a0, %a1 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %2 = linalg.mul ins(%a0, %a1 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %3 = linalg.max ins(%a0, %a1 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %4 = linalg.min ins(%a0, %a1 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %one = arith.constant dense<1> : tensor<3x5xi32>
  %5 = linalg.map ins(%a1, %one : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>)
    (%p: i32, %q: i32, %init: i32) {
      %odd = arith.ori %p, %q : i32
      linalg.yield %odd : i32
    }
  %6 = linalg.div ins(%a0, %5 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %7 = linalg.div_unsigned ins(%a0, %5 : tensor<3x5xi32>, tensor<3x5xi32>) outs(%a2 : tensor<3x5xi32>) -> tensor<3x5xi32>
  return %0, %1, %2, %3, %4, %6, %7
    : tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>, tensor<3x5xi32>
}

func.func @kinds(%a0: tensor<3x5xf32>, %a1: tensor<5xf32>, %a2: tensor<5x3xf32>, %a3: tensor<3x5xf32>,
    %a4: tensor<3x5xi1>)
    -> (tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>) {
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a0 : tensor<3x5xf32>) outs(%a3 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<tanh> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%a2 : tensor<5x3xf32>) outs(%a3 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<add> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%a0, %a1 : tensor<3x5xf32>, tensor<5xf32>) outs(%a3 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<sub> indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%a2, %a0 : tensor<5x3xf32>, tensor<3x5xf32>) outs(%a3 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %4 = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0, d1)>]
      ins(%a0, %a1 : tensor<3x5xf32>, tensor<5xf32>) outs(%a3 : tensor<3x5xf32>) -> tensor<3x5xf32>
  %5 = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%a4, %a0, %a0 : tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) outs(%a3 : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1, %2, %3, %4, %5
    : tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<3x5xf32>
}

func.func @moves(%a0: tensor<2x3x4xf16>, %a1: tensor<4xi64>, %a2: tensor<2x3x4xi8>)
    -> (tensor<4x2x3xf16>, tensor<3x4x2xi64>, tensor<2x3x4xi32>, tensor<2x3x4xi32>, tensor<2x3x4xi8>) {
  %e0_0 = tensor.empty() : tensor<4x2x3xf16>
  %0 = linalg.transpose ins(%a0 : tensor<2x3x4xf16>) outs(%e0_0 : tensor<4x2x3xf16>) permutation = [2, 0, 1]
  %e1_2 = tensor.empty() : tensor<3x4x2xi64>
  %1 = linalg.broadcast ins(%a1 : tensor<4xi64>) outs(%e1_2 : tensor<3x4x2xi64>) dimensions = [0, 2]
  %e2_4 = tensor.empty() : tensor<2x3x4xi32>
  %2 = linalg.copy {cast = #linalg.type_fn<cast_signed>} ins(%a2 : tensor<2x3x4xi8>) outs(%e2_4 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  %e3_6 = tensor.empty() : tensor<2x3x4xi32>
  %3 = linalg.copy {cast = #linalg.type_fn<cast_unsigned>} ins(%a2 : tensor<2x3x4xi8>) outs(%e3_6 : tensor<2x3x4xi32>) -> tensor<2x3x4xi32>
  %e4_8 = tensor.empty() : tensor<2x3x4xi8>
  %4 = linalg.map { arith.xori } ins(%a2, %a2 : tensor<2x3x4xi8>, tensor<2x3x4xi8>) outs(%e4_8 : tensor<2x3x4xi8>)
  return %0, %1, %2, %3, %4
    : tensor<4x2x3xf16>, tensor<3x4x2xi64>, tensor<2x3x4xi32>, tensor<2x3x4xi32>, tensor<2x3x4xi8>
}

func.func @fills(%a0: i16, %a1: f64, %a2: f64, %a3: i32)
    -> (tensor<3x5xi16>, tensor<i16>, tensor<3x5xf32>) {
  %e0_0 = tensor.empty() : tensor<3x5xi16>
  %0 = linalg.fill ins(%a0 : i16) outs(%e0_0 : tensor<3x5xi16>) -> tensor<3x5xi16>
  %e1_2 = tensor.empty() : tensor<i16>
  %1 = linalg.fill ins(%a0 : i16) outs(%e1_2 : tensor<i16>) -> tensor<i16>
  %e2_4 = tensor.empty() : tensor<3x5xf32>
  %2 = linalg.fill_rng_2d ins(%a1, %a2, %a3 : f64, f64, i32) outs(%e2_4 : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %0, %1, %2
    : tensor<3x5xi16>, tensor<i16>, tensor<3x5xf32>
}
