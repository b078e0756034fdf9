// max and min give the other operand of a NaN, max.NaN and min.NaN a NaN, all
// of them 0x7fffffff for two NaNs, and -0 is below +0 (PTX ISA, 9.7.3.11 min
// and 9.7.3.12 max).
// RUN: python3 %S/Inputs/words.py %t.x f4 0x3f800000 0x7fc12345 0x3f800000 0x7fc12345 0x0 0x80000000 0xc0000000 0xff800000
// RUN: python3 %S/Inputs/words.py %t.y f4 0x40000000 0x40000000 0x7fc54321 0x7fc54321 0x80000000 0x0 0xc0400000 0x3f800000
// RUN: kopt-run %s --entry=maxnumf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=MAXNUMF
// RUN: kopt-run %s --entry=minnumf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=MINNUMF
// RUN: kopt-run %s --entry=maximumf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=MAXIMUMF
// RUN: kopt-run %s --entry=minimumf --input=%t.x --input=%t.y | FileCheck %s --check-prefix=MINIMUMF
// RUN: kopt-run %s --entry=max_reduction --input=%t.x --input=%t.y | FileCheck %s --check-prefix=MAX-REDUCTION

gpu.module @kernels {
  gpu.func @maxnumf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.maxnumf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @minnumf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.minnumf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @maximumf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.maximumf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @minimumf(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %r = arith.minimumf %a, %b : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }

  gpu.func @max_reduction(%x0: memref<8xf32>, %x1: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %v = vector.from_elements %a, %b : vector<2xf32>
    %r = vector.reduction <maxnumf>, %v : vector<2xf32> into f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }
}

// MAXNUMF: dense<"0x00000040000000400000803FFFFFFF7F0000000000000000000000C00000803F"> : tensor<8xf32>
func.func @maxnumf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@maxnumf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MINNUMF: dense<"0x0000803F000000400000803FFFFFFF7F0000008000000080000040C0000080FF"> : tensor<8xf32>
func.func @minnumf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@minnumf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MAXIMUMF: dense<"0x00000040FFFFFF7FFFFFFF7FFFFFFF7F0000000000000000000000C00000803F"> : tensor<8xf32>
func.func @maximumf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@maximumf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MINIMUMF: dense<"0x0000803FFFFFFF7FFFFFFF7FFFFFFF7F0000008000000080000040C0000080FF"> : tensor<8xf32>
func.func @minimumf(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@minimumf ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// MAX-REDUCTION: dense<"0x00000040000000400000803FFFFFFF7F0000000000000000000000C00000803F"> : tensor<8xf32>
func.func @max_reduction(%x0: tensor<8xf32>, %x1: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@max_reduction ins(%x0, %x1 : tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
