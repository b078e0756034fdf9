// An f32 instruction that gives a NaN gives 0x7fffffff, whatever its operands
// were (PTX ISA, 9.7.3: single-precision instructions do not keep payloads; the
// pattern is the canonical NaN of 5.2.3).
// RUN: python3 %S/Inputs/words.py %t.x f4 0x7f800000 0x0 0x7fc12345 0xffc00001 0x3f800000 0xbf800000 0x7f800001 0x80000000
// RUN: python3 %S/Inputs/words.py %t.y f4 0xff800000 0x7f800000 0x3f800000 0x40000000 0x7fc54321 0xbf800000 0x0 0x80000000
// RUN: kopt-run %s --entry=addf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=ADDF
// RUN: kopt-run %s --entry=subf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=SUBF
// RUN: kopt-run %s --entry=mulf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=MULF
// RUN: kopt-run %s --entry=divf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=DIVF
// RUN: kopt-run %s --entry=sqrt --input=%t.x | FileCheck %s --check-prefix=SQRT

gpu.module @kernels {
  gpu.func @addf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.addf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @subf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.subf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @mulf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.mulf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @divf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.divf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @sqrt(%x0: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = math.sqrt %a : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }
}

// ADDF: dense<"0xFFFFFF7F0000807FFFFFFF7FFFFFFF7FFFFFFF7F000000C0FFFFFF7F00000080"> : tensor<8xf32>
func.func @addf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@addf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// SUBF: dense<"0x0000807F000080FFFFFFFF7FFFFFFF7FFFFFFF7F00000000FFFFFF7F00000000"> : tensor<8xf32>
func.func @subf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@subf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MULF: dense<"0x000080FFFFFFFF7FFFFFFF7FFFFFFF7FFFFFFF7F0000803FFFFFFF7F00000000"> : tensor<8xf32>
func.func @mulf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@mulf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// DIVF: dense<"0xFFFFFF7F00000000FFFFFF7FFFFFFF7FFFFFFF7F0000803FFFFFFF7FFFFFFF7F"> : tensor<8xf32>
func.func @divf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@divf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// SQRT: dense<"0x0000807F00000000FFFFFF7FFFFFFF7F0000803FFFFFFF7FFFFFFF7F00000080"> : tensor<8xf32>
func.func @sqrt(%x0: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@sqrt ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
