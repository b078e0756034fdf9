// Transposes through shared memory: aligned and odd extents, dynamic ones, four
// dimensions, bytes, and a transpose between a load and a reduction.
// RUN: kopt-opt %s --lower-to-ptx -o %t.ptx.mlir
// RUN: kopt-gate %S/Inputs/transpose.original.mlir %s --entry=aligned --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/transpose.original.mlir %s --entry=odd --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/transpose.original.mlir %s --entry=dynamic --device=sim --families=normal --arg=0:70x33
// RUN: kopt-gate %S/Inputs/transpose.original.mlir %s --entry=middle --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/transpose.original.mlir %s --entry=bytes --device=sim
// RUN: kopt-gate %S/Inputs/transpose.original.mlir %s --entry=sum_of_columns --device=sim --families=normal
// REQUIRES: sim

#rows = #kopt.layout<reg = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], lane = [[0, 8], [0, 16], [0, 32], [0, 64], [8, 0]], warp = [[16, 0], [32, 0]], reps = [1, 1]>
#columns = #kopt.layout<reg = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0], [4, 0]], lane = [[0, 8], [0, 16], [0, 32], [8, 0], [16, 0]], warp = [[32, 0], [64, 0]], reps = [1, 1]>
gpu.module @kernels {
  kopt.kernel @aligned_tiles(%x: memref<128x256xbf16>, %o: memref<256x128xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (2, 2)>, schedule = #kopt.launch<warps = 4>} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %c64 = arith.constant 64 : index
    %c128 = arith.constant 128 : index
    %row = arith.muli %i, %c64 : index
    %column = arith.muli %j, %c128 : index
    %t = kopt.load %x[%row, %column] {via = #kopt.direct<bytes = 16>, layout = #rows} : memref<128x256xbf16> -> tensor<64x128xbf16>
    %s = kopt.transpose %t perm [1, 0] : tensor<64x128xbf16> -> tensor<128x64xbf16>
    kopt.store %s, %o[%column, %row] {via = #kopt.direct<bytes = 16>, layout = #columns} : tensor<128x64xbf16>, memref<256x128xbf16>
    kopt.return
  }
  kopt.kernel @odd_tiles(%x: memref<131x77xbf16>, %o: memref<77x131xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (5, 3)>, schedule = #kopt.launch<warps = 2>} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %c32 = arith.constant 32 : index
    %row = arith.muli %i, %c32 : index
    %column = arith.muli %j, %c32 : index
    %t = kopt.load %x[%row, %column] : memref<131x77xbf16> -> tensor<32x32xbf16>
    %s = kopt.transpose %t perm [1, 0] : tensor<32x32xbf16> -> tensor<32x32xbf16>
    kopt.store %s, %o[%column, %row] : tensor<32x32xbf16>, memref<77x131xbf16>
    kopt.return
  }
  kopt.kernel @dynamic_tiles(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1, s2, s3] -> (s0 ceildiv 64, s1 ceildiv 32)>, schedule = #kopt.launch<warps = 4>} {
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %c64 = arith.constant 64 : index
    %c32 = arith.constant 32 : index
    %row = arith.muli %i, %c64 : index
    %column = arith.muli %j, %c32 : index
    %t = kopt.load %x[%row, %column] : memref<?x?xf32> -> tensor<64x32xf32>
    %s = kopt.transpose %t perm [1, 0] : tensor<64x32xf32> -> tensor<32x64xf32>
    kopt.store %s, %o[%column, %row] : tensor<32x64xf32>, memref<?x?xf32>
    kopt.return
  }
  // 24 and 5 are no powers of two: three copies of a swizzled part, and five.
  kopt.kernel @middle_tiles(%x: memref<3x24x5x16xf64>, %o: memref<3x16x24x5xf64> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 4>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%i, %c0, %c0, %c0] {via = #kopt.direct<bytes = 16>} : memref<3x24x5x16xf64> -> tensor<1x24x5x16xf64>
    %s = kopt.transpose %t perm [0, 3, 1, 2] : tensor<1x24x5x16xf64> -> tensor<1x16x24x5xf64>
    kopt.store %s, %o[%i, %c0, %c0, %c0] : tensor<1x16x24x5xf64>, memref<3x16x24x5xf64>
    kopt.return
  }
  kopt.kernel @bytes_tiles(%x: memref<96x40xi8>, %o: memref<40x96xi8> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = kopt.load %x {via = #kopt.direct<bytes = 8>} : memref<96x40xi8> -> tensor<96x40xi8>
    %s = kopt.transpose %t perm [1, 0] : tensor<96x40xi8> -> tensor<40x96xi8>
    kopt.store %s, %o {via = #kopt.direct<bytes = 16>} : tensor<40x96xi8>, memref<40x96xi8>
    kopt.return
  }
  // The transposed tile is only reduced, so it stays where it is; twice, so that
  // the second exchange waits for the first.
  kopt.kernel @sum_tiles(%x: memref<64x48xf32>, %o: memref<64x48xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %t = kopt.load %x {via = #kopt.direct<bytes = 16>} : memref<64x48xf32> -> tensor<64x48xf32>
    %s = kopt.transpose %t perm [1, 0] : tensor<64x48xf32> -> tensor<48x64xf32>
    %sum = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<48x64xf32>) -> tensor<48xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %b = kopt.broadcast %sum dims [0] : tensor<48xf32> -> tensor<48x64xf32>
    %d = arith.addf %s, %b : tensor<48x64xf32>
    %back = kopt.transpose %d perm [1, 0] : tensor<48x64xf32> -> tensor<64x48xf32>
    kopt.store %back, %o {via = #kopt.direct<bytes = 16>} : tensor<64x48xf32>, memref<64x48xf32>
    kopt.return
  }
}
func.func @aligned(%x: tensor<128x256xbf16>) -> tensor<256x128xbf16> {
  %e = tensor.empty() : tensor<256x128xbf16>
  %r = kopt.launch @kernels::@aligned_tiles ins(%x : tensor<128x256xbf16>) outs(%e : tensor<256x128xbf16>) -> tensor<256x128xbf16>
  return %r : tensor<256x128xbf16>
}
func.func @odd(%x: tensor<131x77xbf16>) -> tensor<77x131xbf16> {
  %e = tensor.empty() : tensor<77x131xbf16>
  %r = kopt.launch @kernels::@odd_tiles ins(%x : tensor<131x77xbf16>) outs(%e : tensor<77x131xbf16>) -> tensor<77x131xbf16>
  return %r : tensor<77x131xbf16>
}
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n, %m) : tensor<?x?xf32>
  %r = kopt.launch @kernels::@dynamic_tiles ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @middle(%x: tensor<3x24x5x16xf64>) -> tensor<3x16x24x5xf64> {
  %e = tensor.empty() : tensor<3x16x24x5xf64>
  %r = kopt.launch @kernels::@middle_tiles ins(%x : tensor<3x24x5x16xf64>) outs(%e : tensor<3x16x24x5xf64>) -> tensor<3x16x24x5xf64>
  return %r : tensor<3x16x24x5xf64>
}
func.func @bytes(%x: tensor<96x40xi8>) -> tensor<40x96xi8> {
  %e = tensor.empty() : tensor<40x96xi8>
  %r = kopt.launch @kernels::@bytes_tiles ins(%x : tensor<96x40xi8>) outs(%e : tensor<40x96xi8>) -> tensor<40x96xi8>
  return %r : tensor<40x96xi8>
}
func.func @sum_of_columns(%x: tensor<64x48xf32>) -> tensor<64x48xf32> {
  %e = tensor.empty() : tensor<64x48xf32>
  %r = kopt.launch @kernels::@sum_tiles ins(%x : tensor<64x48xf32>) outs(%e : tensor<64x48xf32>) -> tensor<64x48xf32>
  return %r : tensor<64x48xf32>
}
