// Reductions over the blocks of a cluster: along the axis that lies over blocks,
// with many results in many threads; along one that does not; in a loop, where each
// turn uses the blocks' memory again; of tuples.
// RUN: kopt-gate %S/Inputs/cluster-reduce.original.mlir %s --entry=column_sum --device=sim --families=normal,small_integers
// RUN: kopt-gate %S/Inputs/cluster-reduce.original.mlir %s --entry=row_sum --device=sim --families=normal,small_integers
// RUN: kopt-gate %S/Inputs/cluster-reduce.original.mlir %s --entry=row_max_in_steps --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/cluster-reduce.original.mlir %s --entry=argmax --device=sim --families=normal,small_integers
// REQUIRES: sim
#over_blocks = #kopt.layout<reg = [[0, 1]], lane = [[0, 2], [0, 4], [0, 8], [0, 16], [1, 0]], warp = [[2, 0], [4, 0], [8, 0], [16, 0]], reps = [2, 3]>
gpu.module @kernels {
  kopt.kernel @column_sum(%x: memref<64x96xf32>, %o: memref<96xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2, cluster = 8>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0, %c0] {layout = #over_blocks} : memref<64x96xf32> -> tensor<64x96xf32>
    %s = kopt.reduce(%t) axis 0 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<64x96xf32>) -> tensor<96xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%c0] : tensor<96xf32>, memref<96xf32>
    kopt.return
  }
  kopt.kernel @row_sum(%x: memref<16x512xf32>, %o: memref<16xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4, cluster = 4>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0, %c0] {via = #kopt.direct<bytes = 16>} : memref<16x512xf32> -> tensor<16x512xf32>
    %s = kopt.reduce(%t) axis 1 identity [0.0 : f32] {across = #kopt.across<shared>} : (tensor<16x512xf32>) -> tensor<16xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%c0] : tensor<16xf32>, memref<16xf32>
    kopt.return
  }
  kopt.kernel @row_max_in_steps(%x: memref<3x2048xf32>, %o: memref<3xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %c512 = arith.constant 512 : index
    %c2048 = arith.constant 2048 : index
    %low = arith.constant dense<0xFF800000> : tensor<1xf32>
    %i = kopt.program_id 0
    %m = scf.for %j = %c0 to %c2048 step %c512 iter_args(%so_far = %low) -> tensor<1xf32> {
      %t = kopt.load %x[%i, %j] : memref<3x2048xf32> -> tensor<1x512xf32>
      %s = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] : (tensor<1x512xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.maximumf %a, %b : f32
        kopt.yield %c : f32
      }
      %n = arith.maximumf %s, %so_far : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    kopt.store %m, %o[%i] : tensor<1xf32>, memref<3xf32>
    kopt.return
  }
  kopt.kernel @argmax(%x: memref<4x1024xf32>, %m: memref<4xf32> {kopt.out}, %k: memref<4xi32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 2, cluster = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<4x1024xf32> -> tensor<1x1024xf32>
    %n = kopt.iota 1 : tensor<1x1024xi32>
    %v, %at = kopt.reduce(%t, %n) axis 1 identity [0xFF800000 : f32, 2147483647 : i32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>, tensor<1x1024xi32>) -> (tensor<1xf32>, tensor<1xi32>) {
    ^bb0(%a: f32, %i0: i32, %b: f32, %i1: i32):
      %more = arith.cmpf ogt, %a, %b : f32
      %equal = arith.cmpf oeq, %a, %b : f32
      %first = arith.cmpi slt, %i0, %i1 : i32
      %tie = arith.andi %equal, %first : i1
      %left = arith.ori %more, %tie : i1
      %c = arith.select %left, %a, %b : f32
      %j = arith.select %left, %i0, %i1 : i32
      kopt.yield %c, %j : f32, i32
    }
    kopt.store %v, %m[%i] : tensor<1xf32>, memref<4xf32>
    kopt.store %at, %k[%i] : tensor<1xi32>, memref<4xi32>
    kopt.return
  }
}
func.func @column_sum(%x: tensor<64x96xf32>) -> tensor<96xf32> {
  %e = tensor.empty() : tensor<96xf32>
  %r = kopt.launch @kernels::@column_sum ins(%x : tensor<64x96xf32>) outs(%e : tensor<96xf32>) -> tensor<96xf32>
  return %r : tensor<96xf32>
}
func.func @row_sum(%x: tensor<16x512xf32>) -> tensor<16xf32> {
  %e = tensor.empty() : tensor<16xf32>
  %r = kopt.launch @kernels::@row_sum ins(%x : tensor<16x512xf32>) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
func.func @row_max_in_steps(%x: tensor<3x2048xf32>) -> tensor<3xf32> {
  %e = tensor.empty() : tensor<3xf32>
  %r = kopt.launch @kernels::@row_max_in_steps ins(%x : tensor<3x2048xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
func.func @argmax(%x: tensor<4x1024xf32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %e = tensor.empty() : tensor<4xf32>
  %f = tensor.empty() : tensor<4xi32>
  %r:2 = kopt.launch @kernels::@argmax ins(%x : tensor<4x1024xf32>) outs(%e, %f : tensor<4xf32>, tensor<4xi32>) -> tensor<4xf32>, tensor<4xi32>
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xi32>
}
