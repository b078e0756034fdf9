// The smallest program at which each card on tiles fires, and that it was this
// card.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_load explain=remarks" 2>&1 | FileCheck %s --check-prefix=LOAD
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_store explain=remarks set-knob=widen_global_store.bytes=8" 2>&1 | FileCheck %s --check-prefix=STORE
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=lane_reductions explain=remarks" 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=launch_warps explain=remarks" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=several_rows_a_block explain=remarks" 2>&1 | FileCheck %s --check-prefix=ROWS

// LOAD: remark: card @widen_global_load applied at @sum/load#0, bytes = 16
// LOAD: kopt.load {{.*}} {via = #kopt.direct<bytes = 16>}
// STORE: remark: card @widen_global_store applied at @scale/store#0, bytes = 8
// STORE: kopt.store {{.*}} {via = #kopt.direct<bytes = 8>}
// LANES: remark: card @lane_reductions applied at @sum/reduce#0
// LANES: across = #kopt.across<lanes>
// WARPS: remark: card @launch_warps applied at @sum, bytes = 16, warps = 8
// WARPS: schedule = #kopt.launch<warps = 8>
// ROWS: remark: card @several_rows_a_block applied at @scale, rows = 4
// ROWS: kopt.load {{.*}} -> tensor<4x64xf32>
gpu.module @kernels {
  kopt.kernel @sum(%x: memref<64x4096xf32>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x4096xf32> -> tensor<1x4096xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x4096xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @scale(%x: memref<64x64xf32>, %o: memref<64x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x64xf32> -> tensor<1x64xf32>
    %s = arith.addf %t, %t : tensor<1x64xf32>
    kopt.store %s, %o[%i, %c0] : tensor<1x64xf32>, memref<64x64xf32>
    kopt.return
  }
}
