// Few long rows, tall columns and all elements to one, in parts. The limits are
// lowered, so that small inputs are long.
// RUN: kopt-opt %s --apply-skills="skills=%skills set-knob=split_reductions.bytes=16384 set-knob=split_reductions.least=512 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=all --device=sim
// RUN: kopt-gate %s %t.mlir --entry=integers --device=sim
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim
// RUN: kopt-gate %s %t.mlir --entry=middle --device=sim
// RUN: kopt-gate %s %t.mlir --entry=channels --device=sim
// RUN: kopt-gate %s %t.mlir --entry=shared --device=sim
// REQUIRES: sim

// CHECK: card @split_reductions applied at @all/launch#0
// CHECK: card @split_reductions applied at @integers/launch#0
// CHECK: card @split_reductions applied at @columns/launch#0
// CHECK: card @split_reductions applied at @middle/launch#0
// CHECK: card @split_reductions applied at @channels/launch#0
// CHECK: card @split_reductions applied at @shared/launch#0
// CHECK: card @split_reductions refused at @prime/launch#0: action: no divisor of 65537 is between

#id = affine_map<(d0, d1) -> (d0, d1)>
#id3 = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// CODE-LABEL: func.func @all(
// CODE: kopt.launch @kernels::@all_0_parts {{.*}} -> tensor<{{.*}}xf64>
// CODE: kopt.launch @kernels::@all_0 ins
func.func @all(%x: tensor<12x516xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<12x516xf64>) outs(%z : tensor<f64>) dimensions = [0, 1]
  return %s : tensor<f64>
}
func.func @integers(%x: tensor<8192xi32>) -> tensor<i32> {
  %least = arith.constant -2147483648 : i32
  %e = tensor.empty() : tensor<i32>
  %z = linalg.fill ins(%least : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %s = linalg.reduce { arith.maxsi } ins(%x : tensor<8192xi32>) outs(%z : tensor<i32>) dimensions = [0]
  return %s : tensor<i32>
}
func.func @columns(%x: tensor<1030x7xf32>, %b: tensor<7xf32>) -> tensor<7xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<7xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<1030x7xf32>) outs(%z : tensor<7xf32>) dimensions = [0]
  %o = linalg.mul ins(%s, %b : tensor<7xf32>, tensor<7xf32>) outs(%e : tensor<7xf32>) -> tensor<7xf32>
  return %o : tensor<7xf32>
}
func.func @middle(%x: tensor<3x2048x5xbf16>) -> tensor<3x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %s = linalg.generic {indexing_maps = [#id3, affine_map<(d0, d1, d2) -> (d0, d2)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%x : tensor<3x2048x5xbf16>) outs(%z : tensor<3x5xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %r = arith.addf %f, %acc : f32
    linalg.yield %r : f32
  } -> tensor<3x5xf32>
  return %s : tensor<3x5xf32>
}
// As a batch norm's statistics: what is reduced lies around what is not.
func.func @channels(%x: tensor<33x3x257xf32>) -> tensor<3xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<33x3x257xf32>) outs(%z : tensor<3xf32>) dimensions = [0, 2]
  return %s : tensor<3xf32>
}
// Sum and maximum of the same, and the elements again: siblings in one pass.
// CODE-LABEL: func.func @shared(
// CODE: kopt.launch @kernels::@{{.*}}_parts {{.*}} -> tensor<2x8xf32>, tensor<2x8xf32>
func.func @shared(%x: tensor<2x4096xf32>) -> (tensor<2x4096xf32>, tensor<2xf32>) {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %l = linalg.fill ins(%least : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<2x4096xf32>) outs(%z : tensor<2xf32>) dimensions = [1]
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<2x4096xf32>) outs(%l : tensor<2xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<2x4096xf32>
  %r = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0)>, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %m : tensor<2x4096xf32>, tensor<2xf32>, tensor<2xf32>) outs(%o : tensor<2x4096xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %out: f32):
    %d = arith.subf %a, %b : f32
    %f = arith.mulf %d, %c : f32
    linalg.yield %f : f32
  } -> tensor<2x4096xf32>
  return %r, %m : tensor<2x4096xf32>, tensor<2xf32>
}
func.func @prime(%x: tensor<65537xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<65537xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
