// Operations that make or move elements of tensors, elementwise arithmetic on whole
// tensors, scalars from tensors, reshapes and calls, all inside kernels: static, dynamic,
// of no element, of 65,536 rows, with strides, dropped dimensions and padding by a
// computed value.
// RUN: kopt-opt %s --kopt-lift -verify-diagnostics -o %t.lifted.mlir
// RUN: FileCheck %s < %t.lifted.mlir
// RUN: kopt-opt %t.lifted.mlir --apply-skills="recipe=plain" -o %t.mlir
// RUN: kopt-gate %s %t.mlir --device=sim --entry=slices
// RUN: kopt-gate %s %t.mlir --device=sim --entry=dynamic_slice --arg=0:9x5 --arg=1:1 --arg=2:3 --arg=3:2
// RUN: kopt-gate %s %t.mlir --device=sim --entry=dynamic_slice --arg=0:9x5 --arg=1:9 --arg=2:1 --arg=3:0
// RUN: kopt-gate %s %t.mlir --device=sim --entry=dynamic_slice --arg=0:65538x4 --arg=1:1 --arg=2:1 --arg=3:65536 --families=small_integers
// RUN: kopt-gate %s %t.mlir --device=sim --entry=insert
// RUN: kopt-gate %s %t.mlir --device=sim --entry=dynamic_insert --arg=0:20 --arg=1:4 --arg=2:3 --arg=3:3
// RUN: kopt-gate %s %t.mlir --device=sim --entry=dynamic_insert --arg=0:20 --arg=1:0 --arg=2:3 --arg=3:3
// RUN: kopt-gate %s %t.mlir --device=sim --entry=pad --arg=1:2x4 --arg=2:1 --arg=3:7
// RUN: kopt-gate %s %t.mlir --device=sim --entry=pad --arg=1:0x4 --arg=2:2 --arg=3:-inf
// RUN: kopt-gate %s %t.mlir --device=sim --entry=concat --arg=2:2x4
// RUN: kopt-gate %s %t.mlir --device=sim --entry=concat --arg=2:0x4
// RUN: kopt-gate %s %t.mlir --device=sim --entry=make --arg=0:5 --arg=1:7 --arg=2:4
// RUN: kopt-gate %s %t.mlir --device=sim --entry=scalars
// RUN: kopt-gate %s %t.mlir --device=sim --entry=reshape --arg=0:3x4 --arg=1:6 --arg=2:3
// RUN: kopt-gate %s %t.mlir --device=sim --entry=calls
// RUN: kopt-gate %s %t.mlir --device=sim --entry="tw ice"
// RUN: kopt-gate %s %t.mlir --device=sim --entry=points
// REQUIRES: sim

// Nothing but views, sizes and launches is left on the host.
// CHECK: func.func @slices
// CHECK-NOT: {{tensor.(extract|insert|pad|concat|generate|splat|from)|linalg|arith.addi .*tensor|call }}
// CHECK: func.func @calls
// CHECK-NOT: {{call |@twice}}
func.func @slices(%x: tensor<6x8xf32>) -> (tensor<2x4xf32>, tensor<3xf32>) {
  %a = tensor.extract_slice %x[1, 2] [2, 4] [3, 1] : tensor<6x8xf32> to tensor<2x4xf32>
  %b = tensor.extract_slice %x[4, 1] [1, 3] [1, 2] : tensor<6x8xf32> to tensor<3xf32>
  return %a, %b : tensor<2x4xf32>, tensor<3xf32>
}
func.func @dynamic_slice(%x: tensor<?x?xi32>, %o: index, %s: index, %n: index) -> tensor<?x3xi32> {
  %a = tensor.extract_slice %x[%o, 1] [%n, 3] [%s, 1] : tensor<?x?xi32> to tensor<?x3xi32>
  return %a : tensor<?x3xi32>
}
func.func @insert(%x: tensor<6x8xi32>, %s: tensor<2x4xi32>, %l: tensor<3xi32>) -> (tensor<6x8xi32>, tensor<6x8xi32>) {
  %a = tensor.insert_slice %s into %x[1, 2] [2, 4] [3, 1] : tensor<2x4xi32> into tensor<6x8xi32>
  %b = tensor.insert_slice %l into %a[4, 1] [1, 3] [1, 2] : tensor<3xi32> into tensor<6x8xi32>
  return %a, %b : tensor<6x8xi32>, tensor<6x8xi32>
}
func.func @dynamic_insert(%x: tensor<?xi32>, %s: tensor<?xi32>, %o: index, %t: index) -> tensor<?xi32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %s, %c0 : tensor<?xi32>
  %a = tensor.insert_slice %s into %x[%o] [%n] [%t] : tensor<?xi32> into tensor<?xi32>
  return %a : tensor<?xi32>
}
func.func @pad(%x: tensor<3x4xf32>, %y: tensor<?x4xf32>, %l: index, %v: f32) -> (tensor<6x9xf32>, tensor<?x4xf32>, tensor<4x4xf32>) {
  %c = arith.constant -1.5 : f32
  %a = tensor.pad %x low[1, 2] high[2, 3] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  } : tensor<3x4xf32> to tensor<6x9xf32>
  %b = tensor.pad %y low[%l, 0] high[%l, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %v : f32
  } : tensor<?x4xf32> to tensor<?x4xf32>
  %d = tensor.pad %x low[0, 0] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %k = arith.index_cast %j : index to i32
    %f = arith.sitofp %k : i32 to f32
    tensor.yield %f : f32
  } : tensor<3x4xf32> to tensor<4x4xf32>
  return %a, %b, %d : tensor<6x9xf32>, tensor<?x4xf32>, tensor<4x4xf32>
}
func.func @concat(%x: tensor<3x4xf32>, %y: tensor<3x2xf32>, %z: tensor<?x4xf32>) -> (tensor<3x10xf32>, tensor<?x4xf32>) {
  %a = tensor.concat dim(1) %x, %y, %x : (tensor<3x4xf32>, tensor<3x2xf32>, tensor<3x4xf32>) -> tensor<3x10xf32>
  %b = tensor.concat dim(0) %x, %z : (tensor<3x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  return %a, %b : tensor<3x10xf32>, tensor<?x4xf32>
}
func.func @make(%v: i64, %w: i64, %n: index) -> (tensor<2x2xi64>, tensor<?x3xi64>, tensor<?xi64>) {
  %a = tensor.from_elements %v, %w, %w, %v : tensor<2x2xi64>
  %b = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %m = arith.muli %i, %j : index
    %k = arith.index_cast %m : index to i64
    %s = arith.addi %k, %v : i64
    tensor.yield %s : i64
  } : tensor<?x3xi64>
  %c = tensor.splat %w[%n] : tensor<?xi64>
  return %a, %b, %c : tensor<2x2xi64>, tensor<?x3xi64>, tensor<?xi64>
}
func.func @scalars(%x: tensor<4xf32>, %k: tensor<i64>, %t: tensor<3xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<f32>) {
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %s = tensor.extract %k[] : tensor<i64>
  %three = arith.constant 3 : i64
  %m = arith.remui %s, %three : i64
  %i = arith.index_cast %m : i64 to index
  %u = tensor.extract %t[%i] : tensor<3xf32>
  %f = linalg.fill ins(%u : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %p = arith.mulf %x, %f : tensor<4xf32>
  %q = tensor.insert %u into %x[%c1] : tensor<4xf32>
  %w = tensor.extract_slice %x[%i] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %z = tensor.from_elements %u : tensor<f32>
  return %p, %q, %w, %z : tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, tensor<f32>
}
func.func @reshape(%x: tensor<?x4xf32>, %n: i32, %m: index) -> (tensor<?x2xf32>, tensor<?xf32>, tensor<?x2x2xf32>) {
  %c2 = arith.constant 2 : i32
  %s = tensor.from_elements %n, %c2 : tensor<2xi32>
  %r = tensor.reshape %x(%s) : (tensor<?x4xf32>, tensor<2xi32>) -> tensor<?x2xf32>
  %l = tensor.collapse_shape %x [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  %e = tensor.expand_shape %x [[0], [1, 2]] output_shape [%m, 2, 2] : tensor<?x4xf32> into tensor<?x2x2xf32>
  return %r, %l, %e : tensor<?x2xf32>, tensor<?xf32>, tensor<?x2x2xf32>
}
func.func private @twice(%x: tensor<4xi32>) -> tensor<4xi32> {
  %r = arith.addi %x, %x : tensor<4xi32>
  return %r : tensor<4xi32>
}
func.func @"tw ice"(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %r = call @twice(%x) : (tensor<4xi32>) -> tensor<4xi32>
  return %r, %x : tensor<4xi32>, tensor<4xi32>
}
func.func @calls(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %r:2 = call @"tw ice"(%x) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %s:2 = call @"tw ice"(%r#0) : (tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>)
  %q = call @twice(%s#0) : (tensor<4xi32>) -> tensor<4xi32>
  return %q, %s#1 : tensor<4xi32>, tensor<4xi32>
}
func.func @points(%x: tensor<3x4xi32>, %y: tensor<i32>) -> (tensor<i32>, tensor<3x4xi32>, tensor<3xi32>, tensor<i32>, tensor<1x0xi32>, tensor<3x4xi32>) {
  %c0 = arith.constant 0 : index
  %a = tensor.extract_slice %x[1, 2] [1, 1] [1, 1] : tensor<3x4xi32> to tensor<i32>
  %b = tensor.insert_slice %y into %x[2, 3] [1, 1] [1, 1] : tensor<i32> into tensor<3x4xi32>
  %c = tensor.extract_slice %x[0, 3] [3, 1] [1, 1] : tensor<3x4xi32> to tensor<3xi32>
  %d = tensor.pad %y low[] high[] {
    %z = arith.constant 1 : i32
    tensor.yield %z : i32
  } : tensor<i32> to tensor<i32>
  %e = tensor.extract_slice %x[2, 3] [1, 0] [1, 1] : tensor<3x4xi32> to tensor<1x0xi32>
  %f = bufferization.alloc_tensor() copy(%x) : tensor<3x4xi32>
  %n = tensor.rank %x : tensor<3x4xi32>
  %k = arith.index_cast %n : index to i32
  %g = tensor.insert %k into %f[%c0, %c0] : tensor<3x4xi32>
  return %a, %b, %c, %d, %e, %g : tensor<i32>, tensor<3x4xi32>, tensor<3xi32>, tensor<i32>, tensor<1x0xi32>, tensor<3x4xi32>
}
