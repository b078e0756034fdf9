// A launch for which no kernel's assumption holds ends the program.
// RUN: kopt-opt %s --kopt-host-pipeline -o %t.mlir
// RUN: env %fake_driver not --crash %mlir_run %t.mlir 2>&1 | FileCheck %s

// CHECK: kopt.launch @kernels::@twice: expected extents for which the kernel may be launched
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {assume = affine_set<()[s0, s1] : (s0 - s1 == 0)>, grid = affine_map<()[s0, s1] -> (1)>} {
    kopt.return
  }
}
func.func @main() {
  %c4 = arith.constant 4 : index
  %x = arith.constant dense<1.0> : tensor<5xf32>
  %xd = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  %e = tensor.empty(%c4) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice ins(%xd : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return
}
