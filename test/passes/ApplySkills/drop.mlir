// What an action breaks, or does not change, is dropped with the reason; a later
// folder's card wins, and that is said.
// RUN: kopt-opt %s --apply-skills="skills=%skills,%S/Inputs/override recipe=nothing,illegal,other,launch_warps explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills disable=launch_warps,widen_global_load" 2>&1 | FileCheck %s --check-prefix=OFF

// CHECK: override/launch-warps.mlir:1:1: remark: @launch_warps is taken from '{{.*}}override/launch-warps.mlir', not from '{{.*}}memory/launch-warps.mlir'
// CHECK: card @nothing refused at @scale: no-change: the action changes nothing
// CHECK: card @illegal refused at @scale/load#0: check-state: {{.*}}expected a stride of a multiple of 4 elements
// CHECK: card @other refused at @scale: action: expected #kopt.launch as 'schedule', but got 1 : i32
// CHECK: card @launch_warps applied at @scale, warps = 2
// CHECK: schedule = #kopt.launch<warps = 2>
// CHECK: kopt.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x1001xf32>
// OFF: schedule = #kopt.launch<warps = 1>
// OFF: kopt.load %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x1001xf32>
gpu.module @kernels {
  kopt.kernel @scale(%x: memref<64x1001xf32>, %o: memref<64x1001xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1001xf32> -> tensor<1x1024xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1001xf32>
    kopt.return
  }
}
