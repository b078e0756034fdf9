// The smallest kernel at which the card fires, and one case a guard.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=tile_to_grid,split_loops explain=remarks" 2>&1 | FileCheck %s

// CHECK: card @split_loops applied at @one_row/launch#0, programs = 4, tile = 2048, trips = 32
// CHECK: card @split_loops refused at @split_loops_g1/launch#0: G1: the kernel has 0 loops, expected 1
// CHECK: card @split_loops refused at @split_loops_g2/launch#0: G2: 132 programs, enough for 132 multiprocessors
// CHECK: card @split_loops refused at @split_loops_g3/launch#0: G3: the loop has 31 iterations, fewer than 32
// CHECK: card @split_loops refused at @dynamic_rows/launch#0: G2: cannot be decided before launch
// CHECK: func.func @one_row
// CHECK: kopt.launch {{.*}}@one_row_0_parts {{.*}} -> tensor<16xf32>
// CHECK: kopt.launch {{.*}}@one_row_0 ins

func.func @one_row(%x: tensor<32749xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<32749xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
func.func @split_loops_g1(%x: tensor<32749xf32>) -> tensor<32749xf32> {
  %e = tensor.empty() : tensor<32749xf32>
  %s = linalg.exp ins(%x : tensor<32749xf32>) outs(%e : tensor<32749xf32>) -> tensor<32749xf32>
  return %s : tensor<32749xf32>
}
func.func @split_loops_g2(%x: tensor<132x32749xf32>) -> tensor<132xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<132xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<132xf32>) -> tensor<132xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<132x32749xf32>) outs(%z : tensor<132xf32>) dimensions = [1]
  return %s : tensor<132xf32>
}
func.func @split_loops_g3(%x: tensor<31744xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<31744xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
func.func @dynamic_rows(%x: tensor<?x32749xf32>) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x32749xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?x32749xf32>) outs(%z : tensor<?xf32>) dimensions = [1]
  return %s : tensor<?xf32>
}
