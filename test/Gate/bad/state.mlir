// Kernels with a state: what one launch leaves for the next, results read before
// they are written, arguments changed behind the back of the program. All are
// refused before anything is launched; the kernel as it stands is accepted, with
// a constant in the module.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// A counter in the module makes every launch but the first wrong.
// RUN: sed 's,^//GLOBAL,,; s,store %%y\, %%o,store %%once\, %%o,' %t/kernel.mlir > %t/global.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/global.mlir --device=sim | FileCheck %s --check-prefix=GLOBAL
// RUN: sed 's,^//LLVM,,; s,store %%y\, %%o,store %%once\, %%o,' %t/kernel.mlir > %t/llvm.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/llvm.mlir --device=sim | FileCheck %s --check-prefix=LLVM

// So does a constant that is written all the same.
// RUN: sed 's,^//WRITE,,' %t/kernel.mlir > %t/constant.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/constant.mlir --device=sim | FileCheck %s --check-prefix=CONSTANT

// A store only where the result is not right yet, straight and through a view.
// RUN: sed 's,^//LOAD,,; s,^//SKIP,,' %t/kernel.mlir > %t/load.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/load.mlir --device=sim | FileCheck %s --check-prefix=LOAD
// RUN: sed 's,^//VIEW,,; s,^//SKIP,,' %t/kernel.mlir > %t/view.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/view.mlir --device=sim | FileCheck %s --check-prefix=LOAD

// The argument as room for a second launch to start from.
// RUN: sed 's,%%a: memref<8x64xf32>,%%a: memref<8x64xf32> {kopt.inout},; s,^//ARGUMENT,,; /KEPT$/d' %t/kernel.mlir > %t/argument.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/argument.mlir --device=sim | FileCheck %s --check-prefix=ARGUMENT

// A result that is right only because another launch writes to a view of it.
// RUN: sed 's,%%a: memref<8x64xf32>,%%a: memref<8x64xf32> {kopt.inout},; s,^//TWICE,,; s,store %%y\, %%o,store %%minus\, %%o,' %t/kernel.mlir > %t/viewed.mlir
// RUN: %exits 2 kopt-gate %t/original.mlir %t/viewed.mlir --device=sim | FileCheck %s --check-prefix=VIEWED
// REQUIRES: sim

// GLOBAL: rejected (illegal-state): {{.*}}global.mlir":[[#]]:3): 'memref.global' op expected a constant or shared memory, but got memory that keeps its contents from launch to launch
// LLVM: rejected (illegal-state): {{.*}}llvm.mlir":[[#]]:3): 'llvm.mlir.global' op expected a constant or shared memory, but got memory that keeps its contents from launch to launch
// CONSTANT: rejected (illegal-state): {{.*}}'memref.store' op expected constant @ones to be read only
// LOAD: rejected (illegal-state): {{.*}}expected output 0 of @next to be written only, but got '{{memref|vector}}.load'
// VIEWED: rejected (illegal-state): {{.*}}expected the in/out operand to have no other use
// ARGUMENT: rejected (input-modified): expected arg0 to keep its contents, but got a launch that writes it

//--- original.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @next(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
  ^bb0(%v: f32, %o: f32):
    %y = arith.addf %v, %one : f32
    linalg.yield %y : f32
  } -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  memref.global "private" constant @ones : memref<64xf32> = dense<1.0>
//GLOBAL  memref.global "private" @done : memref<512xf32> = dense<0.0>
//LLVM  llvm.mlir.global internal @done(0.0 : f32) {addr_space = 1 : i32} : f32
  gpu.func @next(%x: memref<8x64xf32>, %o: memref<8x64xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %true = arith.constant true
    %one = arith.constant 1.0 : f32
    %row = gpu.block_id x
    %tid = gpu.thread_id x
    %ones = memref.get_global @ones : memref<64xf32>
    %w = memref.load %ones[%tid] : memref<64xf32>
    %v = memref.load %x[%row, %tid] : memref<8x64xf32>
    %y = arith.addf %v, %w : f32
//LLVM    %done = llvm.mlir.addressof @done : !llvm.ptr<1>
//LLVM    %before = llvm.load %done : !llvm.ptr<1> -> f32
//LLVM    llvm.store %one, %done : f32, !llvm.ptr<1>
//LLVM    %once = arith.addf %y, %before : f32
//WRITE    memref.store %v, %ones[%tid] : memref<64xf32>
//TWICE    %minus = arith.negf %y : f32
//GLOBAL    %done = memref.get_global @done : memref<512xf32>
//GLOBAL    %first = arith.muli %row, %c64 : index
//GLOBAL    %place = arith.addi %first, %tid : index
//GLOBAL    %before = memref.load %done[%place] : memref<512xf32>
//GLOBAL    memref.store %one, %done[%place] : memref<512xf32>
//GLOBAL    %once = arith.addf %y, %before : f32
//LOAD    %is = memref.load %o[%row, %tid] : memref<8x64xf32>
//VIEW    %part = memref.subview %o[%row, 0] [1, 64] [1, 1] : memref<8x64xf32> to memref<64xf32, strided<[1], offset: ?>>
//VIEW    %two = vector.load %part[%tid] : memref<64xf32, strided<[1], offset: ?>>, vector<1xf32>
//VIEW    %is = vector.extract %two[0] : f32 from vector<1xf32>
//SKIP    %differs = arith.cmpf une, %is, %y : f32
//SKIP    scf.if %differs {
    memref.store %y, %o[%row, %tid] : memref<8x64xf32>
//SKIP    }
    gpu.return
  }
  gpu.func @change(%a: memref<8x64xf32>) kernel
      attributes {known_block_size = array<i32: 64, 1, 1>, kopt.grid = affine_map<() -> (8)>} {
    %row = gpu.block_id x
    %tid = gpu.thread_id x
    %v = memref.load %a[%row, %tid] : memref<8x64xf32>
    %z = arith.negf %v : f32
    memref.store %z, %a[%row, %tid] : memref<8x64xf32>
    gpu.return
  }
}
func.func @next(%x: tensor<8x64xf32>) -> tensor<8x64xf32> {
  %e = tensor.empty() : tensor<8x64xf32>
  %r = kopt.launch @kernels::@next ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32> // KEPT
//ARGUMENT  %a = kopt.launch @kernels::@change outs(%x : tensor<8x64xf32>) -> tensor<8x64xf32>
//ARGUMENT  %r = kopt.launch @kernels::@next ins(%a : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
//TWICE  %view = tensor.cast %r : tensor<8x64xf32> to tensor<8x64xf32>
//TWICE  %negated = kopt.launch @kernels::@change outs(%view : tensor<8x64xf32>) -> tensor<8x64xf32>
  return %r : tensor<8x64xf32>
}
