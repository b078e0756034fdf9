// One case a guard of the cards on tiles, only that guard broken.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=launch_warps explain=remarks" 2>&1 | FileCheck %s --check-prefix=WARPS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=lane_reductions explain=remarks" 2>&1 | FileCheck %s --check-prefix=LANES
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=several_rows_a_block explain=remarks" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=rows_in_registers explain=remarks" 2>&1 | FileCheck %s --check-prefix=REGS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=defer_reductions explain=remarks" 2>&1 | FileCheck %s --check-prefix=DEFER

// WARPS: card @launch_warps refused at @launch_warps_g1: G1: the kernel has a schedule
// WARPS: card @launch_warps refused at @launch_warps_g2: G2: the largest access has 4 bytes a thread, fewer than 16
// WARPS: card @launch_warps refused at @launch_warps_g3: G3: a tile has 2048 elements a thread, more than 1024
// LANES: card @lane_reductions refused at @lane_reductions_g1/reduce#0: G1: the strategy of the reduction is set
// LANES: card @lane_reductions refused at @lane_reductions_g2/reduce#0: G2: the reduced extent is 1
// ROWS: card @several_rows_a_block refused at @several_rows_a_block_g1: G1: a program covers 2 rows already
// ROWS: card @several_rows_a_block refused at @several_rows_a_block_g2: G2: there are 3 rows, fewer than 4
// ROWS: card @several_rows_a_block refused at @several_rows_a_block_g3: G3: a thread reads 32 bytes of a row already
// REGS: card @rows_in_registers refused at @rows_in_registers_g1: G1: the kernel has no loop over a row
// REGS: card @rows_in_registers refused at @rows_in_registers_g2: G2: the loop has no iteration
// REGS: card @rows_in_registers refused at @rows_in_registers_dynamic: G2: cannot be decided before launch: the bounds of the loop are dynamic
// DEFER: card @defer_reductions refused at @defer_reductions_g1/for#0: G1: the loop has 1 iterations
gpu.module @kernels {
  kopt.kernel @launch_warps_g1(%x: memref<64x1024xf32>)
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.return
  }
  kopt.kernel @launch_warps_g2(%x: memref<64x256xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    kopt.return
  }
  kopt.kernel @launch_warps_g3(%x: memref<8192xf32>)
      attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<8192xf32> -> tensor<8192xf32>
    %b = kopt.broadcast %t dims [1] : tensor<8192xf32> -> tensor<64x8192xf32>
    kopt.return
  }
  kopt.kernel @lane_reductions_g1(%x: memref<64x256xf32>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<shared>} : (tensor<1x256xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @lane_reductions_g2(%x: memref<64x1xf32>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1xf32> -> tensor<1x1xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x1xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @several_rows_a_block_g1(%x: memref<64x64xf32>, %o: memref<64x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (32)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %t = kopt.load %x[%r, %c0] : memref<64x64xf32> -> tensor<2x64xf32>
    kopt.store %t, %o[%r, %c0] : tensor<2x64xf32>, memref<64x64xf32>
    kopt.return
  }
  kopt.kernel @several_rows_a_block_g2(%x: memref<3x64xf32>, %o: memref<3x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<3x64xf32> -> tensor<1x64xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x64xf32>, memref<3x64xf32>
    kopt.return
  }
  kopt.kernel @several_rows_a_block_g3(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
  kopt.kernel @rows_in_registers_g1(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
  kopt.kernel @rows_in_registers_g2(%x: memref<64x0xf32>, %o: memref<64x0xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %i = kopt.program_id 0
    scf.for %j = %c0 to %c0 step %c128 {
      %t = kopt.load %x[%i, %j] : memref<64x0xf32> -> tensor<1x128xf32>
      kopt.store %t, %o[%i, %j] : tensor<1x128xf32>, memref<64x0xf32>
    }
    kopt.return
  }
  kopt.kernel @rows_in_registers_dynamic(%x: memref<64x?xf32>, %o: memref<64x?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1] -> (64)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %i = kopt.program_id 0
    scf.for %j = %c0 to %n step %c128 {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x128xf32>
      kopt.store %t, %o[%i, %j] : tensor<1x128xf32>, memref<64x?xf32>
    }
    kopt.return
  }
  kopt.kernel @defer_reductions_g1(%x: memref<64x128xf32>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    %i = kopt.program_id 0
    %sum = scf.for %j = %c0 to %c128 step %c128 iter_args(%acc = %zero) -> (tensor<1xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x128xf32> -> tensor<1x128xf32>
      %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      %n = arith.addf %acc, %s : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    kopt.store %sum, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
}
