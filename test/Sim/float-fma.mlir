// fma rounds once (PTX ISA, 9.7.3.6 fma); a product and a sum that are written
// apart stay apart, and subnormals are kept.
// RUN: python3 %S/Inputs/words.py %t.x f4 0x3f800800 0x800000 0x7f800000 0x40400000
// RUN: python3 %S/Inputs/words.py %t.y f4 0x3f800800 0x3f000000 0x0 0x40a00000
// RUN: python3 %S/Inputs/words.py %t.z f4 0xbf801000 0x0 0x3f800000 0x7fc00007
// RUN: python3 %S/Inputs/words.py %t.dx f8 0x3ff0000000000001 0x10000000000000
// RUN: python3 %S/Inputs/words.py %t.dy f8 0x3ff0000000000001 0x3fe0000000000000
// RUN: python3 %S/Inputs/words.py %t.dz f8 0xbff0000000000002 0x0
// RUN: kopt-run %s --entry=fma --input=%t.x --input=%t.y --input=%t.z | FileCheck %s --check-prefix=FMA
// RUN: kopt-run %s --entry=apart --input=%t.x --input=%t.y --input=%t.z | FileCheck %s --check-prefix=APART
// RUN: kopt-run %s --entry=fma64 --input=%t.dx --input=%t.dy --input=%t.dz | FileCheck %s --check-prefix=FMA64

gpu.module @kernels {
  gpu.func @fma(%x0: memref<4xf32>, %x1: memref<4xf32>, %x2: memref<4xf32>, %o: memref<4xf32>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xf32>
    %b = memref.load %x1[%i] : memref<4xf32>
    %c = memref.load %x2[%i] : memref<4xf32>
    %r = math.fma %a, %b, %c : f32
    memref.store %r, %o[%i] : memref<4xf32>
    gpu.return
  }

  gpu.func @apart(%x0: memref<4xf32>, %x1: memref<4xf32>, %x2: memref<4xf32>, %o: memref<4xf32>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xf32>
    %b = memref.load %x1[%i] : memref<4xf32>
    %c = memref.load %x2[%i] : memref<4xf32>
    %p = arith.mulf %a, %b : f32
    %r = arith.addf %p, %c : f32
    memref.store %r, %o[%i] : memref<4xf32>
    gpu.return
  }

  gpu.func @fma64(%x0: memref<2xf64>, %x1: memref<2xf64>, %x2: memref<2xf64>, %o: memref<2xf64>) kernel
      attributes {known_block_size = array<i32: 2, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<2xf64>
    %b = memref.load %x1[%i] : memref<2xf64>
    %c = memref.load %x2[%i] : memref<2xf64>
    %r = math.fma %a, %b, %c : f64
    memref.store %r, %o[%i] : memref<2xf64>
    gpu.return
  }
}

// FMA: dense<"0x0000803300004000FFFFFF7FFFFFFF7F"> : tensor<4xf32>
func.func @fma(%x0: tensor<4xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @kernels::@fma ins(%x0, %x1, %x2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// APART: dense<"0x0000000000004000FFFFFF7FFFFFFF7F"> : tensor<4xf32>
func.func @apart(%x0: tensor<4xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @kernels::@apart ins(%x0, %x1, %x2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
      outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// FMA64: dense<"0x00000000000070390000000000000800"> : tensor<2xf64>
func.func @fma64(%x0: tensor<2xf64>, %x1: tensor<2xf64>, %x2: tensor<2xf64>) -> tensor<2xf64> {
  %e = tensor.empty() : tensor<2xf64>
  %r = kopt.launch @kernels::@fma64 ins(%x0, %x1, %x2 : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>)
      outs(%e : tensor<2xf64>) -> tensor<2xf64>
  return %r : tensor<2xf64>
}
