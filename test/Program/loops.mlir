// The host's loops and conditions are known for given arguments: launched iteration
// by iteration, values that change places, a loop of no iteration, elements of a
// constant; buffers of one iteration serve the next one.
// RUN: kopt-opt %s --kopt-lift --apply-skills="recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --entry=main --arg=1:0
// RUN: kopt-gate %s %t.mlir --device=sim --entry=main --arg=1:1
// RUN: kopt-gate %s %t.mlir --device=sim --entry=main --arg=1:7
// RUN: kopt-run %t.mlir --emit=%t --entry=main --arg=1:40
// RUN: FileCheck %s < %t.json
// RUN: kopt-opt %t.mlir --kopt-host-pipeline -o /dev/null
// RUN: not kopt-run %t.mlir --device=sim --entry=main --arg=1:100000 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: kopt-gate %s %t.mlir --device=sim --entry=while --arg=1:5
// RUN: kopt-gate %s %t.mlir --device=sim --entry=while --arg=1:0
// RUN: not kopt-run %t.mlir --device=sim --entry=forever 2>&1 | FileCheck %s --check-prefix=FOREVER
// REQUIRES: sim

// FOREVER: error: {{.*}}on the host: expected at most 10000000 operations, but got more

// CHECK-COUNT-5: "dtype"
// CHECK-NOT: "dtype"
// MANY: expected at most 32768 launches, but got more

#id = affine_map<(d0) -> (d0)>
func.func @main(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %scale = arith.constant dense<[1.0, 2.0, 0.5]> : tensor<3xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<4xf32>, tensor<4xf32>) {
    %k = arith.remui %i, %c2 : index
    %s = tensor.extract %scale[%k] : tensor<3xf32>
    %t = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
        ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %q: f32, %o: f32):
      %m = arith.mulf %p, %s : f32
      %u = arith.addf %m, %q : f32
      linalg.yield %u : f32
    } -> tensor<4xf32>
    %odd = arith.cmpi eq, %k, %c1 : index
    %v = scf.if %odd -> tensor<4xf32> {
      %w = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
          ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) {
      ^bb0(%p: f32, %o: f32):
        %j = arith.index_cast %i : index to i32
        %f = arith.sitofp %j : i32 to f32
        %u = arith.subf %p, %f : f32
        linalg.yield %u : f32
      } -> tensor<4xf32>
      scf.yield %w : tensor<4xf32>
    } else {
      scf.yield %t : tensor<4xf32>
    }
    scf.yield %b, %v : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @while(%x: tensor<4xi32>, %n: index) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %r:2 = scf.while (%a = %x, %i = %n) : (tensor<4xi32>, index) -> (tensor<4xi32>, index) {
    %go = arith.cmpi sgt, %i, %c0 : index
    scf.condition(%go) %a, %i : tensor<4xi32>, index
  } do {
  ^bb0(%a: tensor<4xi32>, %i: index):
    %s = arith.addi %a, %x : tensor<4xi32>
    %j = arith.subi %i, %c1 : index
    scf.yield %s, %j : tensor<4xi32>, index
  }
  return %r#0 : tensor<4xi32>
}
func.func @forever(%x: tensor<4xi32>) -> tensor<4xi32> {
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %n = scf.while (%i = %c0) : (index) -> index {
    scf.condition(%true) %i : index
  } do {
  ^bb0(%i: index):
    scf.yield %i : index
  }
  %k = arith.index_cast %n : index to i32
  %e = tensor.splat %k : tensor<4xi32>
  %s = arith.addi %e, %x : tensor<4xi32>
  return %s : tensor<4xi32>
}
