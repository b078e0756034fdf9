// The host compiled into a program of one's own, without mlir-runner. At its end
// the driver is gone before the images are unloaded.
// REQUIRES: host-compiler
// RUN: kopt-opt %s --kopt-host-pipeline | mlir-translate -mlir-to-llvmir -o %t.ll
// RUN: clang -w %S/Inputs/program.c -x ir %t.ll -o %t %link_runtime
// RUN: env %fake_driver %t 2>&1 | FileCheck %s

// CHECK-NOT: kopt runtime
// CHECK: 2 4 6 of 3
// CHECK-NOT: kopt runtime
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>, schedule = #kopt.launch<warps = 2>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> attributes {llvm.emit_c_interface} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
