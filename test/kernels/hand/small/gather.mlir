// Loads and stores at places that tiles of numbers say.
// RUN: kopt-gate %S/Inputs/gather.original.mlir %s --entry=rows --device=sim
// RUN: kopt-gate %S/Inputs/gather.original.mlir %s --entry=columns --device=sim
// RUN: kopt-gate %S/Inputs/gather.original.mlir %s --entry=both --device=sim
// RUN: kopt-gate %S/Inputs/gather.original.mlir %s --entry=along --device=sim
// RUN: kopt-gate %S/Inputs/gather.original.mlir %s --entry=outside --device=sim
// RUN: kopt-gate %S/Inputs/gather.original.mlir %s --entry=scatter --device=sim
// REQUIRES: sim

gpu.module @kernels {
  kopt.kernel @rows(%x: memref<13x37xf32>, %index: memref<50xi32>, %o: memref<50x37xf32> {kopt.out})
      attributes {grid = affine_map<() -> (13)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%p)
    %i = kopt.load %index[%r] : memref<50xi32> -> tensor<4xi32>
    %t = kopt.load %x[%c0] indices(%i dims [array<i64: 0>] : tensor<4xi32>)
        map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<13x37xf32> -> tensor<4x64xf32>
    kopt.store %t, %o[%r, %c0] : tensor<4x64xf32>, memref<50x37xf32>
    kopt.return
  }

  kopt.kernel @columns(%x: memref<6x40xbf16>, %index: memref<24xi64>, %o: memref<6x24xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.load %index[%c0] : memref<24xi64> -> tensor<32xi64>
    %t = kopt.load %x[%c0] indices(%i dims [array<i64: 1>] : tensor<32xi64>)
        map affine_map<(d0, d1)[s0, s1] -> (d0 + s0, s1)> : memref<6x40xbf16> -> tensor<8x32xbf16>
    kopt.store %t, %o[%c0, %c0] {via = #kopt.direct<bytes = 16>} : tensor<8x32xbf16>, memref<6x24xbf16>
    kopt.return
  }

  kopt.kernel @both(%x: memref<9x11xf64>, %rows: memref<8xi16>, %columns: memref<16xindex>, %o: memref<8x16xf64> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %i = kopt.load %rows[%c0] : memref<8xi16> -> tensor<8xi16>
    %j = kopt.load %columns[%c0] : memref<16xindex> -> tensor<16xindex>
    %t = kopt.load %x indices(%i, %j dims [array<i64: 0>, array<i64: 1>] : tensor<8xi16>, tensor<16xindex>)
        map affine_map<(d0, d1)[s0, s1] -> (s0, s1)> : memref<9x11xf64> -> tensor<8x16xf64>
    kopt.store %t, %o[%c0, %c0] : tensor<8x16xf64>, memref<8x16xf64>
    kopt.return
  }

  // The numbers are used a second time in the layout of a store of their own.
  kopt.kernel @along(%x: memref<12x30xf32>, %index: memref<12x20xi32>, %o: memref<12x20xf32> {kopt.out}, %d: memref<12x20xi32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 4)>(%p)
    %i = kopt.load %index[%r, %c0] {via = #kopt.direct<bytes = 16>} : memref<12x20xi32> -> tensor<4x32xi32>
    %t = kopt.load %x[%r] indices(%i dims [array<i64: 0, 1>] : tensor<4x32xi32>)
        map affine_map<(d0, d1)[s0, s1] -> (d0 + s0, s1)> : memref<12x30xf32> -> tensor<4x32xf32>
    kopt.store %t, %o[%r, %c0] : tensor<4x32xf32>, memref<12x20xf32>
    %s = arith.addi %i, %i : tensor<4x32xi32>
    kopt.store %s, %d[%r, %c0] {layout = #kopt.layout<reg = [[1, 0], [2, 0]], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [[0, 0]], reps = [1, 1]>}
        : tensor<4x32xi32>, memref<12x20xi32>
    kopt.return
  }

  kopt.kernel @outside(%x: memref<5x16xf32>, %index: memref<32xi32>, %o: memref<32x16xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 8)>(%p)
    %a = kopt.load %index[%r] : memref<32xi32> -> tensor<8xi32>
    %c31 = arith.constant dense<31> : tensor<8xi64>
    %c32 = arith.constant dense<32> : tensor<8xi64>
    %w = arith.extsi %a : tensor<8xi32> to tensor<8xi64>
    %h = arith.shli %w, %c31 : tensor<8xi64>
    %up = arith.shli %h, %c32 : tensor<8xi64>
    %i = arith.addi %w, %up : tensor<8xi64>
    %t = kopt.load %x[%c0] indices(%i dims [array<i64: 0>] : tensor<8xi64>)
        map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> {via = #kopt.direct<bytes = 16>, pad = -1.0 : f32} : memref<5x16xf32> -> tensor<8x16xf32>
    kopt.store %t, %o[%r, %c0] {via = #kopt.direct<bytes = 16>} : tensor<8x16xf32>, memref<32x16xf32>
    kopt.return
  }

  kopt.kernel @scatter(%x: memref<24x16xbf16>, %o: memref<20x16xbf16> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %p = kopt.program_id 0
    %r = affine.apply affine_map<(d0) -> (d0 * 8)>(%p)
    %t = kopt.load %x[%r, %c0] {via = #kopt.direct<bytes = 16>} : memref<24x16xbf16> -> tensor<8x16xbf16>
    %i = kopt.iota 0 : tensor<8xindex>
    %s = tensor.splat %r : tensor<8xindex>
    %n = arith.addi %i, %s : tensor<8xindex>
    %c5 = arith.constant dense<5> : tensor<8xindex>
    %c24 = arith.constant dense<24> : tensor<8xindex>
    %m = arith.muli %n, %c5 : tensor<8xindex>
    %to = arith.remui %m, %c24 : tensor<8xindex>
    kopt.store %t, %o[%c0] indices(%to dims [array<i64: 0>] : tensor<8xindex>)
        map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> {via = #kopt.direct<bytes = 16>} : tensor<8x16xbf16>, memref<20x16xbf16>
    kopt.return
  }
}

func.func @rows(%x: tensor<13x37xf32>, %i: tensor<50xi32>) -> tensor<50x37xf32> {
  %e = tensor.empty() : tensor<50x37xf32>
  %r = kopt.launch @kernels::@rows ins(%x, %i : tensor<13x37xf32>, tensor<50xi32>) outs(%e : tensor<50x37xf32>) -> tensor<50x37xf32>
  return %r : tensor<50x37xf32>
}
func.func @columns(%x: tensor<6x40xbf16>, %i: tensor<24xi64>) -> tensor<6x24xbf16> {
  %e = tensor.empty() : tensor<6x24xbf16>
  %r = kopt.launch @kernels::@columns ins(%x, %i : tensor<6x40xbf16>, tensor<24xi64>) outs(%e : tensor<6x24xbf16>) -> tensor<6x24xbf16>
  return %r : tensor<6x24xbf16>
}
func.func @both(%x: tensor<9x11xf64>, %i: tensor<8xi16>, %j: tensor<16xindex>) -> tensor<8x16xf64> {
  %e = tensor.empty() : tensor<8x16xf64>
  %r = kopt.launch @kernels::@both ins(%x, %i, %j : tensor<9x11xf64>, tensor<8xi16>, tensor<16xindex>) outs(%e : tensor<8x16xf64>) -> tensor<8x16xf64>
  return %r : tensor<8x16xf64>
}
func.func @along(%x: tensor<12x30xf32>, %i: tensor<12x20xi32>) -> (tensor<12x20xf32>, tensor<12x20xi32>) {
  %e = tensor.empty() : tensor<12x20xf32>
  %f = tensor.empty() : tensor<12x20xi32>
  %r:2 = kopt.launch @kernels::@along ins(%x, %i : tensor<12x30xf32>, tensor<12x20xi32>)
      outs(%e, %f : tensor<12x20xf32>, tensor<12x20xi32>) -> tensor<12x20xf32>, tensor<12x20xi32>
  return %r#0, %r#1 : tensor<12x20xf32>, tensor<12x20xi32>
}
func.func @outside(%x: tensor<5x16xf32>, %i: tensor<32xi32>) -> tensor<32x16xf32> {
  %e = tensor.empty() : tensor<32x16xf32>
  %r = kopt.launch @kernels::@outside ins(%x, %i : tensor<5x16xf32>, tensor<32xi32>) outs(%e : tensor<32x16xf32>) -> tensor<32x16xf32>
  return %r : tensor<32x16xf32>
}
func.func @scatter(%x: tensor<24x16xbf16>) -> tensor<20x16xbf16> {
  %z = arith.constant 0.0 : bf16
  %e = tensor.empty() : tensor<20x16xbf16>
  %f = linalg.fill ins(%z : bf16) outs(%e : tensor<20x16xbf16>) -> tensor<20x16xbf16>
  %r = kopt.launch @kernels::@scatter ins(%x : tensor<24x16xbf16>) outs(%f : tensor<20x16xbf16>) -> tensor<20x16xbf16>
  return %r : tensor<20x16xbf16>
}
