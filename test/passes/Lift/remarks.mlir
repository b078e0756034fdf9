// What stays on the host, and why.
// RUN: kopt-opt -kopt-lift %s -split-input-file -verify-diagnostics | FileCheck %s

// A function that calls itself, over another one, and one without a body.
// CHECK-LABEL: func.func @even
// CHECK: call @even
func.func @even(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @odd(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @below {{not lifted: a call of a function without a body}}
  %s = call @outside(%r) : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func private @odd(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-remark @below {{not lifted: a recursive call}}
  %r = call @even(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @outside(tensor<4xf32>) -> tensor<4xf32>

// -----

func.func private @branches(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : tensor<4xf32>
^b:
  return %x : tensor<4xf32>
}
func.func @calls(%x: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  // expected-remark @below {{not lifted: a call of a function with branches}}
  %r = call @branches(%x, %c) : (tensor<4xf32>, i1) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A private function that its callers took in is not lifted for itself.
// CHECK: kopt.kernel @user_0
// CHECK-NOT: {{kopt.kernel|@twice}}
// CHECK: func.func @user
// CHECK-NOT: call
// CHECK: return
func.func private @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %x, %x : tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @user(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// A loop as long as a tensor says; its bound is not the host's.
func.func @bound(%n: tensor<index>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark @below {{not lifted: the host needs an element of a tensor whose contents only the device knows}}
  %m = tensor.extract %n[] : tensor<index>
  %r = scf.for %i = %c0 to %m step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %s = arith.addf %a, %x : tensor<4xf32>
    scf.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// Complex numbers have no place on the device.
// expected-remark @+1 {{lifted 0 of 1 structured operations into 0 kernels}}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-remark @below {{not lifted: expected elements of index, of 1, 8, 16, 32 or 64 bits, or of f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, but got complex<f32>}}
  %r = tensor.pad %x low[0] high[0] {
  ^bb0(%i: index):
    %z = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
    tensor.yield %z : complex<f32>
  } : tensor<4xcomplex<f32>> to tensor<4xcomplex<f32>>
  return %r : tensor<4xcomplex<f32>>
}

// -----

func.func @order(%x: tensor<9xf32>, %v: tensor<2xf32>, %i: tensor<2xi32>) -> tensor<2xf32> {
  // expected-remark @below {{expanded element by element: an output is no fill by a constant}}
  // expected-remark @below {{not lifted: expected a fill as the first output}}
  // expected-remark @below {{not lifted: 'tm_tensor.topk' has no structured form}}
  %t:2 = tm_tensor.topk dimension(0) ins(%x : tensor<9xf32>) outs(%v, %i : tensor<2xf32>, tensor<2xi32>) {
  ^bb0(%a: f32, %b: f32):
    %c = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %c : i1
  } -> tensor<2xf32>, tensor<2xi32>
  return %t#0 : tensor<2xf32>
}
