// Quantized operations: 8-bit operands less their zero points, in 32-bit sums. Integers
// wrap around.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=conv_q --device=sim --families=normal,small_integers,random_bits --arg=0:3 --arg=1:-5
// RUN: kopt-gate %s %t.mlir --entry=groups_q --device=sim --families=normal,small_integers,random_bits --arg=0:3 --arg=1:-5
// RUN: kopt-gate %s %t.mlir --entry=matmul_q --device=sim --families=normal,small_integers,random_bits --arg=0:3 --arg=1:-5
// REQUIRES: sim

func.func @conv_q(%a0: i32, %a1: i32, %a2: tensor<2x7x6x3xi8>, %a3: tensor<2x3x3x2xi8>, %a4: tensor<2x3x2x2xi32>,
    %a5: tensor<2x7x6x3xi8>, %a6: tensor<2x2x3x3xi8>, %a7: tensor<2x3x2x2xi32>, %a8: tensor<2x3x7x6xi8>,
    %a9: tensor<2x3x2x3xi8>, %a10: tensor<2x2x3x2xi32>, %a11: tensor<2x4x7x6x3xi8>,
    %a12: tensor<2x2x3x3x2xi8>, %a13: tensor<2x2x3x2x2xi32>)
    -> (tensor<2x3x2x2xi32>, tensor<2x3x2x2xi32>, tensor<2x2x3x2xi32>, tensor<2x2x3x2x2xi32>) {
  %0 = linalg.conv_2d_nhwc_hwcf_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a2, %a3, %a0, %a1 : tensor<2x7x6x3xi8>, tensor<2x3x3x2xi8>, i32, i32)
      outs(%a4 : tensor<2x3x2x2xi32>) -> tensor<2x3x2x2xi32>
  %1 = linalg.conv_2d_nhwc_fhwc_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a5, %a6, %a0, %a1 : tensor<2x7x6x3xi8>, tensor<2x2x3x3xi8>, i32, i32)
      outs(%a7 : tensor<2x3x2x2xi32>) -> tensor<2x3x2x2xi32>
  %2 = linalg.conv_2d_nchw_fchw_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a8, %a9, %a0, %a1 : tensor<2x3x7x6xi8>, tensor<2x3x2x3xi8>, i32, i32)
      outs(%a10 : tensor<2x2x3x2xi32>) -> tensor<2x2x3x2xi32>
  %3 = linalg.conv_3d_ndhwc_dhwcf_q {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a11, %a12, %a0, %a1 : tensor<2x4x7x6x3xi8>, tensor<2x2x3x3x2xi8>, i32, i32)
      outs(%a13 : tensor<2x2x3x2x2xi32>) -> tensor<2x2x3x2x2xi32>
  return %0, %1, %2, %3
    : tensor<2x3x2x2xi32>, tensor<2x3x2x2xi32>, tensor<2x2x3x2xi32>, tensor<2x2x3x2x2xi32>
}

func.func @groups_q(%a0: i32, %a1: i32, %a2: tensor<2x7x6x2x3xi8>, %a3: tensor<2x2x2x3x3xi8>, %a4: tensor<2x3x2x2x2xi32>,
    %a5: tensor<2x2x3x7x6xi8>, %a6: tensor<2x2x3x2x3xi8>, %a7: tensor<2x2x2x3x2xi32>,
    %a8: tensor<2x7x6x3xi8>, %a9: tensor<2x3x3xi8>, %a10: tensor<2x3x2x3xi32>, %a11: tensor<2x7x6x3xi8>,
    %a12: tensor<2x3x3x2xi8>, %a13: tensor<2x3x2x3x2xi32>)
    -> (tensor<2x3x2x2x2xi32>, tensor<2x2x2x3x2xi32>, tensor<2x3x2x3xi32>, tensor<2x3x2x3x2xi32>) {
  %0 = linalg.conv_2d_nhwgc_gfhwc_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a2, %a3, %a0, %a1 : tensor<2x7x6x2x3xi8>, tensor<2x2x2x3x3xi8>, i32, i32)
      outs(%a4 : tensor<2x3x2x2x2xi32>) -> tensor<2x3x2x2x2xi32>
  %1 = linalg.conv_2d_ngchw_gfchw_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a5, %a6, %a0, %a1 : tensor<2x2x3x7x6xi8>, tensor<2x2x3x2x3xi8>, i32, i32)
      outs(%a7 : tensor<2x2x2x3x2xi32>) -> tensor<2x2x2x3x2xi32>
  %2 = linalg.depthwise_conv_2d_nhwc_hwc_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a8, %a9, %a0, %a1 : tensor<2x7x6x3xi8>, tensor<2x3x3xi8>, i32, i32)
      outs(%a10 : tensor<2x3x2x3xi32>) -> tensor<2x3x2x3xi32>
  %3 = linalg.depthwise_conv_2d_nhwc_hwcm_q {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a11, %a12, %a0, %a1 : tensor<2x7x6x3xi8>, tensor<2x3x3x2xi8>, i32, i32)
      outs(%a13 : tensor<2x3x2x3x2xi32>) -> tensor<2x3x2x3x2xi32>
  return %0, %1, %2, %3
    : tensor<2x3x2x2x2xi32>, tensor<2x2x2x3x2xi32>, tensor<2x3x2x3xi32>, tensor<2x3x2x3x2xi32>
}

func.func @matmul_q(%a0: i32, %a1: i32, %a2: tensor<3x7xi8>, %a3: tensor<7x5xi8>, %a4: tensor<3x5xi32>,
    %a5: tensor<2x3x7xi8>, %a6: tensor<2x7x5xi8>, %a7: tensor<2x3x5xi32>, %a8: tensor<3x7xi8>,
    %a9: tensor<7x5xi8>, %a10: tensor<3x5xi32>, %a11: tensor<3x7xi8>, %a12: tensor<7x5xi8>,
    %a13: tensor<3x5xi8>)
    -> (tensor<3x5xi32>, tensor<2x3x5xi32>, tensor<3x5xi32>, tensor<3x5xi8>) {
  %0 = linalg.quantized_matmul
      ins(%a2, %a3, %a0, %a1 : tensor<3x7xi8>, tensor<7x5xi8>, i32, i32)
      outs(%a4 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %1 = linalg.quantized_batch_matmul
      ins(%a5, %a6, %a0, %a1 : tensor<2x3x7xi8>, tensor<2x7x5xi8>, i32, i32)
      outs(%a7 : tensor<2x3x5xi32>) -> tensor<2x3x5xi32>
  %2 = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>}
      ins(%a8, %a9 : tensor<3x7xi8>, tensor<7x5xi8>)
      outs(%a10 : tensor<3x5xi32>) -> tensor<3x5xi32>
  %3 = linalg.matmul
      ins(%a11, %a12 : tensor<3x7xi8>, tensor<7x5xi8>)
      outs(%a13 : tensor<3x5xi8>) -> tensor<3x5xi8>
  return %0, %1, %2, %3
    : tensor<3x5xi32>, tensor<2x3x5xi32>, tensor<3x5xi32>, tensor<3x5xi8>
}
