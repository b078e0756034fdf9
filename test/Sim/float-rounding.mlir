// Conversions to 16 bits round to nearest even, keep subnormals, and give
// 0x7fff for a NaN (PTX ISA, 9.7.9.21 cvt); bf16 arithmetic rounds once.
// RUN: python3 %S/Inputs/words.py %t.x f4 0x3f808000 0x3f818000 0x3f808001 0x8000 0x18000 0x7f7fffff 0xff800001 0x80400000
// RUN: python3 %S/Inputs/words.py %t.h f4 0x3f801000 0x3f803000 0x33000000 0x33000001 0x387fe000 0x477ff000 0x7fc00001 0xb3c00000
// RUN: python3 %S/Inputs/words.py %t.bx u2 0x3f80 0x3f81 0x1 0x7f7f 0x7f80 0x7fc1 0x40 0x8001
// RUN: python3 %S/Inputs/words.py %t.by u2 0x3b80 0x3b80 0x1 0x7f7f 0xff80 0x3f80 0x40 0x1
// RUN: kopt-run %s --entry=bf16 --input=%t.x | FileCheck %s --check-prefix=BF16
// RUN: kopt-run %s --entry=f16 --input=%t.h | FileCheck %s --check-prefix=F16
// RUN: kopt-run %s --entry=add_bf16 --input=%t.bx --input=%t.by | FileCheck %s --check-prefix=ADD-BF16
// RUN: kopt-run %s --entry=mul_bf16 --input=%t.bx --input=%t.by | FileCheck %s --check-prefix=MUL-BF16
// RUN: kopt-run %s --entry=ext_bf16 --input=%t.bx | FileCheck %s --check-prefix=EXT-BF16

gpu.module @kernels {
  gpu.func @bf16(%x0: memref<8xf32>, %o: memref<8xbf16>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.truncf %a : f32 to bf16
    memref.store %r, %o[%i] : memref<8xbf16>
    gpu.return
  }

  gpu.func @f16(%x0: memref<8xf32>, %o: memref<8xf16>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.truncf %a : f32 to f16
    memref.store %r, %o[%i] : memref<8xf16>
    gpu.return
  }

  gpu.func @add_bf16(%x0: memref<8xbf16>, %x1: memref<8xbf16>, %o: memref<8xbf16>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xbf16>
    %b = memref.load %x1[%i] : memref<8xbf16>
    %r = arith.addf %a, %b : bf16
    memref.store %r, %o[%i] : memref<8xbf16>
    gpu.return
  }

  gpu.func @mul_bf16(%x0: memref<8xbf16>, %x1: memref<8xbf16>, %o: memref<8xbf16>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xbf16>
    %b = memref.load %x1[%i] : memref<8xbf16>
    %r = arith.mulf %a, %b : bf16
    memref.store %r, %o[%i] : memref<8xbf16>
    gpu.return
  }

  gpu.func @ext_bf16(%x0: memref<8xbf16>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xbf16>
    %r = arith.extf %a : bf16 to f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }
}

// BF16: dense<"0x803F823F813F00000200807FFF7F4080"> : tensor<8xbf16>
func.func @bf16(%x0: tensor<8xf32>) -> tensor<8xbf16> {
  %e = tensor.empty() : tensor<8xbf16>
  %r = kopt.launch @kernels::@bf16 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xbf16>) -> tensor<8xbf16>
  return %r : tensor<8xbf16>
}

// F16: dense<"0x003C023C000001000004007CFF7F0280"> : tensor<8xf16>
func.func @f16(%x0: tensor<8xf32>) -> tensor<8xf16> {
  %e = tensor.empty() : tensor<8xf16>
  %r = kopt.launch @kernels::@f16 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xf16>) -> tensor<8xf16>
  return %r : tensor<8xf16>
}

// ADD-BF16: dense<"0x803F823F0200807FFF7FFF7F80000000"> : tensor<8xbf16>
func.func @add_bf16(%x0: tensor<8xbf16>, %x1: tensor<8xbf16>) -> tensor<8xbf16> {
  %e = tensor.empty() : tensor<8xbf16>
  %r = kopt.launch @kernels::@add_bf16 ins(%x0, %x1 : tensor<8xbf16>, tensor<8xbf16>)
      outs(%e : tensor<8xbf16>) -> tensor<8xbf16>
  return %r : tensor<8xbf16>
}

// MUL-BF16: dense<"0x803B813B0000807F80FFFF7F00000080"> : tensor<8xbf16>
func.func @mul_bf16(%x0: tensor<8xbf16>, %x1: tensor<8xbf16>) -> tensor<8xbf16> {
  %e = tensor.empty() : tensor<8xbf16>
  %r = kopt.launch @kernels::@mul_bf16 ins(%x0, %x1 : tensor<8xbf16>, tensor<8xbf16>)
      outs(%e : tensor<8xbf16>) -> tensor<8xbf16>
  return %r : tensor<8xbf16>
}

// EXT-BF16: dense<"0x0000803F0000813F0000010000007F7F0000807F0000C17F0000400000000180"> : tensor<8xf32>
func.func @ext_bf16(%x0: tensor<8xbf16>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@ext_bf16 ins(%x0 : tensor<8xbf16>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
