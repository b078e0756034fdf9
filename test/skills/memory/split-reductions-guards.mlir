// The smallest program at which the card fires, and one case a guard.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=fuse_elementwise_launches,split_reductions explain=remarks" 2>&1 | FileCheck %s

// CHECK: card @split_reductions applied at @one_row/launch#0, bytes = 131072
// CHECK: card @split_reductions refused at @split_reductions_g1/launch#0: G1: the kernel reduces nothing
// CHECK: card @split_reductions refused at @split_reductions_g2/launch#0: G2: 132 programs reduce, enough for 132 multiprocessors
// CHECK: card @split_reductions refused at @split_reductions_g3/launch#0: G3: a program reduces 65536 bytes, fewer than 131072
// CHECK: card @split_reductions refused at @columns_enough/launch#0: G2:
// CHECK: func.func @one_row
// CHECK: expand_shape {{.*}} output_shape [16, 2048]
// CHECK: kopt.launch {{.*}}@one_row_0_parts
// CHECK: kopt.launch {{.*}}@one_row_0 ins

func.func @one_row(%x: tensor<32768xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<32768xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
func.func @split_reductions_g1(%x: tensor<32768xf32>) -> tensor<32768xf32> {
  %e = tensor.empty() : tensor<32768xf32>
  %s = linalg.exp ins(%x : tensor<32768xf32>) outs(%e : tensor<32768xf32>) -> tensor<32768xf32>
  return %s : tensor<32768xf32>
}
func.func @split_reductions_g2(%x: tensor<132x32768xf32>) -> tensor<132xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<132xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<132xf32>) -> tensor<132xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<132x32768xf32>) outs(%z : tensor<132xf32>) dimensions = [1]
  return %s : tensor<132xf32>
}
func.func @split_reductions_g3(%x: tensor<32768xbf16>) -> tensor<bf16> {
  %least = arith.constant 0xFF80 : bf16
  %e = tensor.empty() : tensor<bf16>
  %z = linalg.fill ins(%least : bf16) outs(%e : tensor<bf16>) -> tensor<bf16>
  %s = linalg.reduce { arith.maximumf } ins(%x : tensor<32768xbf16>) outs(%z : tensor<bf16>) dimensions = [0]
  return %s : tensor<bf16>
}
// Columns of 128 at a time: (16896 / 128) programs.
func.func @columns_enough(%x: tensor<512x16896xf32>) -> tensor<16896xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16896xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<16896xf32>) -> tensor<16896xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<512x16896xf32>) outs(%z : tensor<16896xf32>) dimensions = [0]
  return %s : tensor<16896xf32>
}
