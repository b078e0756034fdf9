// A chain of elementwise operations in form 3, right as it stands, and with one
// fault each in what it stores.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// Nothing at all; all but the last row's block.
// RUN: sed '/STORE$/d' %t/kernel.mlir > %t/nothing.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/nothing.mlir --device=sim | FileCheck %s --check-prefix=NOTHING
// RUN: sed 's,() -> (37),() -> (36),' %t/kernel.mlir > %t/last-tile.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/last-tile.mlir --device=sim | FileCheck %s --check-prefix=LAST-TILE
// RUN: sed 's,ult\, %%tid\, %%c100,ult\, %%tid\, %%c99,' %t/kernel.mlir > %t/last-column.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/last-column.mlir --device=sim | FileCheck %s --check-prefix=LAST-COLUMN

// Zeros; a copy of the input; what stands beside it.
// RUN: sed 's,store %%y,store %%zero,' %t/kernel.mlir > %t/zeros.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/zeros.mlir --device=sim | FileCheck %s --check-prefix=VALUES
// RUN: sed 's,store %%y,store %%v,' %t/kernel.mlir > %t/copy.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/copy.mlir --device=sim | FileCheck %s --check-prefix=VALUES
// RUN: sed 's,%%o\[%%row\, %%tid\],%%o[%%row\, %%back],' %t/kernel.mlir > %t/places.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/places.mlir --device=sim | FileCheck %s --check-prefix=VALUES

// The right result, but also into the input.
// RUN: sed 's,^//MODIFY,,' %t/kernel.mlir > %t/input.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/input.mlir --device=sim | FileCheck %s --check-prefix=INPUT
// REQUIRES: sim

// NOTHING: rejected (unwritten): result0: 3700 of 3700 elements were not written
// LAST-TILE: rejected (unwritten): result0: 100 of 3700 elements were not written
// LAST-COLUMN: rejected (unwritten): result0: 37 of 3700 elements were not written
// VALUES: rejected (mismatch): family uniform01: result0
// INPUT: rejected (input-modified): input-modified: write of 4 bytes at arg0+{{[0-9]+}} of 14800 bytes, an input

//--- original.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @chain(%x: tensor<37x100xf32>) -> tensor<37x100xf32> {
  %two = arith.constant 2.0 : f32
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<37x100xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<37x100xf32>) outs(%e : tensor<37x100xf32>) {
  ^bb0(%v: f32, %o: f32):
    %m = arith.mulf %v, %two : f32
    %y = arith.addf %m, %one : f32
    linalg.yield %y : f32
  } -> tensor<37x100xf32>
  return %r : tensor<37x100xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  gpu.func @chain(%x: memref<37x100xf32>, %o: memref<37x100xf32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, kopt.grid = affine_map<() -> (37)>} {
    %two = arith.constant 2.0 : f32
    %one = arith.constant 1.0 : f32
    %zero = arith.constant 0.0 : f32
    %c99 = arith.constant 99 : index
    %c100 = arith.constant 100 : index
    %row = gpu.block_id x
    %tid = gpu.thread_id x
    %in = arith.cmpi ult, %tid, %c100 : index
    scf.if %in {
      %back = arith.subi %c99, %tid : index
      %v = memref.load %x[%row, %tid] : memref<37x100xf32>
      %m = arith.mulf %v, %two : f32
      %y = arith.addf %m, %one : f32
//MODIFY      memref.store %y, %x[%row, %tid] : memref<37x100xf32>
      memref.store %y, %o[%row, %tid] : memref<37x100xf32> // STORE
    }
    gpu.return
  }
}
func.func @chain(%x: tensor<37x100xf32>) -> tensor<37x100xf32> {
  %e = tensor.empty() : tensor<37x100xf32>
  %r = kopt.launch @kernels::@chain ins(%x : tensor<37x100xf32>) outs(%e : tensor<37x100xf32>) -> tensor<37x100xf32>
  return %r : tensor<37x100xf32>
}
