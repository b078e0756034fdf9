// arith.fptosi and fptoui round to zero and saturate in every width; a NaN
// gives 0, also for 64-bit results, where cvt.rzi alone gives the top bit.
// RUN: python3 %S/Inputs/words.py %t.x f4 0x3ff33333 0xbff33333 0x4f32d05e 0xcf32d05e 0x7fc12345 0x7f800000 0xff800000 0x4effffff
// RUN: kopt-run %s --entry=si32 --input=%t.x | FileCheck %s --check-prefix=SI32
// RUN: kopt-run %s --entry=ui32 --input=%t.x | FileCheck %s --check-prefix=UI32
// RUN: kopt-run %s --entry=si64 --input=%t.x | FileCheck %s --check-prefix=SI64
// RUN: kopt-run %s --entry=ui64 --input=%t.x | FileCheck %s --check-prefix=UI64
// RUN: kopt-run %s --entry=si16 --input=%t.x | FileCheck %s --check-prefix=SI16

gpu.module @kernels {
  gpu.func @si32(%x0: memref<8xf32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.fptosi %a : f32 to i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @ui32(%x0: memref<8xf32>, %o: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.fptoui %a : f32 to i32
    memref.store %r, %o[%i] : memref<8xi32>
    gpu.return
  }

  gpu.func @si64(%x0: memref<8xf32>, %o: memref<8xi64>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.fptosi %a : f32 to i64
    memref.store %r, %o[%i] : memref<8xi64>
    gpu.return
  }

  gpu.func @ui64(%x0: memref<8xf32>, %o: memref<8xi64>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.fptoui %a : f32 to i64
    memref.store %r, %o[%i] : memref<8xi64>
    gpu.return
  }

  gpu.func @si16(%x0: memref<8xf32>, %o: memref<8xi16>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %r = arith.fptosi %a : f32 to i16
    memref.store %r, %o[%i] : memref<8xi16>
    gpu.return
  }
}

// SI32: dense<"0x01000000FFFFFFFFFFFFFF7F0000008000000000FFFFFF7F0000008080FFFF7F"> : tensor<8xi32>
func.func @si32(%x0: tensor<8xf32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@si32 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// UI32: dense<"0x0100000000000000005ED0B20000000000000000FFFFFFFF0000000080FFFF7F"> : tensor<8xi32>
func.func @ui32(%x0: tensor<8xf32>) -> tensor<8xi32> {
  %e = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@ui32 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// SI64: dense<"0x0100000000000000FFFFFFFFFFFFFFFF005ED0B20000000000A22F4DFFFFFFFF0000000000000000FFFFFFFFFFFFFF7F000000000000008080FFFF7F00000000"> : tensor<8xi64>
func.func @si64(%x0: tensor<8xf32>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %r = kopt.launch @kernels::@si64 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// UI64: dense<"0x01000000000000000000000000000000005ED0B20000000000000000000000000000000000000000FFFFFFFFFFFFFFFF000000000000000080FFFF7F00000000"> : tensor<8xi64>
func.func @ui64(%x0: tensor<8xf32>) -> tensor<8xi64> {
  %e = tensor.empty() : tensor<8xi64>
  %r = kopt.launch @kernels::@ui64 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xi64>) -> tensor<8xi64>
  return %r : tensor<8xi64>
}

// SI16: dense<"0x0100FFFFFF7F00800000FF7F0080FF7F"> : tensor<8xi16>
func.func @si16(%x0: tensor<8xf32>) -> tensor<8xi16> {
  %e = tensor.empty() : tensor<8xi16>
  %r = kopt.launch @kernels::@si16 ins(%x0 : tensor<8xf32>)
      outs(%e : tensor<8xi16>) -> tensor<8xi16>
  return %r : tensor<8xi16>
}
