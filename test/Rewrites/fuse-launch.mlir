// RUN: kopt-opt %kopt_src/bench/tasks/small/T20-softmax.mlir -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=fuse_launch},cse)' 2>/dev/null | FileCheck %s
// RUN: kopt-opt %s -split-input-file -pass-pipeline='builtin.module(kopt-lift,kopt-apply-rewrite{name=fuse_launch})' 2>/dev/null | FileCheck %s --check-prefix=MORE

// Six launches become one; the row is loaded once, no intermediate is stored.
// CHECK: kopt.kernel @softmax_{{[0-9]}}(%[[X:[a-z0-9]+]]: memref<20x200xbf16>, %[[O:[a-z0-9]+]]: memref<20x200xbf16> {kopt.out})
// CHECK-COUNT-1: kopt.load
// CHECK-NOT: kopt.load
// CHECK-COUNT-1: kopt.store
// CHECK-NOT: kopt.store
// CHECK-COUNT-1: kopt.launch
// CHECK-NOT: kopt.launch

// The intermediate that is also a result stays an output; the dynamic extent of
// one that goes comes from another argument.
// MORE-LABEL: gpu.module
// MORE: kopt.kernel @two_{{[0-9]}}(%{{.*}}: memref<?xf32>, %{{.*}}: memref<?xf32> {kopt.out}, %{{.*}}: memref<?xf32> {kopt.out})
// MORE-COUNT-2: kopt.store
// MORE: kopt.launch {{.*}} -> tensor<?xf32>, tensor<?xf32>
func.func @two(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, tensor<?xf32>) {
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = linalg.negf ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %a, %b : tensor<?xf32>, tensor<?xf32>
}

// -----

// MORE-LABEL: gpu.module
// MORE: kopt.kernel @chain_{{[0-9]}}(%[[X:[a-z0-9]+]]: memref<?xf32>, %{{.*}}: memref<?xf32> {kopt.out})
// MORE-COUNT-1: kopt.store
// MORE-NOT: kopt.store
func.func @chain(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %a = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %b = linalg.negf ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}

// -----

// Another user of the intermediate comes before the consumer: it moves behind it, with
// what depends on it.
// MORE-LABEL: gpu.module
// MORE: func.func @before
// MORE: %[[B:.*]]:2 = kopt.launch {{.*}} -> tensor<8x4xf32>, tensor<8x4xf32>
// MORE: tensor.collapse_shape %[[B]]#0
func.func @before(%x: tensor<8x4xf32>) -> (tensor<32xf32>, tensor<8x4xf32>) {
  %e = tensor.empty() : tensor<8x4xf32>
  %a = linalg.exp ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %v = tensor.collapse_shape %a [[0, 1]] : tensor<8x4xf32> into tensor<32xf32>
  %b = linalg.negf ins(%a : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %v, %b : tensor<32xf32>, tensor<8x4xf32>
}
