// An output that the kernel reads keeps its contents, and the value it had
// stays what it was. Linalg that was not lifted runs as loops.
// RUN: kopt-opt %s --kopt-host-pipeline -o %t.mlir
// RUN: env %fake_driver %mlir_run %t.mlir | FileCheck %s

// CHECK: [21,  42,  63,  84]
// CHECK: [1,  2,  3,  4]
// CHECK: [22,  44,  66,  88]
gpu.module @kernels {
  kopt.kernel @accumulate(%x: memref<4xf32>, %factor: f32, %sum: memref<4xf32> {kopt.inout})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<4xf32> -> tensor<4xf32>
    %o = kopt.load %sum[%c0] : memref<4xf32> -> tensor<4xf32>
    %f = tensor.splat %factor : tensor<4xf32>
    %p = arith.mulf %t, %f : tensor<4xf32>
    %s = arith.addf %o, %p : tensor<4xf32>
    kopt.store %s, %sum[%c0] : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
}
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %factor = arith.constant 20.0 : f32
  %r = kopt.launch @kernels::@accumulate ins(%x, %factor : tensor<4xf32>, f32) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %u = tensor.cast %r : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %v = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  %e = tensor.empty() : tensor<4xf32>
  %sum = linalg.add ins(%r, %x : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %w = tensor.cast %sum : tensor<4xf32> to tensor<*xf32>
  func.call @printMemrefF32(%w) : (tensor<*xf32>) -> ()
  return
}
