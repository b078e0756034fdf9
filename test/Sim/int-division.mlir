// Division by zero gives all ones and so does its remainder; the most
// negative number over -1 is itself. PTX leaves division by zero to the machine
// (PTX ISA 8.x, 9.7.1.9 div): this is what an H200 gives.
// RUN: python3 %S/Inputs/words.py %t.a i4 0x7 0xfffffff9 0x7 0xfffffff9 0x0 0x80000000 0x80000000 0x9
// RUN: python3 %S/Inputs/words.py %t.b i4 0x2 0x2 0x0 0x0 0x0 0xffffffff 0x0 0xfffffffc
// RUN: kopt-run %s --entry=divsi --input=%t.a --input=%t.b | FileCheck %s --check-prefix=DIVSI
// RUN: kopt-run %s --entry=divui --input=%t.a --input=%t.b | FileCheck %s --check-prefix=DIVUI
// RUN: kopt-run %s --entry=remsi --input=%t.a --input=%t.b | FileCheck %s --check-prefix=REMSI
// RUN: kopt-run %s --entry=remui --input=%t.a --input=%t.b | FileCheck %s --check-prefix=REMUI

gpu.module @kernels {
  gpu.func @divsi(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.divsi %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @divui(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.divui %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @remsi(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.remsi %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @remui(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.remui %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }
}

// DIVSI: dense<"0x03000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000080FFFFFFFFFEFFFFFF"> : tensor<8xi32>
func.func @divsi(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@divsi ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// DIVUI: dense<"0x03000000FCFFFF7FFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFF00000000"> : tensor<8xi32>
func.func @divui(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@divui ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// REMSI: dense<"0x01000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000FFFFFFFF01000000"> : tensor<8xi32>
func.func @remsi(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@remsi ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// REMUI: dense<"0x0100000001000000FFFFFFFFFFFFFFFFFFFFFFFF00000080FFFFFFFF09000000"> : tensor<8xi32>
func.func @remui(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@remui ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
