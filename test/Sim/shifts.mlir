// Amounts at or above the width are clamped to it: shl and shr.u give 0, shr.s
// the sign (PTX ISA, 9.7.8.6 shl and 9.7.8.7 shr).
// RUN: python3 %S/Inputs/words.py %t.a i4 0x1 0x1 0x1 0xffffffff 0xffffffff 0x80000000 0x5 0xfffffffb
// RUN: python3 %S/Inputs/words.py %t.n i4 0x1f 0x20 0x21 0x20 0xffffffff 0x1f 0x0 0x40
// RUN: python3 %S/Inputs/words.py %t.la i8 0x1 0x1 0xffffffffffffffff 0x3
// RUN: python3 %S/Inputs/words.py %t.ln i8 0x3f 0x40 0x41 0x1
// RUN: python3 %S/Inputs/words.py %t.ha i2 0xfffc 0xfffc 0x4 0x8000
// RUN: python3 %S/Inputs/words.py %t.hn i2 0x1 0x10 0x11 0xf
// RUN: kopt-run %s --entry=shli --input=%t.a --input=%t.n | FileCheck %s --check-prefix=SHLI
// RUN: kopt-run %s --entry=shrui --input=%t.a --input=%t.n | FileCheck %s --check-prefix=SHRUI
// RUN: kopt-run %s --entry=shrsi --input=%t.a --input=%t.n | FileCheck %s --check-prefix=SHRSI
// RUN: kopt-run %s --entry=shli64 --input=%t.la --input=%t.ln | FileCheck %s --check-prefix=SHLI64
// RUN: kopt-run %s --entry=shrsi16 --input=%t.ha --input=%t.hn | FileCheck %s --check-prefix=SHRSI16

gpu.module @kernels {
  gpu.func @shli(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.shli %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @shrui(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.shrui %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @shrsi(%x0: memref<8xi32>, %x1: memref<8xi32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xi32>
    %b = memref.load %x1[%i] : memref<8xi32>
    %r = arith.shrsi %a, %b : i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @shli64(%x0: memref<4xi64>, %x1: memref<4xi64>, %o: memref<4xi64>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi64>
    %b = memref.load %x1[%i] : memref<4xi64>
    %r = arith.shli %a, %b : i64
    memref.store %r, %o[%i] : memref<4xi64>
    gpu.return
  }

  gpu.func @shrsi16(%x0: memref<4xi16>, %x1: memref<4xi16>, %o: memref<4xi16>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi16>
    %b = memref.load %x1[%i] : memref<4xi16>
    %r = arith.shrsi %a, %b : i16
    memref.store %r, %o[%i] : memref<4xi16>
    gpu.return
  }
}

// SHLI: dense<"0x0000008000000000000000000000000000000000000000000500000000000000"> : tensor<8xi32>
func.func @shli(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@shli ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SHRUI: dense<"0x0000000000000000000000000000000000000000010000000500000000000000"> : tensor<8xi32>
func.func @shrui(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@shrui ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SHRSI: dense<"0x000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF05000000FFFFFFFF"> : tensor<8xi32>
func.func @shrsi(%x0: tensor<8xi32>, %x1: tensor<8xi32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@shrsi ins(%x0, %x1 : tensor<8xi32>, tensor<8xi32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SHLI64: dense<"0x0000000000000080000000000000000000000000000000000600000000000000"> : tensor<4xi64>
func.func @shli64(%x0: tensor<4xi64>, %x1: tensor<4xi64>) -> tensor<4xi64> {
  %e = tensor.empty() : tensor<4xi64>
  %r = kopt.launch @kernels::@shli64 ins(%x0, %x1 : tensor<4xi64>, tensor<4xi64>)
      outs(%e : tensor<4xi64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// SHRSI16: dense<"0xFEFFFFFF0000FFFF"> : tensor<4xi16>
func.func @shrsi16(%x0: tensor<4xi16>, %x1: tensor<4xi16>) -> tensor<4xi16> {
  %e = tensor.empty() : tensor<4xi16>
  %r = kopt.launch @kernels::@shrsi16 ins(%x0, %x1 : tensor<4xi16>, tensor<4xi16>)
      outs(%e : tensor<4xi16>) -> tensor<4xi16>
  return %r : tensor<4xi16>
}
