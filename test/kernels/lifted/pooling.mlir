// Pooling: sums, maxima, minima, signed and unsigned, with strides and dilations. NaN
// and the sign of zero are as the program has them.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=pooling_sum --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=pooling_max --device=sim --families=normal,signed_zeros,nan_lanes,infinities
// RUN: kopt-gate %s %t.mlir --entry=pooling_min --device=sim --families=normal,signed_zeros,nan_lanes,infinities
// RUN: kopt-gate %s %t.mlir --entry=pooling_max_unsigned --device=sim --families=normal,random_bits
// RUN: kopt-gate %s %t.mlir --entry=pooling_min_unsigned --device=sim --families=normal,random_bits
// REQUIRES: sim

func.func @pooling_sum(%a0: tensor<2x7x6x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3x2x3xf32>, %a3: tensor<2x3x7x6xf32>,
    %a4: tensor<2x3xf32>, %a5: tensor<2x3x3x2xf32>, %a6: tensor<2x6x3xf32>, %a7: tensor<3xf32>,
    %a8: tensor<2x2x3xf32>, %a9: tensor<2x3x6xf32>, %a10: tensor<3xf32>, %a11: tensor<2x3x2xf32>,
    %a12: tensor<2x4x7x6x3xf32>, %a13: tensor<2x2x3xf32>, %a14: tensor<2x2x3x2x3xf32>,
    %a15: tensor<2x7x6x3xi16>, %a16: tensor<2x3xi16>, %a17: tensor<2x3x2x3xi16>)
    -> (tensor<2x3x2x3xf32>, tensor<2x3x3x2xf32>, tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3x2x3xf32>, tensor<2x3x2x3xi16>) {
  %0 = linalg.pooling_nhwc_sum {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a0, %a1 : tensor<2x7x6x3xf32>, tensor<2x3xf32>)
      outs(%a2 : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %1 = linalg.pooling_nchw_sum {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a3, %a4 : tensor<2x3x7x6xf32>, tensor<2x3xf32>)
      outs(%a5 : tensor<2x3x3x2xf32>) -> tensor<2x3x3x2xf32>
  %2 = linalg.pooling_nwc_sum {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a6, %a7 : tensor<2x6x3xf32>, tensor<3xf32>)
      outs(%a8 : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %3 = linalg.pooling_ncw_sum {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a9, %a10 : tensor<2x3x6xf32>, tensor<3xf32>)
      outs(%a11 : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %4 = linalg.pooling_ndhwc_sum {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a12, %a13 : tensor<2x4x7x6x3xf32>, tensor<2x2x3xf32>)
      outs(%a14 : tensor<2x2x3x2x3xf32>) -> tensor<2x2x3x2x3xf32>
  %5 = linalg.pooling_nhwc_sum {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a15, %a16 : tensor<2x7x6x3xi16>, tensor<2x3xi16>)
      outs(%a17 : tensor<2x3x2x3xi16>) -> tensor<2x3x2x3xi16>
  return %0, %1, %2, %3, %4, %5
    : tensor<2x3x2x3xf32>, tensor<2x3x3x2xf32>, tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3x2x3xf32>, tensor<2x3x2x3xi16>
}

func.func @pooling_max(%a0: tensor<2x7x6x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3x2x3xf32>, %a3: tensor<2x3x7x6xf32>,
    %a4: tensor<2x3xf32>, %a5: tensor<2x3x3x2xf32>, %a6: tensor<2x6x3xf32>, %a7: tensor<3xf32>,
    %a8: tensor<2x2x3xf32>, %a9: tensor<2x3x6xf32>, %a10: tensor<3xf32>, %a11: tensor<2x3x2xf32>,
    %a12: tensor<2x4x7x6x3xf32>, %a13: tensor<2x2x3xf32>, %a14: tensor<2x2x3x2x3xf32>,
    %a15: tensor<2x7x6x3xi16>, %a16: tensor<2x3xi16>, %a17: tensor<2x3x2x3xi16>)
    -> (tensor<2x3x2x3xf32>, tensor<2x3x3x2xf32>, tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3x2x3xf32>, tensor<2x3x2x3xi16>) {
  %0 = linalg.pooling_nhwc_max {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a0, %a1 : tensor<2x7x6x3xf32>, tensor<2x3xf32>)
      outs(%a2 : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %1 = linalg.pooling_nchw_max {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a3, %a4 : tensor<2x3x7x6xf32>, tensor<2x3xf32>)
      outs(%a5 : tensor<2x3x3x2xf32>) -> tensor<2x3x3x2xf32>
  %2 = linalg.pooling_nwc_max {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a6, %a7 : tensor<2x6x3xf32>, tensor<3xf32>)
      outs(%a8 : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %3 = linalg.pooling_ncw_max {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a9, %a10 : tensor<2x3x6xf32>, tensor<3xf32>)
      outs(%a11 : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %4 = linalg.pooling_ndhwc_max {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a12, %a13 : tensor<2x4x7x6x3xf32>, tensor<2x2x3xf32>)
      outs(%a14 : tensor<2x2x3x2x3xf32>) -> tensor<2x2x3x2x3xf32>
  %5 = linalg.pooling_nhwc_max {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a15, %a16 : tensor<2x7x6x3xi16>, tensor<2x3xi16>)
      outs(%a17 : tensor<2x3x2x3xi16>) -> tensor<2x3x2x3xi16>
  return %0, %1, %2, %3, %4, %5
    : tensor<2x3x2x3xf32>, tensor<2x3x3x2xf32>, tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3x2x3xf32>, tensor<2x3x2x3xi16>
}

func.func @pooling_min(%a0: tensor<2x7x6x3xf32>, %a1: tensor<2x3xf32>, %a2: tensor<2x3x2x3xf32>, %a3: tensor<2x6x3xf32>,
    %a4: tensor<3xf32>, %a5: tensor<2x2x3xf32>, %a6: tensor<2x4x7x6x3xf32>, %a7: tensor<2x2x3xf32>,
    %a8: tensor<2x2x3x2x3xf32>, %a9: tensor<2x7x6x3xi16>, %a10: tensor<2x3xi16>, %a11: tensor<2x3x2x3xi16>)
    -> (tensor<2x3x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3x2x3xf32>, tensor<2x3x2x3xi16>) {
  %0 = linalg.pooling_nhwc_min {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a0, %a1 : tensor<2x7x6x3xf32>, tensor<2x3xf32>)
      outs(%a2 : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %1 = linalg.pooling_nwc_min {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a3, %a4 : tensor<2x6x3xf32>, tensor<3xf32>)
      outs(%a5 : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %2 = linalg.pooling_ndhwc_min {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a6, %a7 : tensor<2x4x7x6x3xf32>, tensor<2x2x3xf32>)
      outs(%a8 : tensor<2x2x3x2x3xf32>) -> tensor<2x2x3x2x3xf32>
  %3 = linalg.pooling_nhwc_min {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a9, %a10 : tensor<2x7x6x3xi16>, tensor<2x3xi16>)
      outs(%a11 : tensor<2x3x2x3xi16>) -> tensor<2x3x2x3xi16>
  return %0, %1, %2, %3
    : tensor<2x3x2x3xf32>, tensor<2x2x3xf32>, tensor<2x2x3x2x3xf32>, tensor<2x3x2x3xi16>
}

func.func @pooling_max_unsigned(%a0: tensor<2x7x6x3xi8>, %a1: tensor<2x3xi8>, %a2: tensor<2x3x2x3xi8>, %a3: tensor<2x6x3xi8>,
    %a4: tensor<3xi8>, %a5: tensor<2x2x3xi8>)
    -> (tensor<2x3x2x3xi8>, tensor<2x2x3xi8>) {
  %0 = linalg.pooling_nhwc_max_unsigned {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a0, %a1 : tensor<2x7x6x3xi8>, tensor<2x3xi8>)
      outs(%a2 : tensor<2x3x2x3xi8>) -> tensor<2x3x2x3xi8>
  %1 = linalg.pooling_nwc_max_unsigned {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a3, %a4 : tensor<2x6x3xi8>, tensor<3xi8>)
      outs(%a5 : tensor<2x2x3xi8>) -> tensor<2x2x3xi8>
  return %0, %1
    : tensor<2x3x2x3xi8>, tensor<2x2x3xi8>
}

func.func @pooling_min_unsigned(%a0: tensor<2x7x6x3xi8>, %a1: tensor<2x3xi8>, %a2: tensor<2x3x2x3xi8>, %a3: tensor<2x6x3xi8>,
    %a4: tensor<3xi8>, %a5: tensor<2x2x3xi8>)
    -> (tensor<2x3x2x3xi8>, tensor<2x2x3xi8>) {
  %0 = linalg.pooling_nhwc_min_unsigned {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a0, %a1 : tensor<2x7x6x3xi8>, tensor<2x3xi8>)
      outs(%a2 : tensor<2x3x2x3xi8>) -> tensor<2x3x2x3xi8>
  %1 = linalg.pooling_nwc_min_unsigned {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a3, %a4 : tensor<2x6x3xi8>, tensor<3xi8>)
      outs(%a5 : tensor<2x2x3xi8>) -> tensor<2x2x3xi8>
  return %0, %1
    : tensor<2x3x2x3xi8>, tensor<2x2x3xi8>
}
