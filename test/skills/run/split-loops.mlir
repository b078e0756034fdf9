// Dynamic and prime extents in parts of a loop. The limits are lowered, so that
// small inputs are long.
// RUN: kopt-opt %s --apply-skills="skills=%skills disable=split_reductions set-knob=split_loops.trips=2 set-knob=split_loops.programs=1 set-knob=split_loops.tile=256 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=all --device=sim --arg=0:9001 --families=normal,last_spike
// RUN: kopt-gate %s %t.mlir --entry=all --device=sim --arg=0:1 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=all --device=sim --arg=0:0 --families=normal
// RUN: kopt-gate %s %t.mlir --entry=columns --device=sim --arg=0:1300x40 --families=normal,last_spike
// RUN: kopt-gate %s %t.mlir --entry=prime --device=sim
// RUN: kopt-gate %s %t.mlir --entry=integers --device=sim --arg=0:5000 --families=random_bits
// REQUIRES: sim

// CHECK: card @split_loops applied at @all/launch#0
// CHECK: card @split_loops applied at @columns/launch#0
// CHECK: card @split_loops applied at @prime/launch#0
// CHECK: card @split_loops applied at @integers/launch#0

// Wide accesses where the launch allows them.
// CODE: kopt.kernel @all_0_parts_if0(
// CODE: scf.for
// CODE: kopt.load {{.*}}bytes = 16
// CODE: kopt.kernel @all_0(
// CODE-NOT: scf.for
// CODE: kopt.return
func.func @all(%x: tensor<?xf32>) -> tensor<f32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<f32>
  %z = linalg.fill ins(%one : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<?xf32>) outs(%z : tensor<f32>) dimensions = [0]
  return %s : tensor<f32>
}
func.func @columns(%x: tensor<?x40xbf16>, %b: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<40xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<?x40xbf16>) outs(%z : tensor<40xf32>) {
  ^bb0(%a: bf16, %acc: f32):
    %f = arith.extf %a : bf16 to f32
    %r = arith.addf %f, %acc : f32
    linalg.yield %r : f32
  } -> tensor<40xf32>
  %o = linalg.mul ins(%s, %b : tensor<40xf32>, tensor<40xf32>) outs(%e : tensor<40xf32>) -> tensor<40xf32>
  return %o : tensor<40xf32>
}
func.func @prime(%x: tensor<3x10007xf64>) -> tensor<3xf64> {
  %least = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<3xf64>
  %z = linalg.fill ins(%least : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %s = linalg.reduce { arith.maximumf } ins(%x : tensor<3x10007xf64>) outs(%z : tensor<3xf64>) dimensions = [1]
  return %s : tensor<3xf64>
}
func.func @integers(%x: tensor<?xi32>) -> tensor<i32> {
  %least = arith.constant 2147483647 : i32
  %e = tensor.empty() : tensor<i32>
  %z = linalg.fill ins(%least : i32) outs(%e : tensor<i32>) -> tensor<i32>
  %s = linalg.reduce { arith.minsi } ins(%x : tensor<?xi32>) outs(%z : tensor<i32>) dimensions = [0]
  return %s : tensor<i32>
}
