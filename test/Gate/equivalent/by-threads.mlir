// A sum of rows of 64 by hand in form 3 in many ways, each accepted.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// A barrier more, and one in a branch that all threads take; every thread stores
// the same bits; shared memory from its end to its start.
// RUN: sed 's,^//BARRIER,,' %t/kernel.mlir > %t/barrier.mlir
// RUN: kopt-gate %t/original.mlir %t/barrier.mlir --device=sim
// RUN: sed '/FIRST$/s,eq\, %%tid\, %%c0,ult\, %%tid\, %%c64,' %t/kernel.mlir > %t/all.mlir
// RUN: kopt-gate %t/original.mlir %t/all.mlir --device=sim
// RUN: sed 's,%%tile\[%%tid\],%%tile[%%back],' %t/kernel.mlir > %t/back.mlir
// RUN: kopt-gate %t/original.mlir %t/back.mlir --device=sim

// Without shared memory: by shuffles; by one thread a row; by vectors of four.
// RUN: sed 's,@sums ins,@shuffles ins,' %t/kernel.mlir > %t/shuffles.mlir
// RUN: kopt-gate %t/original.mlir %t/shuffles.mlir --device=sim
// RUN: sed 's,@sums ins,@rows ins,' %t/kernel.mlir > %t/rows.mlir
// RUN: kopt-gate %t/original.mlir %t/rows.mlir --device=sim
// RUN: sed 's,@sums ins,@vectors ins,' %t/kernel.mlir > %t/vectors.mlir
// RUN: kopt-gate %t/original.mlir %t/vectors.mlir --device=sim
// REQUIRES: sim

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
    %c63 = arith.constant 63 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %row = gpu.block_id x
    %tid = gpu.thread_id x
    %back = arith.subi %c63, %tid : index
    %tile = memref.get_global @tile : !shared
    %v = memref.load %x[%row, %tid] : memref<5x64xf32>
    memref.store %v, %tile[%tid] : !shared
    gpu.barrier
//BARRIER    gpu.barrier
//BARRIER    %even = arith.cmpi ugt, %row, %c1 : index
//BARRIER    scf.if %even {
//BARRIER      gpu.barrier
//BARRIER    }
    %first = arith.cmpi eq, %tid, %c0 : index // FIRST
    scf.if %first {
      %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> f32 {
        %w = memref.load %tile[%i] : !shared
        %t = arith.addf %s, %w : f32
        scf.yield %t : f32
      }
      memref.store %sum, %o[%row] : memref<5xf32>
    }
    gpu.return
  }
  gpu.func @shuffles(%x: memref<5x64xf32>, %o: memref<5xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (5)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c5 = arith.constant 5 : index
    %c32 = arith.constant 32 : index
    %one = arith.constant 1 : i32
    %width = arith.constant 32 : i32
    %row = gpu.block_id x
    %tid = gpu.thread_id x
    %next = arith.addi %tid, %c32 : index
    %a = memref.load %x[%row, %tid] : memref<5x64xf32>
    %b = memref.load %x[%row, %next] : memref<5x64xf32>
    %own = arith.addf %a, %b : f32
    %sum = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %own) -> f32 {
      %n = arith.index_cast %i : index to i32
      %offset = arith.shli %one, %n : i32
      %other, %valid = gpu.shuffle xor %s, %offset, %width : f32
      %t = arith.addf %s, %other : f32
      scf.yield %t : f32
    }
    %first = arith.cmpi eq, %tid, %c0 : index
    scf.if %first {
      memref.store %sum, %o[%row] : memref<5xf32>
    }
    gpu.return
  }
  gpu.func @rows(%x: memref<5x64xf32>, %o: memref<5xf32>) kernel
      attributes {known_block_size = array<i32: 5, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %zero = arith.constant 0.0 : f32
    %row = gpu.thread_id x
    %sum = scf.for %i = %c0 to %c64 step %c1 iter_args(%s = %zero) -> f32 {
      %w = memref.load %x[%row, %i] : memref<5x64xf32>
      %t = arith.addf %s, %w : f32
      scf.yield %t : f32
    }
    memref.store %sum, %o[%row] : memref<5xf32>
    gpu.return
  }
  gpu.func @vectors(%x: memref<5x64xf32>, %o: memref<5xf32>) kernel
      attributes {known_block_size = array<i32: 1, 1, 1>, kopt.grid = affine_map<() -> (5)>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c64 = arith.constant 64 : index
    %zeros = arith.constant dense<0.0> : vector<4xf32>
    %row = gpu.block_id x
    %four = scf.for %i = %c0 to %c64 step %c4 iter_args(%s = %zeros) -> vector<4xf32> {
      %w = vector.load %x[%row, %i] {alignment = 16 : i64} : memref<5x64xf32>, vector<4xf32>
      %t = arith.addf %s, %w : vector<4xf32>
      scf.yield %t : vector<4xf32>
    }
    %sum = vector.reduction <add>, %four : vector<4xf32> into f32
    memref.store %sum, %o[%row] : memref<5xf32>
    gpu.return
  }
}
func.func @sums(%x: tensor<5x64xf32>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = kopt.launch @kernels::@sums ins(%x : tensor<5x64xf32>) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
}
