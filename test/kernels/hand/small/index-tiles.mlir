// Index tiles of no dimension, that are made for each use, that are constant, that meet
// in one coordinate; tables and tiles whose extents are known at the launch.
// RUN: kopt-gate %S/Inputs/index-tiles.original.mlir %s --entry=ends --device=sim
// RUN: kopt-gate %S/Inputs/index-tiles.original.mlir %s --entry=dynamic --device=sim --arg=0:7x70 --arg=1:10
// REQUIRES: sim

gpu.module @kernels {
  kopt.kernel @ends(%x: memref<9x16xf32>, %w: memref<i32>, %o: memref<16xf32> {kopt.out}, %d: memref<8x16xf32> {kopt.out}, %u: memref<8xi8> {kopt.inout})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %w : memref<i32> -> tensor<i32>
    %r = kopt.load %x indices(%n dims [array<i64>] : tensor<i32>) map affine_map<(d0)[s0] -> (s0, d0)> {via = #kopt.direct<bytes = 16>} : memref<9x16xf32> -> tensor<16xf32>
    kopt.store %r, %o[%c0] : tensor<16xf32>, memref<16xf32>
    %i = kopt.iota 0 : tensor<8xi8>
    %one = arith.constant dense<1> : tensor<8xi8>
    %t = kopt.load %x indices(%i, %one dims [array<i64: 0>, array<i64: 0>] : tensor<8xi8>, tensor<8xi8>) map affine_map<(d0, d1)[s0, s1] -> (s0 * 2 - s0 + s1, d1)> {via = #kopt.direct<bytes = 8>} : memref<9x16xf32> -> tensor<8x16xf32>
    kopt.store %t, %d[%c0, %c0] : tensor<8x16xf32>, memref<8x16xf32>
    kopt.scatter_reduce addi %one, %u indices(%i dims [array<i64: 0>] : tensor<8xi8>) map affine_map<(d0)[s0] -> (s0)> : tensor<8xi8>, memref<8xi8>
    kopt.return
  }
  kopt.kernel @dynamic(%x: memref<?x?xf32>, %index: memref<?xi32>, %o: memref<?x?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1, s2, s3, s4] -> (s2 ceildiv 4, s4 ceildiv 64)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %q = kopt.program_id 1
    %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%p)
    %c = affine.apply affine_map<(d0) -> (d0 * 64)>(%q)
    %i = kopt.load %index[%r] : memref<?xi32> -> tensor<4xi32>
    %t = kopt.load %x[%c] indices(%i dims [array<i64: 0>] : tensor<4xi32>)
        map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<?x?xf32> -> tensor<4x64xf32>
    kopt.store %t, %o[%r, %c] : tensor<4x64xf32>, memref<?x?xf32>
    kopt.return
  }
}
func.func @ends(%x: tensor<9x16xf32>, %w: tensor<i32>) -> (tensor<16xf32>, tensor<8x16xf32>, tensor<8xi8>) {
  %c = arith.constant 3 : i8
  %e = tensor.empty() : tensor<16xf32>
  %g = tensor.empty() : tensor<8x16xf32>
  %h = tensor.empty() : tensor<8xi8>
  %z = linalg.fill ins(%c : i8) outs(%h : tensor<8xi8>) -> tensor<8xi8>
  %r:3 = kopt.launch @kernels::@ends ins(%x, %w : tensor<9x16xf32>, tensor<i32>) outs(%e, %g, %z : tensor<16xf32>, tensor<8x16xf32>, tensor<8xi8>) -> tensor<16xf32>, tensor<8x16xf32>, tensor<8xi8>
  return %r#0, %r#1, %r#2 : tensor<16xf32>, tensor<8x16xf32>, tensor<8xi8>
}
func.func @dynamic(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %i, %c0 : tensor<?xi32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = kopt.launch @kernels::@dynamic ins(%x, %i : tensor<?x?xf32>, tensor<?xi32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
