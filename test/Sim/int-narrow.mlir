// Booleans are 0 or 1 in memory; 8- and 16-bit arithmetic wraps as two's
// complement.
// RUN: python3 %S/Inputs/words.py %t.p b1 0x0 0x0 0x1 0x1
// RUN: python3 %S/Inputs/words.py %t.q b1 0x0 0x1 0x0 0x1
// RUN: python3 %S/Inputs/words.py %t.a8 i1 0x7f 0x80 0xff 0x64
// RUN: python3 %S/Inputs/words.py %t.b8 i1 0x1 0xff 0x1 0x64
// RUN: python3 %S/Inputs/words.py %t.a16 i2 0x12c 0xfed4 0x7fff 0x100
// RUN: python3 %S/Inputs/words.py %t.b16 i2 0x12c 0x12c 0x2 0x100
// RUN: kopt-run %s --entry=andi --input=%t.p --input=%t.q | FileCheck %s --check-prefix=ANDI
// RUN: kopt-run %s --entry=extsi --input=%t.p | FileCheck %s --check-prefix=EXTSI
// RUN: kopt-run %s --entry=uitofp --input=%t.p | FileCheck %s --check-prefix=UITOFP
// RUN: kopt-run %s --entry=addi8 --input=%t.a8 --input=%t.b8 | FileCheck %s --check-prefix=ADDI8
// RUN: kopt-run %s --entry=muli16 --input=%t.a16 --input=%t.b16 | FileCheck %s --check-prefix=MULI16

gpu.module @kernels {
  gpu.func @andi(%x0: memref<4xi1>, %x1: memref<4xi1>, %o: memref<4xi1>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi1>
    %b = memref.load %x1[%i] : memref<4xi1>
    %t = arith.xori %a, %b : i1
    %r = arith.ori %t, %a : i1
    memref.store %r, %o[%i] : memref<4xi1>
    gpu.return
  }

  gpu.func @extsi(%x0: memref<4xi1>, %o: memref<4xi32>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi1>
    %r = arith.extsi %a : i1 to i32
    memref.store %r, %o[%i] : memref<4xi32>
    gpu.return
  }

  gpu.func @uitofp(%x0: memref<4xi1>, %o: memref<4xf32>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi1>
    %r = arith.uitofp %a : i1 to f32
    memref.store %r, %o[%i] : memref<4xf32>
    gpu.return
  }

  gpu.func @addi8(%x0: memref<4xi8>, %x1: memref<4xi8>, %o: memref<4xi8>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi8>
    %b = memref.load %x1[%i] : memref<4xi8>
    %r = arith.addi %a, %b : i8
    memref.store %r, %o[%i] : memref<4xi8>
    gpu.return
  }

  gpu.func @muli16(%x0: memref<4xi16>, %x1: memref<4xi16>, %o: memref<4xi16>) kernel
      attributes {known_block_size = array<i32: 4, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<4xi16>
    %b = memref.load %x1[%i] : memref<4xi16>
    %r = arith.muli %a, %b : i16
    memref.store %r, %o[%i] : memref<4xi16>
    gpu.return
  }
}

// ANDI: dense<"0x00010101"> : tensor<4xi1>
func.func @andi(%x0: tensor<4xi1>, %x1: tensor<4xi1>) -> tensor<4xi1> {
  %e = tensor.empty() : tensor<4xi1>
  %r = kopt.launch @kernels::@andi ins(%x0, %x1 : tensor<4xi1>, tensor<4xi1>)
      outs(%e : tensor<4xi1>) -> tensor<4xi1>
  return %r : tensor<4xi1>
}

// EXTSI: dense<"0x0000000000000000FFFFFFFFFFFFFFFF"> : tensor<4xi32>
func.func @extsi(%x0: tensor<4xi1>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %r = kopt.launch @kernels::@extsi ins(%x0 : tensor<4xi1>)
      outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// UITOFP: dense<"0x00000000000000000000803F0000803F"> : tensor<4xf32>
func.func @uitofp(%x0: tensor<4xi1>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @kernels::@uitofp ins(%x0 : tensor<4xi1>)
      outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// ADDI8: dense<"0x807F00C8"> : tensor<4xi8>
func.func @addi8(%x0: tensor<4xi8>, %x1: tensor<4xi8>) -> tensor<4xi8> {
  %e = tensor.empty() : tensor<4xi8>
  %r = kopt.launch @kernels::@addi8 ins(%x0, %x1 : tensor<4xi8>, tensor<4xi8>)
      outs(%e : tensor<4xi8>) -> tensor<4xi8>
  return %r : tensor<4xi8>
}

// MULI16: dense<"0x905F70A0FEFF0000"> : tensor<4xi16>
func.func @muli16(%x0: tensor<4xi16>, %x1: tensor<4xi16>) -> tensor<4xi16> {
  %e = tensor.empty() : tensor<4xi16>
  %r = kopt.launch @kernels::@muli16 ins(%x0, %x1 : tensor<4xi16>, tensor<4xi16>)
      outs(%e : tensor<4xi16>) -> tensor<4xi16>
  return %r : tensor<4xi16>
}
