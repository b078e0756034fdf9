// The same for 64 bits, but that 0 / 0 is done in the 32 bits that hold both.
// RUN: python3 %S/Inputs/words.py %t.qa i8 0x7 0xfffffffffffffff9 0x10000000000 0xffffffffffffffff 0x8000000000000000 0x8000000000000000 0x5 0x0
// RUN: python3 %S/Inputs/words.py %t.qb i8 0x2 0x2 0x0 0x0 0xffffffffffffffff 0x0 0xfffffffffffffffd 0x0
// RUN: kopt-run %s --entry=divsi --input=%t.qa --input=%t.qb | FileCheck %s --check-prefix=DIVSI
// RUN: kopt-run %s --entry=divui --input=%t.qa --input=%t.qb | FileCheck %s --check-prefix=DIVUI
// RUN: kopt-run %s --entry=remsi --input=%t.qa --input=%t.qb | FileCheck %s --check-prefix=REMSI
// RUN: kopt-run %s --entry=remui --input=%t.qa --input=%t.qb | FileCheck %s --check-prefix=REMUI

gpu.module @kernels {
  gpu.func @divsi(%x0: memref<8xi64>, %x1: memref<8xi64>, %o: memref<8xi64>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi64>
    %b = memref.load %x1[%i] : memref<8xi64>
    %r = arith.divsi %a, %b : i64
    memref.store %r, %o[%i] : memref<8xi64>
    gpu.return
  }

  gpu.func @divui(%x0: memref<8xi64>, %x1: memref<8xi64>, %o: memref<8xi64>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi64>
    %b = memref.load %x1[%i] : memref<8xi64>
    %r = arith.divui %a, %b : i64
    memref.store %r, %o[%i] : memref<8xi64>
    gpu.return
  }

  gpu.func @remsi(%x0: memref<8xi64>, %x1: memref<8xi64>, %o: memref<8xi64>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi64>
    %b = memref.load %x1[%i] : memref<8xi64>
    %r = arith.remsi %a, %b : i64
    memref.store %r, %o[%i] : memref<8xi64>
    gpu.return
  }

  gpu.func @remui(%x0: memref<8xi64>, %x1: memref<8xi64>, %o: memref<8xi64>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi64>
    %b = memref.load %x1[%i] : memref<8xi64>
    %r = arith.remui %a, %b : i64
    memref.store %r, %o[%i] : memref<8xi64>
    gpu.return
  }
}

// DIVSI: dense<"0x0300000000000000FDFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000080FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000"> : tensor<8xi64>
func.func @divsi(%x0: tensor<8xi64>, %x1: tensor<8xi64>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %r = kopt.launch @kernels::@divsi ins(%x0, %x1 : tensor<8xi64>, tensor<8xi64>)
      outs(%e : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// DIVUI: dense<"0x0300000000000000FCFFFFFFFFFFFF7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0000000000000000FFFFFFFF00000000"> : tensor<8xi64>
func.func @divui(%x0: tensor<8xi64>, %x1: tensor<8xi64>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %r = kopt.launch @kernels::@divui ins(%x0, %x1 : tensor<8xi64>, tensor<8xi64>)
      outs(%e : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// REMSI: dense<"0x0100000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFF0200000000000000FFFFFFFF00000000"> : tensor<8xi64>
func.func @remsi(%x0: tensor<8xi64>, %x1: tensor<8xi64>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %r = kopt.launch @kernels::@remsi ins(%x0, %x1 : tensor<8xi64>, tensor<8xi64>)
      outs(%e : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// REMUI: dense<"0x01000000000000000100000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF0000000000000080FFFFFFFFFFFFFFFF0500000000000000FFFFFFFF00000000"> : tensor<8xi64>
func.func @remui(%x0: tensor<8xi64>, %x1: tensor<8xi64>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %r = kopt.launch @kernels::@remui ins(%x0, %x1 : tensor<8xi64>, tensor<8xi64>)
      outs(%e : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}
