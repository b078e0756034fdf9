// Convolutions of one, two and three dimensions in all layouts, with strides and
// dilations, from an initial value that is an argument.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=conv_1d --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=conv_2d --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=conv_3d --device=sim --families=normal,small_integers
// REQUIRES: sim

func.func @conv_1d(%a0: tensor<4xf32>, %a1: tensor<3xf32>, %a2: tensor<2xf32>, %a3: tensor<2x6x3xf32>,
    %a4: tensor<3x3x2xf32>, %a5: tensor<2x2x2xf32>, %a6: tensor<2x3x6xf32>, %a7: tensor<2x3x3xf32>,
    %a8: tensor<2x2x2xf32>)
    -> (tensor<2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>) {
  %0 = linalg.conv_1d
      ins(%a0, %a1 : tensor<4xf32>, tensor<3xf32>)
      outs(%a2 : tensor<2xf32>) -> tensor<2xf32>
  %1 = linalg.conv_1d_nwc_wcf {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a3, %a4 : tensor<2x6x3xf32>, tensor<3x3x2xf32>)
      outs(%a5 : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  %2 = linalg.conv_1d_ncw_fcw {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a6, %a7 : tensor<2x3x6xf32>, tensor<2x3x3xf32>)
      outs(%a8 : tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
  return %0, %1, %2
    : tensor<2xf32>, tensor<2x2x2xf32>, tensor<2x2x2xf32>
}

func.func @conv_2d(%a0: tensor<4x4xf32>, %a1: tensor<2x3xf32>, %a2: tensor<3x2xf32>, %a3: tensor<2x7x6x3xf32>,
    %a4: tensor<2x3x3x2xf32>, %a5: tensor<2x3x2x2xf32>, %a6: tensor<2x7x6x3xf32>, %a7: tensor<2x2x3x3xf32>,
    %a8: tensor<2x3x2x2xf32>, %a9: tensor<2x3x7x6xf32>, %a10: tensor<2x3x2x3xf32>,
    %a11: tensor<2x2x3x2xf32>)
    -> (tensor<3x2xf32>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>, tensor<2x2x3x2xf32>) {
  %0 = linalg.conv_2d
      ins(%a0, %a1 : tensor<4x4xf32>, tensor<2x3xf32>)
      outs(%a2 : tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a3, %a4 : tensor<2x7x6x3xf32>, tensor<2x3x3x2xf32>)
      outs(%a5 : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  %2 = linalg.conv_2d_nhwc_fhwc {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a6, %a7 : tensor<2x7x6x3xf32>, tensor<2x2x3x3xf32>)
      outs(%a8 : tensor<2x3x2x2xf32>) -> tensor<2x3x2x2xf32>
  %3 = linalg.conv_2d_nchw_fchw {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a9, %a10 : tensor<2x3x7x6xf32>, tensor<2x3x2x3xf32>)
      outs(%a11 : tensor<2x2x3x2xf32>) -> tensor<2x2x3x2xf32>
  return %0, %1, %2, %3
    : tensor<3x2xf32>, tensor<2x3x2x2xf32>, tensor<2x3x2x2xf32>, tensor<2x2x3x2xf32>
}

func.func @conv_3d(%a0: tensor<3x4x4xf32>, %a1: tensor<2x2x3xf32>, %a2: tensor<2x3x2xf32>, %a3: tensor<2x4x7x6x3xf32>,
    %a4: tensor<2x2x3x3x2xf32>, %a5: tensor<2x2x3x2x2xf32>, %a6: tensor<2x3x4x7x6xf32>,
    %a7: tensor<2x3x2x2x3xf32>, %a8: tensor<2x2x2x3x2xf32>)
    -> (tensor<2x3x2xf32>, tensor<2x2x3x2x2xf32>, tensor<2x2x2x3x2xf32>) {
  %0 = linalg.conv_3d
      ins(%a0, %a1 : tensor<3x4x4xf32>, tensor<2x2x3xf32>)
      outs(%a2 : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %1 = linalg.conv_3d_ndhwc_dhwcf {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a3, %a4 : tensor<2x4x7x6x3xf32>, tensor<2x2x3x3x2xf32>)
      outs(%a5 : tensor<2x2x3x2x2xf32>) -> tensor<2x2x3x2x2xf32>
  %2 = linalg.conv_3d_ncdhw_fcdhw {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a6, %a7 : tensor<2x3x4x7x6xf32>, tensor<2x3x2x2x3xf32>)
      outs(%a8 : tensor<2x2x2x3x2xf32>) -> tensor<2x2x2x3x2xf32>
  return %0, %1, %2
    : tensor<2x3x2xf32>, tensor<2x2x3x2x2xf32>, tensor<2x2x2x3x2xf32>
}
