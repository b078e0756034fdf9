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
  // expected-remark @+1 {{not lifted: expected elements of index, of 1, 8, 16, 32 or 64 bits, or of f8E4M3FN, f8E5M2, f16, bf16, f32 or f64, but got complex<f32>}}
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

// -----

// Elements that no memory of kernels holds, also as a fill, a slice and a scalar that
// the body takes from around it.
// CHECK-LABEL: func.func @fill
// CHECK: linalg.fill
// expected-remark @+1 {{lifted 0 of 1 structured operations into 0 kernels}}
func.func @fill(%s: complex<f32>) -> tensor<8xcomplex<f32>> {
  %e = tensor.empty() : tensor<8xcomplex<f32>>
  // expected-remark @+1 {{not lifted: a fill that no kernel can hold}}
  %r = linalg.fill ins(%s : complex<f32>) outs(%e : tensor<8xcomplex<f32>>) -> tensor<8xcomplex<f32>>
  return %r : tensor<8xcomplex<f32>>
}
// CHECK-LABEL: func.func @nibbles
// CHECK-NOT: kopt.launch
// expected-remark @+1 {{lifted 0 of 2 structured operations into 0 kernels}}
func.func @nibbles(%x: tensor<8xi4>) -> tensor<4xi4> {
  // expected-remark @+1 {{f32 or f64, but got i4}}
  %r = arith.addi %x, %x : tensor<8xi4>
  // expected-remark @+1 {{f32 or f64, but got i4}}
  %s = tensor.extract_slice %r[0] [4] [2] : tensor<8xi4> to tensor<4xi4>
  return %s : tensor<4xi4>
}
// CHECK-LABEL: func.func @taken
// CHECK: linalg.generic
// expected-remark @+1 {{lifted 0 of 1 structured operations into 0 kernels}}
func.func @taken(%x: tensor<8xf32>, %c: f8E4M3FNUZ) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  // expected-remark @+1 {{f32 or f64, but got f8E4M3FNUZ}}
  %r = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%a: f32, %o: f32):
    %w = arith.extf %c : f8E4M3FNUZ to f32
    %v = arith.mulf %a, %w : f32
    linalg.yield %v : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
