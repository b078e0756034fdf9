// The host chooses a kernel by its assumption: rows of a multiple of four are
// tripled, others doubled by the driver for tests.
// RUN: kopt-opt %s --kopt-host-pipeline -o %t.mlir
// RUN: env %fake_driver %mlir_run %t.mlir 2>&1 | FileCheck %s
// RUN: kopt-opt %s --kopt-host-pipeline="copy=false check-status=false" -o %t.bare.mlir
// RUN: env %fake_driver %mlir_run %t.bare.mlir 2>&1 | FileCheck %s

// CHECK: [2,  4,  6,  8,  10]
// CHECK: [3,  6,  9,  12]
#equal = affine_set<()[s0, s1] : (s0 - s1 == 0)>
#four = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 mod 4 == 0)>
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {assume = #equal, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    kopt.store %t, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
  kopt.kernel @thrice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {assume = #four, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 16>} : memref<?xf32> -> tensor<256xf32>
    kopt.store %t, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @print(%x: tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice variants [@kernels::@thrice] ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %u = tensor.cast %r : tensor<?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  return
}
func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %xd = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  func.call @print(%xd) : (tensor<?xf32>) -> ()
  %y = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %yd = tensor.cast %y : tensor<4xf32> to tensor<?xf32>
  func.call @print(%yd) : (tensor<?xf32>) -> ()
  %c0 = arith.constant 0 : index
  return
}
