// One case a guard of the cards on transposes, gathers and long rows, only that guard
// broken; and what the rewrites without guards refuse.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=staged_transpose explain=remarks" 2>&1 | FileCheck %s --check-prefix=TURN
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=several_gathered_rows explain=remarks" 2>&1 | FileCheck %s --check-prefix=GATHER
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=rows_in_clusters explain=remarks" 2>&1 | FileCheck %s --check-prefix=CLUSTER
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=rows_in_clusters explain=remarks target=sm_80" 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=narrow_rows_in_registers explain=remarks" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=narrow_maximum explain=remarks" 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=exp2_domain explain=remarks" 2>&1 | FileCheck %s --check-prefix=EXP2
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=reciprocal_of_sum explain=remarks" 2>&1 | FileCheck %s --check-prefix=SUM

// TURN: card @staged_transpose refused at @staged_transpose_g1/load#0: G1: the tile has its memory's innermost dimension
// TURN: card @staged_transpose refused at @staged_transpose_g2/load#0: G2: the load has a layout
// GATHER: card @several_gathered_rows refused at @staged_transpose_g1: G1: the kernel reads nothing by index
// GATHER: card @several_gathered_rows refused at @several_gathered_rows_g2: G2: a program covers 2 rows already
// GATHER: card @several_gathered_rows refused at @several_gathered_rows_g3: G3: there are 8 rows, no more than 132 multiprocessors
// CLUSTER: card @rows_in_clusters refused at @one_loop: G1: the kernel has 1 loops: it reads the row once
// CLUSTER: card @rows_in_clusters refused at @empty_rows: G2: the loop has no iteration
// CLUSTER: card @rows_in_clusters applied at @two_loops
// OLD: card @rows_in_clusters refused at @two_loops: G3: 8 blocks a cluster, but the device has 1
// ROWS: card @narrow_rows_in_registers refused at @one_loop: G1: the kernel has 1 loops: it reads the row once
// ROWS: card @narrow_rows_in_registers refused at @empty_rows: G2: the loop has no iteration
// ROWS: card @narrow_rows_in_registers applied at @two_loops
// NARROW: card @narrow_maximum refused at @one_loop/for#0/reduce#0: G1: the kernel has 1 loops
// NARROW: card @narrow_maximum applied at @softmax/reduce#0
// NARROW: card @narrow_maximum refused at @softmax/reduce#1: action: the reduction is no maximum or minimum of floats
// NARROW: card @narrow_maximum refused at @other_maximum/reduce#0: action: what is reduced is not widened
// EXP2: card @exp2_domain refused at @softmax/reduce#1: action: the exponentials are used other than in their sum
// EXP2: card @exp2_domain refused at @other_maximum/reduce#1: action: what is reduced is no sum of f32 exponentials below their maximum
// SUM: card @reciprocal_of_sum applied at @softmax
// SUM: card @reciprocal_of_sum refused at @other_maximum: action: no f32 division by a sum of exponentials below their maximum
#layout = #kopt.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], reps = [32, 1]>
gpu.module @kernels {
  kopt.kernel @staged_transpose_g1(%x: memref<64x32xf32>, %o: memref<64x32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x32xf32> -> tensor<1x32xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x32xf32>, memref<64x32xf32>
    kopt.return
  }
  kopt.kernel @staged_transpose_g2(%x: memref<32x32xf32>, %o: memref<32x32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = kopt.load %x[] map affine_map<(d0, d1) -> (d1, d0)> {layout = #layout} : memref<32x32xf32> -> tensor<32x32xf32>
    kopt.store %t, %o[] map affine_map<(d0, d1) -> (d0, d1)> : tensor<32x32xf32>, memref<32x32xf32>
    kopt.return
  }
  kopt.kernel @several_gathered_rows_g2(%x: memref<64x32xf32>, %at: memref<1024xi32>, %o: memref<1024x32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (512)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)
    %n = kopt.load %at[%r] : memref<1024xi32> -> tensor<2xi32>
    %t = kopt.load %x[%c0] indices(%n dims [array<i64: 0>] : tensor<2xi32>) map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<64x32xf32> -> tensor<2x32xf32>
    kopt.store %t, %o[%r, %c0] : tensor<2x32xf32>, memref<1024x32xf32>
    kopt.return
  }
  kopt.kernel @several_gathered_rows_g3(%x: memref<64x32xf32>, %at: memref<8xi32>, %o: memref<8x32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (8)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %n = kopt.load %at[%i] : memref<8xi32> -> tensor<1xi32>
    %t = kopt.load %x[%c0] indices(%n dims [array<i64: 0>] : tensor<1xi32>) map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<64x32xf32> -> tensor<1x32xf32>
    kopt.store %t, %o[%i, %c0] : tensor<1x32xf32>, memref<8x32xf32>
    kopt.return
  }
  kopt.kernel @one_loop(%x: memref<64x4096xbf16>, %o: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %c512 = arith.constant 512 : index
    %c4096 = arith.constant 4096 : index
    %least = arith.constant dense<0xFF800000> : tensor<1xf32>
    %i = kopt.program_id 0
    %m = scf.for %k = %c0 to %c4096 step %c512 iter_args(%a = %least) -> (tensor<1xf32>) {
      %t = kopt.load %x[%i, %k] : memref<64x4096xbf16> -> tensor<1x512xbf16>
      %w = arith.extf %t : tensor<1x512xbf16> to tensor<1x512xf32>
      %s = kopt.reduce (%w) axis 1 identity [0xFF800000 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
      ^bb0(%p: f32, %q: f32):
        %c = arith.maximumf %p, %q : f32
        kopt.yield %c : f32
      }
      %b = arith.maximumf %a, %s : tensor<1xf32>
      scf.yield %b : tensor<1xf32>
    }
    kopt.store %m, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @empty_rows(%x: memref<64x0xbf16>, %o: memref<64x0xf32> {kopt.out}, %l: memref<64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %c512 = arith.constant 512 : index
    %least = arith.constant dense<0xFF800000> : tensor<1xf32>
    %i = kopt.program_id 0
    %m = scf.for %k = %c0 to %c0 step %c512 iter_args(%a = %least) -> (tensor<1xf32>) {
      %t = kopt.load %x[%i, %k] : memref<64x0xbf16> -> tensor<1x512xbf16>
      %w = arith.extf %t : tensor<1x512xbf16> to tensor<1x512xf32>
      %s = kopt.reduce (%w) axis 1 identity [0xFF800000 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
      ^bb0(%p: f32, %q: f32):
        %c = arith.maximumf %p, %q : f32
        kopt.yield %c : f32
      }
      %b = arith.maximumf %a, %s : tensor<1xf32>
      scf.yield %b : tensor<1xf32>
    }
    scf.for %k = %c0 to %c0 step %c512 {
      %t = kopt.load %x[%i, %k] : memref<64x0xbf16> -> tensor<1x512xbf16>
      %w = arith.extf %t : tensor<1x512xbf16> to tensor<1x512xf32>
      kopt.store %w, %o[%i, %k] : tensor<1x512xf32>, memref<64x0xf32>
    }
    kopt.store %m, %l[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @two_loops(%x: memref<64x4096xbf16>, %o: memref<64x4096xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %c512 = arith.constant 512 : index
    %c4096 = arith.constant 4096 : index
    %least = arith.constant dense<0xFF800000> : tensor<1xf32>
    %i = kopt.program_id 0
    %m = scf.for %k = %c0 to %c4096 step %c512 iter_args(%a = %least) -> (tensor<1xf32>) {
      %t = kopt.load %x[%i, %k] : memref<64x4096xbf16> -> tensor<1x512xbf16>
      %w = arith.extf %t : tensor<1x512xbf16> to tensor<1x512xf32>
      %s = kopt.reduce (%w) axis 1 identity [0xFF800000 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
      ^bb0(%p: f32, %q: f32):
        %c = arith.maximumf %p, %q : f32
        kopt.yield %c : f32
      }
      %b = arith.maximumf %a, %s : tensor<1xf32>
      scf.yield %b : tensor<1xf32>
    }
    scf.for %k = %c0 to %c4096 step %c512 {
      %t = kopt.load %x[%i, %k] : memref<64x4096xbf16> -> tensor<1x512xbf16>
      %w = arith.extf %t : tensor<1x512xbf16> to tensor<1x512xf32>
      %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x512xf32>
      %d = arith.subf %w, %mb : tensor<1x512xf32>
      kopt.store %d, %o[%i, %k] : tensor<1x512xf32>, memref<64x4096xf32>
    }
    kopt.return
  }
  kopt.kernel @softmax(%x: memref<64x512xbf16>, %o: memref<64x512xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x512xbf16> -> tensor<1x512xbf16>
    %w = arith.extf %t : tensor<1x512xbf16> to tensor<1x512xf32>
    %m = kopt.reduce (%w) axis 1 identity [0xFF800000 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x512xf32>
    %d = arith.subf %w, %mb : tensor<1x512xf32>
    %p = math.exp %d : tensor<1x512xf32>
    %s = kopt.reduce (%p) axis 1 identity [0.0 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x512xf32>
    %q = arith.divf %p, %sb : tensor<1x512xf32>
    kopt.store %q, %o[%i, %c0] : tensor<1x512xf32>, memref<64x512xf32>
    kopt.return
  }
  // The maximum is of another row: no term needs to be 1.
  kopt.kernel @other_maximum(%x: memref<64x512xf32>, %y: memref<64x512xf32>, %o: memref<64x512xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x512xf32> -> tensor<1x512xf32>
    %u = kopt.load %y[%i, %c0] : memref<64x512xf32> -> tensor<1x512xf32>
    %m = kopt.reduce (%u) axis 1 identity [0xFF800000 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x512xf32>
    %d = arith.subf %t, %mb : tensor<1x512xf32>
    %p = math.exp %d : tensor<1x512xf32>
    %s = kopt.reduce (%p) axis 1 identity [0.0 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x512xf32>
    %q = arith.divf %p, %sb : tensor<1x512xf32>
    kopt.store %q, %o[%i, %c0] : tensor<1x512xf32>, memref<64x512xf32>
    kopt.return
  }
}
