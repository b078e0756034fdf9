// A kernel with wide accesses for aligned addresses, a plain one for others, and
// the caller's own where its set of extents, strides and addresses says so or
// none can be used. What each does is different, so that it shows.
// RUN: rm -rf %t && kopt-translate --kopt-to-artefact --chip=sim,sm_80 %s -o %t
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/artefact.json
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 8 | FileCheck %s --check-prefixes=TIME,WIDE
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 OFFSET=4 8 | FileCheck %s --check-prefixes=TIME,PLAIN
// RUN: not %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 OFFSET=2 8 | FileCheck %s --check-prefix=NONE
// RUN: not %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 STRIDE=2 8 | FileCheck %s --check-prefix=STRIDES
// The set: eight elements or more, of stride 3, at a multiple of 8.
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 KEEP=0 STRIDE=3 OFFSET=8 8 | FileCheck %s --check-prefixes=TIME,KEPT
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 KEEP=0 8 | FileCheck %s --check-prefixes=TIME,WIDE
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 KEEP=0 STRIDE=3 OFFSET=4 8 | FileCheck %s --check-prefixes=TIME,LAST
// RUN: %if cuda %{ %kopt_build/bin/unit/capi-run %t OFFSET=4 8 | FileCheck %s --check-prefixes=TIME,PLAIN %}

// JSON: ["address",0]
// TIME: choosing takes at most 5 us
// WIDE: variant 1
// WIDE: result 8: 3 6 9 12 15 18 21 24
// PLAIN: variant 1
// PLAIN: result 8: 2 4 6 8 10 12 14 16
// NONE: arguments: arg0: expected an aligned address
// STRIDES: arguments: arg0: expected row-major strides
// KEPT: variant 0
// KEPT: kept
// LAST: variant 2
// LAST: kept
#equal = affine_set<()[s0, s1] : (s0 - s1 == 0)>
#grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>
gpu.module @kernels {
  kopt.kernel @plain(%x: memref<?xf32> {kopt.align = 4 : i64}, %o: memref<?xf32> {kopt.out}) attributes {assume = #equal, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 4>} : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
  kopt.kernel @wide(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out}) attributes {assume = affine_set<()[s0, s1] : (s0 - s1 == 0, s0 mod 4 == 0)>, grid = #grid} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] {via = #kopt.direct<bytes = 16>} : memref<?xf32> -> tensor<256xf32>
    %three = arith.constant dense<3.0> : tensor<256xf32>
    %s = arith.mulf %t, %three : tensor<256xf32>
    kopt.store %s, %o[%at] {via = #kopt.direct<bytes = 16>} : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32>
    attributes {kopt.keep = affine_set<()[s0, s1, s2] : (s0 - 8 >= 0, s1 - 3 == 0, s2 mod 8 == 0)>} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@plain variants [@kernels::@wide] ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
