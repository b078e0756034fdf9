// Reductions that wait for others of the same elements are done on the part in
// the same pass, and put right afterwards. The limits are lowered, so that small
// inputs are long.
// RUN: kopt-opt %s --apply-skills="skills=%skills set-knob=split_reductions.bytes=16384 set-knob=split_reductions.least=512 explain=remarks" -o %t.mlir 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=CODE < %t.mlir
// RUN: kopt-gate %s %t.mlir --entry=layernorm --device=sim
// RUN: kopt-gate %s %t.mlir --entry=far_from_zero --device=sim
// RUN: kopt-gate %s %t.mlir --entry=softmax --device=sim
// RUN: kopt-gate %s %t.mlir --entry=masked --device=sim
// RUN: kopt-gate %s %t.mlir --entry=cross_entropy --device=sim
// REQUIRES: sim

// CHECK: card @split_reductions applied at @layernorm/launch#0
// CHECK: card @split_reductions applied at @far_from_zero/launch#0
// CHECK: card @split_reductions applied at @softmax/launch#0
// CHECK: card @split_reductions applied at @masked/launch#0
// CHECK: card @split_reductions applied at @cross_entropy/launch#0

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// Two reads of x: each kernel that reads it loads it once.
// CODE-LABEL: kopt.kernel @layernorm_{{[0-9]+}}_parts(
// CODE-COUNT-1: kopt.load %arg0[
// CODE-NOT: kopt.load %arg0[
// CODE-NOT: scf.for
// CODE: kopt.return
// CODE-LABEL: func.func @layernorm
// CODE-COUNT-3: kopt.launch
// CODE-NOT: kopt.launch
// CODE: return
func.func @layernorm(%x: tensor<3x4110xf32>) -> tensor<3x4110xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 4110.0 : f32
  %eps = arith.constant 1.0e-5 : f32
  %er = tensor.empty() : tensor<3xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<3xf32>) -> tensor<3xf32>
  %sum = linalg.reduce { arith.addf } ins(%x : tensor<3x4110xf32>) outs(%z : tensor<3xf32>) dimensions = [1]
  %mean = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum : tensor<3xf32>) outs(%er : tensor<3xf32>) {
  ^bb0(%s: f32, %out: f32):
    %m = arith.divf %s, %n : f32
    linalg.yield %m : f32
  } -> tensor<3xf32>
  %e = tensor.empty() : tensor<3x4110xf32>
  // The difference is an operation of its own, which the second sum takes in.
  %centred = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %mean : tensor<3x4110xf32>, tensor<3xf32>) outs(%e : tensor<3x4110xf32>) {
  ^bb0(%a: f32, %m: f32, %out: f32):
    %d = arith.subf %a, %m : f32
    linalg.yield %d : f32
  } -> tensor<3x4110xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%centred : tensor<3x4110xf32>) outs(%z : tensor<3xf32>) {
  ^bb0(%d: f32, %acc: f32):
    %q = arith.mulf %d, %d : f32
    %r = arith.addf %q, %acc : f32
    linalg.yield %r : f32
  } -> tensor<3xf32>
  %y = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%centred, %squares : tensor<3x4110xf32>, tensor<3xf32>) outs(%e : tensor<3x4110xf32>) {
  ^bb0(%d: f32, %q: f32, %out: f32):
    %v = arith.divf %q, %n : f32
    %ve = arith.addf %v, %eps : f32
    %root = math.sqrt %ve : f32
    %r = arith.divf %d, %root : f32
    linalg.yield %r : f32
  } -> tensor<3x4110xf32>
  return %y : tensor<3x4110xf32>
}
// A mean that is a million times the deviation.
func.func @far_from_zero(%x: tensor<2x8192xf32>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %n = arith.constant 8192.0 : f32
  %far = arith.constant 1.0e4 : f32
  %near = arith.constant 1.0e-2 : f32
  %er = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x8192xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %s: f32):
    %b = arith.mulf %a, %near : f32
    %c = arith.addf %b, %far : f32
    %r = arith.addf %s, %c : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %squares = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %sum : tensor<2x8192xf32>, tensor<2xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: f32, %m: f32, %s: f32):
    %b = arith.mulf %a, %near : f32
    %c = arith.addf %b, %far : f32
    %mean = arith.divf %m, %n : f32
    %d = arith.subf %mean, %c : f32
    %q = arith.mulf %d, %d : f32
    %r = arith.addf %s, %q : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  return %squares : tensor<2xf32>
}
func.func @softmax(%x: tensor<2x8200xf32>) -> tensor<2x8200xf32> {
  %e = tensor.empty() : tensor<2x8200xf32>
  %s = linalg.softmax dimension(1) ins(%x : tensor<2x8200xf32>) outs(%e : tensor<2x8200xf32>) -> tensor<2x8200xf32>
  return %s : tensor<2x8200xf32>
}
// Whole parts are -inf; the row is not.
func.func @masked(%x: tensor<1x8192xf32>) -> tensor<1x8192xf32> {
  %out = arith.constant 0xFF800000 : f32
  %limit = arith.constant 1000 : index
  %e = tensor.empty() : tensor<1x8192xf32>
  %m = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<1x8192xf32>) outs(%e : tensor<1x8192xf32>) {
  ^bb0(%a: f32, %o: f32):
    %i = linalg.index 1 : index
    %is = arith.cmpi slt, %i, %limit : index
    %r = arith.select %is, %a, %out : f32
    linalg.yield %r : f32
  } -> tensor<1x8192xf32>
  %s = linalg.softmax dimension(1) ins(%m : tensor<1x8192xf32>) outs(%e : tensor<1x8192xf32>) -> tensor<1x8192xf32>
  return %s : tensor<1x8192xf32>
}
// Logarithm of a sum of exponentials, in bf16: no kernel after the second.
func.func @cross_entropy(%x: tensor<2x16384xbf16>) -> tensor<2xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %er = tensor.empty() : tensor<2xf32>
  %z = linalg.fill ins(%zero : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %l = linalg.fill ins(%least : f32) outs(%er : tensor<2xf32>) -> tensor<2xf32>
  %max = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x16384xbf16>) outs(%l : tensor<2xf32>) {
  ^bb0(%a: bf16, %m: f32):
    %f = arith.extf %a : bf16 to f32
    %r = arith.maximumf %f, %m : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %sum = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x, %max : tensor<2x16384xbf16>, tensor<2xf32>) outs(%z : tensor<2xf32>) {
  ^bb0(%a: bf16, %m: f32, %s: f32):
    %f = arith.extf %a : bf16 to f32
    %d = arith.subf %f, %m : f32
    %e = math.exp %d : f32
    %r = arith.addf %s, %e : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %lse = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%sum, %max : tensor<2xf32>, tensor<2xf32>) outs(%er : tensor<2xf32>) {
  ^bb0(%s: f32, %m: f32, %out: f32):
    %g = math.log %s : f32
    %r = arith.addf %g, %m : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  return %lse : tensor<2xf32>
}
