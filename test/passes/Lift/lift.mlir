// RUN: kopt-opt -kopt-lift %s -split-input-file -verify-diagnostics | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A dynamic row sum: the fill moves into the kernel, sizes stay on the host.
// CHECK-LABEL: gpu.module @kernels
// CHECK: kopt.kernel @sum_0(%[[X:.*]]: memref<?x64xf32>, %[[O:.*]]: memref<?xf32> {kopt.out})
// CHECK: kopt.load %[[X]] : memref<?x64xf32> -> tensor<?x64xf32>
// CHECK: memref.dim %[[O]]
// CHECK: linalg.fill
// CHECK: %[[R:.*]] = linalg.generic
// CHECK: kopt.store %[[R]], %[[O]] : tensor<?xf32>, memref<?xf32>
// CHECK-LABEL: func.func @sum
// CHECK: tensor.empty(%{{.*}}) : tensor<?xf32>
// CHECK: kopt.launch @kernels::@sum_0
// CHECK-NOT: linalg
func.func @sum(%x: tensor<?x64xf32>, %n: index) -> tensor<?xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%n) : tensor<?xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x64xf32>) outs(%z : tensor<?xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %r = arith.addf %acc, %a : f32
    linalg.yield %r : f32
  } -> tensor<?xf32>
  return %s : tensor<?xf32>
}

// -----

// A bf16 accumulator becomes f32, rounded once.
// CHECK: kopt.kernel @narrow_0(%{{.*}}: memref<8x64xbf16>, %{{.*}}: memref<8xf32> {kopt.out})
// CHECK: arith.extf
// CHECK: arith.addf %{{.*}} : f32
// CHECK: kopt.kernel @narrow_1(%{{.*}}: memref<8xf32>{{.*}}, %{{.*}}: memref<8xbf16> {kopt.out})
// CHECK: arith.truncf
// CHECK-LABEL: func.func @narrow(
// CHECK-NOT: linalg.generic
// CHECK: return
func.func @narrow(%x: tensor<8x64xbf16>, %init: tensor<8xbf16>) -> tensor<8xbf16> {
  %zero = arith.constant 0.0 : bf16
  %z = linalg.fill ins(%zero : bf16) outs(%init : tensor<8xbf16>) -> tensor<8xbf16>
  // expected-remark @+1 {{accumulates in f32: the program's accumulator is narrower}}
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x64xbf16>) outs(%z : tensor<8xbf16>) {
  ^bb0(%a: bf16, %acc: bf16):
    %r = arith.addf %acc, %a : bf16
    linalg.yield %r : bf16
  } -> tensor<8xbf16>
  return %s : tensor<8xbf16>
}

// -----

// Only the marked function is touched.
// CHECK: kopt.kernel @marked_0
// CHECK-NOT: kopt.kernel @other
func.func @marked(%x: tensor<8xf32>) -> tensor<8xf32> attributes {kopt.optimize} {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// CHECK-LABEL: func.func @other
// CHECK: linalg.exp
func.func @other(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Any map of an input, as of a window, goes into a kernel.
// CHECK: gpu.module
// CHECK: linalg.generic
// CHECK-LABEL: func.func @window
// CHECK: kopt.launch
func.func @window(%x: tensor<10xf32>, %k: tensor<3xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %s = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %k : tensor<10xf32>, tensor<3xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %m = arith.mulf %a, %b : f32
    %r = arith.addf %acc, %m : f32
    linalg.yield %r : f32
  } -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// -----

// What does not fit stays on the host, with the reason.
// CHECK-LABEL: func.func @scattered
// CHECK: linalg.generic
// expected-remark @+1 {{lifted 0 of 1 structured operations into 0 kernels}}
func.func @scattered(%x: tensor<8xf32>, %o: tensor<15xf32>) -> tensor<15xf32> {
  // expected-remark @+1 {{not lifted: expected parallel loops and constants as dimensions of result 0}}
  %s = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0 * 2)>], iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%o : tensor<15xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<15xf32>
  return %s : tensor<15xf32>
}
