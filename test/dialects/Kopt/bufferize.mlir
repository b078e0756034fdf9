// Launches become destination style on buffers; kernels stay as they are.
// RUN: kopt-opt %s -split-input-file -one-shot-bufferize='bufferize-function-boundaries function-boundary-type-conversion=identity-layout-map' | FileCheck %s

gpu.module @kernels {
  // CHECK: kopt.kernel @write(%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32> {kopt.out})
  // CHECK: kopt.load %{{.*}} : memref<8xf32> -> tensor<8xf32>
  kopt.kernel @write(%x: memref<8xf32>, %o: memref<8xf32> {kopt.out}) {
    %t = kopt.load %x : memref<8xf32> -> tensor<8xf32>
    kopt.store %t, %o : tensor<8xf32>, memref<8xf32>
    kopt.return
  }
  kopt.kernel @update(%x: memref<8xf32>, %o: memref<8xf32> {kopt.inout}) {
    kopt.return
  }
  kopt.kernel @two(%o: memref<8xf32> {kopt.out}, %p: memref<8xf32> {kopt.out}) {
    kopt.return
  }
}

// CHECK-LABEL: func.func @output(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>) -> memref<8xf32>
// CHECK: %[[E:.*]] = memref.alloc()
// CHECK: kopt.launch @kernels::@write ins(%[[X]] : memref<8xf32>) outs(%[[E]] : memref<8xf32>) {note = "kept"}
// CHECK: return %[[E]]
func.func @output(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@write ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {note = "kept"} -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// An output is not read: a buffer of its own, without a copy.
// CHECK-LABEL: func.func @output_of_live_value(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>
// CHECK: %[[E:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: kopt.launch @kernels::@write ins(%[[X]] : memref<8xf32>) outs(%[[E]] : memref<8xf32>)
// CHECK: return %[[E]], %[[Y]]
func.func @output_of_live_value(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = kopt.launch @kernels::@write ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %r, %y : tensor<8xf32>, tensor<8xf32>
}

// Kernel arguments do not alias, so input and output are never one buffer.
// CHECK-LABEL: func.func @input_as_output(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>
// CHECK: %[[E:.*]] = memref.alloc()
// CHECK: kopt.launch @kernels::@write ins(%[[X]] : memref<8xf32>) outs(%[[E]] : memref<8xf32>)
func.func @input_as_output(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = kopt.launch @kernels::@write ins(%x : tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @in_place(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>
// CHECK-NOT: memref.alloc
// CHECK: kopt.launch @kernels::@update ins(%[[X]] : memref<8xf32>) outs(%[[Y]] : memref<8xf32>)
// CHECK: return %[[Y]]
func.func @in_place(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %r = kopt.launch @kernels::@update ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @updated_but_live(
// CHECK-SAME: %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>
// CHECK: %[[E:.*]] = memref.alloc()
// CHECK: memref.copy %[[Y]], %[[E]]
// CHECK: kopt.launch @kernels::@update ins(%[[X]] : memref<8xf32>) outs(%[[E]] : memref<8xf32>)
func.func @updated_but_live(%x: tensor<8xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %r = kopt.launch @kernels::@update ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %r, %y : tensor<8xf32>, tensor<8xf32>
}

// Two outputs on one tensor get two buffers.
// CHECK-LABEL: func.func @two_outputs(
// CHECK-DAG: %[[E:.*]] = memref.alloc()
// CHECK-DAG: %[[F:.*]] = memref.alloc()
// CHECK: kopt.launch @kernels::@two outs(%[[A:.*]], %[[B:.*]] : memref<8xf32>, memref<8xf32>)
// CHECK-NOT: return %[[A]], %[[A]]
// CHECK: return %[[A]], %[[B]]
func.func @two_outputs() -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %r:2 = kopt.launch @kernels::@two outs(%e, %e : tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>, tensor<8xf32>
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// The same of kernels in form 3, where a dynamic dimension is a parameter.
gpu.module @kernels {
  gpu.func @update(%x: memref<f32>, %n: index, %o: memref<8xf32> {kopt.inout}) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<()[s0] -> (s0)>} {
    gpu.return
  }
  gpu.func @write(%x: memref<f32>, %n: index, %o: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<()[s0] -> (s0)>} {
    gpu.return
  }
}
// CHECK-LABEL: func.func @form_3(
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[Y:.*]]: memref<8xf32>
// CHECK: %[[E:.*]] = memref.alloc()
// CHECK-NOT: memref.copy
// CHECK: kopt.launch @kernels::@write ins(%[[X]] : memref<?xf32>) outs(%[[E]] : memref<8xf32>)
// CHECK: %[[F:.*]] = memref.alloc()
// CHECK: memref.copy %[[Y]], %[[F]]
// CHECK: kopt.launch @kernels::@update ins(%[[X]] : memref<?xf32>) outs(%[[F]] : memref<8xf32>)
func.func @form_3(%x: tensor<?xf32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %w = kopt.launch @kernels::@write ins(%x : tensor<?xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  %r = kopt.launch @kernels::@update ins(%x : tensor<?xf32>) outs(%y : tensor<8xf32>) -> tensor<8xf32>
  return %w, %r, %y : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
