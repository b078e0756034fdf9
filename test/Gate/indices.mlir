// Elements that index another argument are drawn below its extent, its ends
// among them: rows looked up by number are right in all families, those of the
// next number are out of bounds at the last row.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim
// RUN: sed 's,//NEXT,,; s,%%row\, %%tid,%%next\, %%tid,' %t/kernel.mlir > %t/next.mlir
// RUN: not kopt-gate %t/original.mlir %t/next.mlir --device=sim | FileCheck %s
// REQUIRES: sim

// CHECK: rejected (out-of-bounds): out-of-bounds: read of 4 bytes

//--- original.mlir
func.func @lookup(%table: tensor<13x32xf32>, %rows: tensor<50xi32>) -> tensor<50x32xf32> {
  %e = tensor.empty() : tensor<50x32xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0)>, affine_map<(d0, d1) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%rows : tensor<50xi32>) outs(%e : tensor<50x32xf32>) {
  ^bb0(%row: i32, %o: f32):
    %i = arith.index_cast %row : i32 to index
    %j = linalg.index 1 : index
    %v = tensor.extract %table[%i, %j] : tensor<13x32xf32>
    linalg.yield %v : f32
  } -> tensor<50x32xf32>
  return %r : tensor<50x32xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  gpu.func @lookup(%table: memref<13x32xf32>, %rows: memref<50xi32>, %o: memref<50x32xf32>) kernel
      attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (50)>} {
    %tid = gpu.thread_id x
    %bid = gpu.block_id x
    %number = memref.load %rows[%bid] : memref<50xi32>
    %row = arith.index_cast %number : i32 to index
    //NEXT %c1 = arith.constant 1 : index
    //NEXT %next = arith.addi %row, %c1 : index
    %v = memref.load %table[%row, %tid] : memref<13x32xf32>
    memref.store %v, %o[%bid, %tid] : memref<50x32xf32>
    gpu.return
  }
}
func.func @lookup(%table: tensor<13x32xf32>, %rows: tensor<50xi32>) -> tensor<50x32xf32> {
  %e = tensor.empty() : tensor<50x32xf32>
  %r = kopt.launch @kernels::@lookup ins(%table, %rows : tensor<13x32xf32>, tensor<50xi32>)
      outs(%e : tensor<50x32xf32>) -> tensor<50x32xf32>
  return %r : tensor<50x32xf32>
}
