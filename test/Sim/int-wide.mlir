// 64-bit products, high halves, comparisons and counts of bits.
// RUN: python3 %S/Inputs/words.py %t.a i8 0x200000000 0xfffffffffffffffd 0x8000000000000000 0x2dfdc1c35
// RUN: python3 %S/Inputs/words.py %t.b i8 0x40000000 0x5 0x3 0x16fee0e52d
// RUN: python3 %S/Inputs/words.py %t.c i4 0xfffffffe 0x80000000 0x7fffffff 0x3
// RUN: python3 %S/Inputs/words.py %t.d i4 0x3 0x80000000 0x7fffffff 0x5
// RUN: kopt-run %s --entry=muli64 --input=%t.a --input=%t.b | FileCheck %s --check-prefix=MULI64
// RUN: kopt-run %s --entry=mulhi --input=%t.c --input=%t.d | FileCheck %s --check-prefix=MULHI
// RUN: kopt-run %s --entry=mulhu --input=%t.c --input=%t.d | FileCheck %s --check-prefix=MULHU
// RUN: kopt-run %s --entry=less --input=%t.a --input=%t.b | FileCheck %s --check-prefix=LESS
// RUN: kopt-run %s --entry=bits --input=%t.a | FileCheck %s --check-prefix=BITS

gpu.module @kernels {
  gpu.func @muli64(%x0: memref<4xi64>, %x1: memref<4xi64>, %o: memref<4xi64>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi64>
    %b = memref.load %x1[%i] : memref<4xi64>
    %r = arith.muli %a, %b : i64
    memref.store %r, %o[%i] : memref<4xi64>
    gpu.return
  }

  gpu.func @mulhi(%x0: memref<4xi32>, %x1: memref<4xi32>, %o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi32>
    %b = memref.load %x1[%i] : memref<4xi32>
    %low, %r = arith.mulsi_extended %a, %b : i32
    memref.store %r, %o[%i] : memref<4xi32>
    gpu.return
  }

  gpu.func @mulhu(%x0: memref<4xi32>, %x1: memref<4xi32>, %o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi32>
    %b = memref.load %x1[%i] : memref<4xi32>
    %low, %r = arith.mului_extended %a, %b : i32
    memref.store %r, %o[%i] : memref<4xi32>
    gpu.return
  }

  gpu.func @less(%x0: memref<4xi64>, %x1: memref<4xi64>, %o: memref<4xi1>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi64>
    %b = memref.load %x1[%i] : memref<4xi64>
    %r = arith.cmpi slt, %a, %b : i64
    memref.store %r, %o[%i] : memref<4xi1>
    gpu.return
  }

  gpu.func @bits(%x0: memref<4xi64>, %o: memref<4xi64>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi64>
    %p = math.ctpop %a : i64
    %z = math.ctlz %a : i64
    %r = arith.addi %p, %z : i64
    memref.store %r, %o[%i] : memref<4xi64>
    gpu.return
  }
}

// MULI64: dense<"0x0000000000000080F1FFFFFFFFFFFFFF0000000000000080515E4C83E4438D19"> : tensor<4xi64>
func.func @muli64(%x0: tensor<4xi64>, %x1: tensor<4xi64>) -> tensor<4xi64> {
  %e = tensor.empty() : tensor<4xi64>
  %r = kopt.launch @kernels::@muli64 ins(%x0, %x1 : tensor<4xi64>, tensor<4xi64>)
      outs(%e : tensor<4xi64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}

// MULHI: dense<"0xFFFFFFFF00000040FFFFFF3F00000000"> : tensor<4xi32>
func.func @mulhi(%x0: tensor<4xi32>, %x1: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@mulhi ins(%x0, %x1 : tensor<4xi32>, tensor<4xi32>)
      outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// MULHU: dense<"0x0200000000000040FFFFFF3F00000000"> : tensor<4xi32>
func.func @mulhu(%x0: tensor<4xi32>, %x1: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@mulhu ins(%x0, %x1 : tensor<4xi32>, tensor<4xi32>)
      outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// LESS: dense<"0x00010101"> : tensor<4xi1>
func.func @less(%x0: tensor<4xi64>, %x1: tensor<4xi64>) -> tensor<4xi1> {
  %e = tensor.empty() : tensor<4xi1>
  %r = kopt.launch @kernels::@less ins(%x0, %x1 : tensor<4xi64>, tensor<4xi64>)
      outs(%e : tensor<4xi1>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// BITS: dense<"0x1F000000000000003F0000000000000001000000000000003200000000000000"> : tensor<4xi64>
func.func @bits(%x0: tensor<4xi64>) -> tensor<4xi64> {
  %e = tensor.empty() : tensor<4xi64>
  %r = kopt.launch @kernels::@bits ins(%x0 : tensor<4xi64>)
      outs(%e : tensor<4xi64>) -> tensor<4xi64>
  return %r : tensor<4xi64>
}
