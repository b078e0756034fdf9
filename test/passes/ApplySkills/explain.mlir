// The short spellings, alone and together, with an option list and without.
// RUN: kopt-opt %s --apply-skills --explain-skills=all 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=launch_warps" --explain-skills=json=%t.json --explain-skills=all 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON < %t.json
// RUN: not kopt-opt %s --explain-skills 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: not kopt-opt %s --apply-skills --explain-skills=some 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not kopt-opt %s --apply-skills --explain-skills=json= 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: not kopt-opt %s --apply-skills --explain-skills --explain-skills=all 2>&1 | FileCheck %s --check-prefix=TWICE

// CHECK: remark: card @launch_warps refused at @scale: G1: the kernel has a schedule
// CHECK: launch-warps.mlir:{{.*}} note: by this, has_attr(schedule) = 1, bytes_a_thread(8) = 4
// JSON: "guard": "G1"
// JSON: "bytes": 16,
// JSON: "warps": 8
// JSON: "status": "refused"
// JSON: "bytes_a_thread(8)": 4
// JSON: "kernel": "scale"
// ALONE: kopt-opt: error: expected --apply-skills beside --explain-skills
// WRONG: kopt-opt: error: expected --explain-skills, --explain-skills=all or --explain-skills=json=FILE
// TWICE: error: expected explain once, but got it 2 times
gpu.module @kernels {
  kopt.kernel @scale(%x: memref<64x256xf32>, %o: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
}
