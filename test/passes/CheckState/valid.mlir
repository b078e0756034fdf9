// A legal kernel passes unchanged; divisibility follows loops, products and
// affine.apply.
// RUN: kopt-opt %s -kopt-check-state | FileCheck %s

// CHECK-LABEL: kopt.kernel @k
gpu.module @kernels {
  kopt.kernel @k(%x: memref<64x1024xbf16>, %o: memref<64x1024xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c256 = arith.constant 256 : index
    %c1024 = arith.constant 1024 : index
    %i = kopt.program_id 0
    scf.for %j = %c0 to %c1024 step %c256 {
      // CHECK: kopt.load {{.*}}via = #kopt.direct<bytes = 16>
      %t = kopt.load %x[%i, %j] {via = #kopt.direct<bytes = 16>} : memref<64x1024xbf16> -> tensor<1x256xbf16>
      kopt.store %t, %o[%i, %j] {via = #kopt.direct<bytes = 16>} : tensor<1x256xbf16>, memref<64x1024xbf16>
    }
    %k = affine.apply affine_map<(d0) -> ((d0 * 16) mod 1024)>(%i)
    %u = kopt.load %x[%i, %k] {via = #kopt.direct<bytes = 16>} : memref<64x1024xbf16> -> tensor<1x256xbf16>
    kopt.return
  }
}
