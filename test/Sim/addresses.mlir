// An address of no buffer is reported, and so is memory between buffers.
// RUN: not kopt-run %s --entry=foreign --arg=0:4096 2>&1 | FileCheck %s --check-prefix=FOREIGN
// RUN: not kopt-run %s --entry=null_write --arg=0:0 2>&1 | FileCheck %s --check-prefix=NULL-WRITE
// RUN: not kopt-run %s --entry=far --arg=1:100000000 2>&1 | FileCheck %s --check-prefix=FAR
// RUN: kopt-run %s --entry=correct --arg=0:0 | FileCheck %s --check-prefix=CORRECT

gpu.module @kernels {
  gpu.func @foreign(%s0: i64, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %p = llvm.inttoptr %s0 : i64 to !llvm.ptr<1>
    // FOREIGN: addresses.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: read of 4 bytes at address 0x1000, no buffer
    %v = llvm.load %p : !llvm.ptr<1> -> i32
    memref.store %v, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @null_write(%s0: i64, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%tid] : memref<8xi32>
    %p = llvm.inttoptr %s0 : i64 to !llvm.ptr<1>
    // NULL-WRITE: addresses.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: write of 4 bytes at address {{(0x0|\(nil\))}}, no buffer
    llvm.store %n, %p : i32, !llvm.ptr<1>
    gpu.return
  }

  gpu.func @far(%x0: memref<8xi32>, %s0: i64, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %far = arith.index_cast %s0 : i64 to index
    %i = arith.addi %tid, %far : index
    // FAR: addresses.mlir:[[#@LINE+1]]:{{[0-9]+}}: out-of-bounds: read of 4 bytes at address 0x{{[0-9a-f]+}}, no buffer
    %v = memref.load %x0[%i] : memref<8xi32>
    memref.store %v, %o0[%tid] : memref<8xi32>
    gpu.return
  }

  gpu.func @correct(%s0: i64, %o0: memref<8xi32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %tid = gpu.thread_id x
    %near = arith.index_cast %s0 : i64 to index
    %i = arith.addi %tid, %near : index
    %n = arith.index_cast %tid : index to i32
    memref.store %n, %o0[%i] : memref<8xi32>
    gpu.return
  }
}

// FOREIGN: error: the machine reported 1 errors
func.func @foreign(%s0: i64) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@foreign ins(%s0 : i64)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// NULL-WRITE: error: the machine reported 1 errors
func.func @null_write(%s0: i64) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@null_write ins(%s0 : i64)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// FAR: error: the machine reported 1 errors
func.func @far(%x0: tensor<8xi32>, %s0: i64) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@far ins(%x0, %s0 : tensor<8xi32>, i64)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}

// CORRECT: dense<"0x0000000001000000020000000300000004000000050000000600000007000000"> : tensor<8xi32>
func.func @correct(%s0: i64) -> tensor<8xi32> {
  %e0 = tensor.empty() : tensor<8xi32>
  %r = kopt.launch @kernels::@correct ins(%s0 : i64)
      outs(%e0 : tensor<8xi32>) -> tensor<8xi32>
  return %r : tensor<8xi32>
}
