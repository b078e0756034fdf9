// Grouped and depthwise convolutions, with and without a channel multiplier.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=grouped --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=depthwise --device=sim --families=normal,small_integers
// RUN: kopt-gate %s %t.mlir --entry=depthwise_3d --device=sim --families=normal,small_integers
// REQUIRES: sim

func.func @grouped(%a0: tensor<2x2x3x7x6xf32>, %a1: tensor<2x2x3x2x3xf32>, %a2: tensor<2x2x2x3x2xf32>,
    %a3: tensor<2x2x3x7x6xf32>, %a4: tensor<2x2x3x2x3xf32>, %a5: tensor<2x2x2x3x2xf32>,
    %a6: tensor<2x7x6x2x3xf32>, %a7: tensor<2x2x2x3x3xf32>, %a8: tensor<2x3x2x2x2xf32>)
    -> (tensor<2x2x2x3x2xf32>, tensor<2x2x2x3x2xf32>, tensor<2x3x2x2x2xf32>) {
  %0 = linalg.conv_2d_ngchw_fgchw {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a0, %a1 : tensor<2x2x3x7x6xf32>, tensor<2x2x3x2x3xf32>)
      outs(%a2 : tensor<2x2x2x3x2xf32>) -> tensor<2x2x2x3x2xf32>
  %1 = linalg.conv_2d_ngchw_gfchw {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a3, %a4 : tensor<2x2x3x7x6xf32>, tensor<2x2x3x2x3xf32>)
      outs(%a5 : tensor<2x2x2x3x2xf32>) -> tensor<2x2x2x3x2xf32>
  %2 = linalg.conv_2d_nhwgc_gfhwc {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a6, %a7 : tensor<2x7x6x2x3xf32>, tensor<2x2x2x3x3xf32>)
      outs(%a8 : tensor<2x3x2x2x2xf32>) -> tensor<2x3x2x2x2xf32>
  return %0, %1, %2
    : tensor<2x2x2x3x2xf32>, tensor<2x2x2x3x2xf32>, tensor<2x3x2x2x2xf32>
}

func.func @depthwise(%a0: tensor<2x6x3xf32>, %a1: tensor<3x3xf32>, %a2: tensor<2x2x3xf32>, %a3: tensor<2x3x6xf32>,
    %a4: tensor<3x3xf32>, %a5: tensor<2x3x2xf32>, %a6: tensor<2x6x3xf32>, %a7: tensor<3x3x2xf32>,
    %a8: tensor<2x2x3x2xf32>, %a9: tensor<2x7x6x3xf32>, %a10: tensor<2x3x3xf32>, %a11: tensor<2x3x2x3xf32>,
    %a12: tensor<2x3x7x6xf32>, %a13: tensor<3x2x3xf32>, %a14: tensor<2x3x3x2xf32>,
    %a15: tensor<2x7x6x3xf32>, %a16: tensor<2x3x3x2xf32>, %a17: tensor<2x3x2x3x2xf32>)
    -> (tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3x2xf32>, tensor<2x3x2x3xf32>, tensor<2x3x3x2xf32>, tensor<2x3x2x3x2xf32>) {
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a0, %a1 : tensor<2x6x3xf32>, tensor<3x3xf32>)
      outs(%a2 : tensor<2x2x3xf32>) -> tensor<2x2x3xf32>
  %1 = linalg.depthwise_conv_1d_ncw_cw {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a3, %a4 : tensor<2x3x6xf32>, tensor<3x3xf32>)
      outs(%a5 : tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %2 = linalg.depthwise_conv_1d_nwc_wcm {dilations = dense<[2]> : tensor<1xi64>, strides = dense<[1]> : tensor<1xi64>}
      ins(%a6, %a7 : tensor<2x6x3xf32>, tensor<3x3x2xf32>)
      outs(%a8 : tensor<2x2x3x2xf32>) -> tensor<2x2x3x2xf32>
  %3 = linalg.depthwise_conv_2d_nhwc_hwc {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a9, %a10 : tensor<2x7x6x3xf32>, tensor<2x3x3xf32>)
      outs(%a11 : tensor<2x3x2x3xf32>) -> tensor<2x3x2x3xf32>
  %4 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a12, %a13 : tensor<2x3x7x6xf32>, tensor<3x2x3xf32>)
      outs(%a14 : tensor<2x3x3x2xf32>) -> tensor<2x3x3x2xf32>
  %5 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<[2, 2]> : tensor<2xi64>, strides = dense<[2, 1]> : tensor<2xi64>}
      ins(%a15, %a16 : tensor<2x7x6x3xf32>, tensor<2x3x3x2xf32>)
      outs(%a17 : tensor<2x3x2x3x2xf32>) -> tensor<2x3x2x3x2xf32>
  return %0, %1, %2, %3, %4, %5
    : tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x3x2xf32>, tensor<2x3x2x3xf32>, tensor<2x3x3x2xf32>, tensor<2x3x2x3x2xf32>
}

func.func @depthwise_3d(%a0: tensor<2x4x7x6x3xf32>, %a1: tensor<2x2x3x3xf32>, %a2: tensor<2x2x3x2x3xf32>,
    %a3: tensor<2x3x4x7x6xf32>, %a4: tensor<3x2x2x3xf32>, %a5: tensor<2x3x2x3x2xf32>,
    %a6: tensor<2x4x7x6x3xf32>, %a7: tensor<2x2x3x3x2xf32>, %a8: tensor<2x2x3x2x3x2xf32>)
    -> (tensor<2x2x3x2x3xf32>, tensor<2x3x2x3x2xf32>, tensor<2x2x3x2x3x2xf32>) {
  %0 = linalg.depthwise_conv_3d_ndhwc_dhwc {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a0, %a1 : tensor<2x4x7x6x3xf32>, tensor<2x2x3x3xf32>)
      outs(%a2 : tensor<2x2x3x2x3xf32>) -> tensor<2x2x3x2x3xf32>
  %1 = linalg.depthwise_conv_3d_ncdhw_cdhw {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a3, %a4 : tensor<2x3x4x7x6xf32>, tensor<3x2x2x3xf32>)
      outs(%a5 : tensor<2x3x2x3x2xf32>) -> tensor<2x3x2x3x2xf32>
  %2 = linalg.depthwise_conv_3d_ndhwc_dhwcm {dilations = dense<[1, 2, 2]> : tensor<3xi64>, strides = dense<[2, 2, 1]> : tensor<3xi64>}
      ins(%a6, %a7 : tensor<2x4x7x6x3xf32>, tensor<2x2x3x3x2xf32>)
      outs(%a8 : tensor<2x2x3x2x3x2xf32>) -> tensor<2x2x3x2x3x2xf32>
  return %0, %1, %2
    : tensor<2x2x3x2x3xf32>, tensor<2x3x2x3x2xf32>, tensor<2x2x3x2x3x2xf32>
}
