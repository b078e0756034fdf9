// An access of 4 bytes of elements of 8: with the default of 16 bytes both
// would be widened.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_load,widen_global_store set-knob=widen_global_load.bytes=4,widen_global_store.bytes=4 explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_load,widen_global_store" | FileCheck %s --check-prefix=WIDE

// CHECK: card @widen_global_load refused at @copy/load#0: G9: an access of 4 bytes holds no whole element of 8
// CHECK: card @widen_global_store refused at @copy/store#0: G9: an access of 4 bytes holds no whole element of 8
// WIDE: kopt.load {{.*}}bytes = 16
// WIDE: kopt.store {{.*}}bytes = 16
gpu.module @kernels {
  kopt.kernel @copy(%x: memref<64x1024xf64>, %y: memref<64x1024xf64> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf64> -> tensor<1x1024xf64>
    kopt.store %t, %y[%i, %c0] : tensor<1x1024xf64>, memref<64x1024xf64>
    kopt.return
  }
}
