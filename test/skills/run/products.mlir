// Products of floats, of any width and shape, keep the program's order: one part
// of a long one overflows where another underflows, and the two make NaN. Sums
// and integer products beside them are split as ever.
// RUN: kopt-opt %s --apply-skills="skills=%skills set-knob=split_reductions.bytes=16384 set-knob=split_reductions.least=512 set-knob=split_loops.trips=2 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-gate %s %t.mlir --entry=single --device=sim
// RUN: kopt-gate %s %t.mlir --entry=half --device=sim
// RUN: kopt-gate %s %t.mlir --entry=brain --device=sim
// RUN: kopt-gate %s %t.mlir --entry=double --device=sim
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=dynamic --device=sim --arg=0:3001 --shapes=asked
// RUN: kopt-gate %s %t.mlir --entry=siblings --device=sim
// RUN: kopt-gate %s %t.mlir --entry=integers --device=sim
// REQUIRES: sim

// CHECK-DAG: card @split_reductions refused at @single/launch#0: G2: cannot be decided before launch: a product of floats keeps the program's order
// CHECK-DAG: card @tile_to_grid refused at @single_0: {{.*}}a product of floats keeps the program's order
// CHECK-DAG: card @tile_by_index applied at @single_0
// CHECK-DAG: card @tile_by_index applied at @half_0
// CHECK-DAG: card @tile_by_index applied at @brain_0
// CHECK-DAG: card @tile_by_index applied at @double_0
// CHECK-DAG: card @tile_by_index applied at @columns_0
// CHECK-DAG: card @tile_by_index applied at @dynamic_0
// CHECK-DAG: card @split_reductions applied at @siblings/launch#1
// CHECK-DAG: card @split_reductions applied at @integers/launch#0

func.func @single(%x: tensor<4096xf32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.mulf } ins(%x : tensor<4096xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
func.func @half(%x: tensor<4099xf16>) -> tensor<f16> {
  %one = arith.constant 1.0 : f16
  %e = tensor.empty() : tensor<f16>
  %z = linalg.fill ins(%one : f16) outs(%e : tensor<f16>) -> tensor<f16>
  %s = linalg.reduce { arith.mulf } ins(%x : tensor<4099xf16>) outs(%z : tensor<f16>) dimensions = [0]
  return %s : tensor<f16>
}
func.func @brain(%x: tensor<4096xbf16>) -> tensor<bf16> {
  %one = arith.constant 1.0 : bf16
  %e = tensor.empty() : tensor<bf16>
  %z = linalg.fill ins(%one : bf16) outs(%e : tensor<bf16>) -> tensor<bf16>
  %s = linalg.reduce { arith.mulf } ins(%x : tensor<4096xbf16>) outs(%z : tensor<bf16>) dimensions = [0]
  return %s : tensor<bf16>
}
func.func @double(%x: tensor<2x2048xf64>) -> tensor<2xf64> {
  %one = arith.constant 1.0 : f64
  %e = tensor.empty() : tensor<2xf64>
  %z = linalg.fill ins(%one : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %s = linalg.reduce { arith.mulf } ins(%x : tensor<2x2048xf64>) outs(%z : tensor<2xf64>) dimensions = [1]
  return %s : tensor<2xf64>
}
func.func @columns(%x: tensor<1031x7xf32>) -> tensor<7xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.reduce { arith.mulf } ins(%x : tensor<1031x7xf32>) outs(%z : tensor<7xf32>) dimensions = [0]
  return %s : tensor<7xf32>
}
func.func @dynamic(%x: tensor<?xf32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.mulf } ins(%x : tensor<?xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
func.func @siblings(%x: tensor<4096xf32>) -> (tensor<f32>, tensor<f32>) {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %p = linalg.reduce { arith.mulf } ins(%x : tensor<4096xf32>) outs(%z : tensor<f32>) dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%x : tensor<4096xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %p, %s : tensor<f32>, tensor<f32>
}
func.func @integers(%x: tensor<4096xi32>) -> tensor<i32> {
  %one = arith.constant 1 : i32
  %e = tensor.empty() : tensor<i32>
  %z = linalg.fill ins(%one : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %s = linalg.reduce { arith.muli } ins(%x : tensor<4096xi32>) outs(%z : tensor<i32>) dimensions = [0]
  return %s : tensor<i32>
}
