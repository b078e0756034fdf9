// A sum of rows by a block of 64 threads through shared memory, right as it
// stands, and with one fault each in how its threads work together.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// No barrier; one in half of the threads; shared memory written by half of them.
// RUN: sed '/BARRIER$/d' %t/kernel.mlir > %t/barrier.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/barrier.mlir --device=sim | FileCheck %s --check-prefix=BARRIER
// RUN: sed '/BARRIER$/d; s,^//DIVERGENT,,' %t/kernel.mlir > %t/divergent.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/divergent.mlir --device=sim | FileCheck %s --check-prefix=DIVERGENT
// RUN: sed 's,^//HALF,,; /OWN$/d' %t/kernel.mlir > %t/uninitialised.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/uninitialised.mlir --device=sim | FileCheck %s --check-prefix=UNINITIALISED

// Every thread sums from its own element on and stores, the last one wins; two
// blocks do all of a row.
// RUN: sed 's,%%first = .*,%%first = arith.constant true,; s,^//TURNED,,; /INORDER$/d' %t/kernel.mlir > %t/last-wins.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/last-wins.mlir --device=sim | FileCheck %s --check-prefix=LAST
// RUN: sed 's,() -> (5),() -> (10),; s,^//BLOCKS,,; /ROW$/d' %t/kernel.mlir > %t/blocks.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/blocks.mlir --device=sim | FileCheck %s --check-prefix=BLOCKS

// For ever, once there is a number below zero: no evidence, so no verdict.
// RUN: sed 's,^//ENDLESS,,' %t/kernel.mlir > %t/endless.mlir
// RUN: %exits 3 kopt-gate %t/original.mlir %t/endless.mlir --device=sim --workers="kopt-sim-worker --loops=10000" | FileCheck %s --check-prefix=ENDLESS
// REQUIRES: sim

// BARRIER: rejected (race): race: {{.*}}shared address
// DIVERGENT: rejected (race): divergence
// UNINITIALISED: rejected (unwritten): uninitialised: read of shared address
// LAST: rejected (nondeterministic): result0 differs between two launches
// BLOCKS: rejected (race): race: write of result0 at byte {{[0-9]+}}, which another block writes in this launch
// ENDLESS: inconclusive (timeout): timeout: the block used up its 10000 loop iterations

//--- original.mlir
func.func @sums(%x: tensor<5x64xf32>) -> tensor<5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<5x64xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  return %s : tensor<5xf32>
}

//--- kernel.mlir
!shared = memref<64xf32, #gpu.address_space<workgroup>>
gpu.module @kernels {
  memref.global "private" @tile : !shared {alignment = 16}
  gpu.func @sums(%x: memref<5x64xf32>, %o: memref<5xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (5)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %tid = gpu.thread_id x
    %row = gpu.block_id x // ROW
//BLOCKS    %block = gpu.block_id x
//BLOCKS    %row = arith.divui %block, %c2 : index
    %half = arith.cmpi ult, %tid, %c32 : index
    %tile = memref.get_global @tile : !shared
    %own = memref.load %x[%row, %tid] : memref<5x64xf32>
    memref.store %own, %tile[%tid] : !shared // OWN
//HALF    scf.if %half {
//HALF      memref.store %own, %tile[%tid] : !shared
//HALF    }
//ENDLESS    scf.while (%v = %own) : (f32) -> f32 {
//ENDLESS      %below = arith.cmpf olt, %v, %zero : f32
//ENDLESS      scf.condition(%below) %v : f32
//ENDLESS    } do {
//ENDLESS    ^bb0(%v: f32):
//ENDLESS      %w = memref.load %tile[%tid] : !shared
//ENDLESS      memref.store %w, %tile[%tid] : !shared
//ENDLESS      scf.yield %w : f32
//ENDLESS    }
    gpu.barrier // BARRIER
//DIVERGENT    scf.if %half {
//DIVERGENT      gpu.barrier
//DIVERGENT    }
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> f32 {
//TURNED        %turned = arith.addi %i, %tid : index
//TURNED        %at = arith.remui %turned, %c64 : index
//TURNED        %v = memref.load %tile[%at] : !shared
        %v = memref.load %tile[%i] : !shared // INORDER
        %t = arith.addf %s, %v : f32
        scf.yield %t : f32
      }
      memref.store %sum, %o[%row] : memref<5xf32>
    }
    gpu.return
  }
}
func.func @sums(%x: tensor<5x64xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = kopt.launch @kernels::@sums ins(%x : tensor<5x64xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
