// What is not lifted stays, with its reason; the function says how much is.
// RUN: kopt-opt -kopt-lift %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: kopt-opt -kopt-lift=report=true %S/widen.mlir -split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPORT

// REPORT: remark: lifted 1 of 1 structured operations into 3 kernels
// REPORT: remark: lifted 1 of 1 structured operations into 5 kernels
// REPORT: remark: lifted 1 of 1 structured operations into 1 kernel{{$}}

// Control flow in a body. What can be lifted beside it is.
// CHECK-LABEL: func.func @branch
// CHECK: linalg.map
// CHECK: kopt.launch
// expected-remark @+1 {{lifted 1 of 2 structured operations into 1 kernel}}
func.func @branch(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // expected-remark @+1 {{not lifted: 'scf.if' in the body is not elementwise}}
  %0 = linalg.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) (%a: f32, %init: f32) {
    %r = scf.if %c -> f32 {
      %s = arith.addf %a, %a : f32
      scf.yield %s : f32
    } else {
      scf.yield %a : f32
    }
    linalg.yield %r : f32
  }
  %1 = linalg.exp ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @complex
// CHECK: linalg.add
// expected-remark @+1 {{lifted 0 of 1 structured operations into 0 kernels}}
func.func @complex(%x: tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>> {
  %e = tensor.empty() : tensor<8xcomplex<f32>>
  // expected-remark @+1 {{not lifted: expected integer, index or float elements}}
  %0 = linalg.add ins(%x, %x : tensor<8xcomplex<f32>>, tensor<8xcomplex<f32>>) outs(%e : tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %0 : tensor<8xcomplex<f32>>
}

// -----

// On buffers nothing is a value. Upstream has no transforms of dynamic shape.
// CHECK-LABEL: func.func @buffers
// CHECK: linalg.exp
// CHECK: linalg.softmax
// CHECK: linalg.winograd_filter_transform
// expected-remark @+1 {{lifted 0 of 3 structured operations into 0 kernels}}
func.func @buffers(%x: memref<8xf32>, %y: memref<8xf32>, %f: tensor<?x3x3x?xf32>, %o: tensor<4x4x?x?xf32>) -> tensor<4x4x?x?xf32> {
  // expected-remark @+1 {{not lifted: expected tensor operands}}
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  // expected-remark @+1 {{not lifted: expected tensor operands}}
  linalg.softmax dimension(0) ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  // expected-remark @+1 {{not lifted: the operation has no generic form}}
  %0 = linalg.winograd_filter_transform fmr(F_2_3) ins(%f : tensor<?x3x3x?xf32>) outs(%o : tensor<4x4x?x?xf32>) -> tensor<4x4x?x?xf32>
  return %0 : tensor<4x4x?x?xf32>
}

// -----

// Not all points of the parallel loops have an element of their own.
// CHECK-LABEL: func.func @results
// CHECK-COUNT-3: linalg.generic
// expected-remark @+1 {{lifted 0 of 3 structured operations into 0 kernels}}
func.func @results(%x: tensor<8x8xf32>, %y: tensor<8xf32>, %z: tensor<15xf32>) -> (tensor<8x8xf32>, tensor<8xf32>, tensor<15xf32>) {
  // expected-remark @+1 {{not lifted: expected parallel loops and constants as dimensions of result 0}}
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i, i)>], iterator_types = ["parallel"]}
      ins(%y : tensor<8xf32>) outs(%x : tensor<8x8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8x8xf32>
  // expected-remark @+1 {{not lifted: result 0 does not span the parallel loops}}
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  // expected-remark @+1 {{not lifted: expected parallel loops and constants as dimensions of result 0}}
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x8xf32>) outs(%z : tensor<15xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<15xf32>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8xf32>, tensor<15xf32>
}
