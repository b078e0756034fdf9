// Tiles combined into memory by atomic updates: places that meet, within a tile and
// between programs; places outside are dropped; copies in other threads add once.
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=add --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=add_long --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=add_short --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=add_byte --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=most --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=most_unsigned --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=least --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=least_unsigned --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=conjunction --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=disjunction --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=sum --device=sim --families=small_integers
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=sum_double --device=sim --families=small_integers
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=largest --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=smallest --device=sim
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=sum --device=sim --families=small_integers --json=%t.json
// RUN: FileCheck %s --check-prefix=ORDER < %t.json
// RUN: kopt-gate %S/Inputs/scatter.original.mlir %s --entry=largest --device=sim --families=small_integers --json=%t.json
// RUN: FileCheck %s --check-prefix=NONE < %t.json
// REQUIRES: sim

// The order of sums is open, that of maxima shows nowhere.
// ORDER: "float_atomics": true
// NONE: "float_atomics": false

gpu.module @kernels {
  kopt.kernel @add(%x: memref<40xi32>, %index: memref<40xi32>, %o: memref<9xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi32> -> tensor<16xi32>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce addi %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi32>, memref<9xi32>
    kopt.return
  }
  kopt.kernel @add_long(%x: memref<40xi64>, %index: memref<40xi32>, %o: memref<9xi64> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi64> -> tensor<16xi64>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce addi %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi64>, memref<9xi64>
    kopt.return
  }
  kopt.kernel @add_short(%x: memref<40xi16>, %index: memref<40xi32>, %o: memref<9xi16> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi16> -> tensor<16xi16>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce addi %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi16>, memref<9xi16>
    kopt.return
  }
  kopt.kernel @add_byte(%x: memref<40xi8>, %index: memref<40xi32>, %o: memref<9xi8> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi8> -> tensor<16xi8>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce addi %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi8>, memref<9xi8>
    kopt.return
  }
  kopt.kernel @most(%x: memref<40xi32>, %index: memref<40xi32>, %o: memref<9xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi32> -> tensor<16xi32>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce maxs %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi32>, memref<9xi32>
    kopt.return
  }
  kopt.kernel @most_unsigned(%x: memref<40xi64>, %index: memref<40xi32>, %o: memref<9xi64> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi64> -> tensor<16xi64>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce maxu %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi64>, memref<9xi64>
    kopt.return
  }
  kopt.kernel @least(%x: memref<40xi64>, %index: memref<40xi32>, %o: memref<9xi64> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi64> -> tensor<16xi64>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce mins %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi64>, memref<9xi64>
    kopt.return
  }
  kopt.kernel @least_unsigned(%x: memref<40xi32>, %index: memref<40xi32>, %o: memref<9xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi32> -> tensor<16xi32>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce minu %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi32>, memref<9xi32>
    kopt.return
  }
  kopt.kernel @conjunction(%x: memref<40xi32>, %index: memref<40xi32>, %o: memref<9xi32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi32> -> tensor<16xi32>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce andi %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi32>, memref<9xi32>
    kopt.return
  }
  kopt.kernel @disjunction(%x: memref<40xi64>, %index: memref<40xi32>, %o: memref<9xi64> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xi64> -> tensor<16xi64>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce ori %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xi64>, memref<9xi64>
    kopt.return
  }
  kopt.kernel @sum(%x: memref<40xf32>, %index: memref<40xi32>, %o: memref<9xf32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xf32> -> tensor<16xf32>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce addf %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xf32>, memref<9xf32>
    kopt.return
  }
  kopt.kernel @sum_double(%x: memref<40xf64>, %index: memref<40xi32>, %o: memref<9xf64> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xf64> -> tensor<16xf64>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce addf %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xf64>, memref<9xf64>
    kopt.return
  }
  kopt.kernel @largest(%x: memref<40xf32>, %index: memref<40xi32>, %o: memref<9xf32> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xf32> -> tensor<16xf32>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce maximumf %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xf32>, memref<9xf32>
    kopt.return
  }
  kopt.kernel @smallest(%x: memref<40xf64>, %index: memref<40xi32>, %o: memref<9xf64> {kopt.inout})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2>} {
    %p = kopt.program_id 0
    %from = affine.apply affine_map<(d0) -> (d0 * 16)>(%p)
    %v = kopt.load %x[%from] : memref<40xf64> -> tensor<16xf64>
    %i = kopt.load %index[%from] {pad = -8 : i32} : memref<40xi32> -> tensor<16xi32>
    kopt.scatter_reduce minimumf %v, %o indices(%i dims [array<i64: 0>] : tensor<16xi32>)
        map affine_map<(d0)[s0] -> (s0 + 2)> : tensor<16xf64>, memref<9xf64>
    kopt.return
  }
}

func.func @add(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %z = arith.constant 7 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = kopt.launch @kernels::@add ins(%x, %i : tensor<40xi32>, tensor<40xi32>) outs(%f : tensor<9xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}
func.func @add_long(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %z = arith.constant -1 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = kopt.launch @kernels::@add_long ins(%x, %i : tensor<40xi64>, tensor<40xi32>) outs(%f : tensor<9xi64>) -> tensor<9xi64>
  return %r : tensor<9xi64>
}
func.func @add_short(%x: tensor<40xi16>, %i: tensor<40xi32>) -> tensor<9xi16> {
  %z = arith.constant 0 : i16
  %e = tensor.empty() : tensor<9xi16>
  %f = linalg.fill ins(%z : i16) outs(%e : tensor<9xi16>) -> tensor<9xi16>
  %r = kopt.launch @kernels::@add_short ins(%x, %i : tensor<40xi16>, tensor<40xi32>) outs(%f : tensor<9xi16>) -> tensor<9xi16>
  return %r : tensor<9xi16>
}
func.func @add_byte(%x: tensor<40xi8>, %i: tensor<40xi32>) -> tensor<9xi8> {
  %z = arith.constant 3 : i8
  %e = tensor.empty() : tensor<9xi8>
  %f = linalg.fill ins(%z : i8) outs(%e : tensor<9xi8>) -> tensor<9xi8>
  %r = kopt.launch @kernels::@add_byte ins(%x, %i : tensor<40xi8>, tensor<40xi32>) outs(%f : tensor<9xi8>) -> tensor<9xi8>
  return %r : tensor<9xi8>
}
func.func @most(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %z = arith.constant -3 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = kopt.launch @kernels::@most ins(%x, %i : tensor<40xi32>, tensor<40xi32>) outs(%f : tensor<9xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}
func.func @most_unsigned(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %z = arith.constant 2 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = kopt.launch @kernels::@most_unsigned ins(%x, %i : tensor<40xi64>, tensor<40xi32>) outs(%f : tensor<9xi64>) -> tensor<9xi64>
  return %r : tensor<9xi64>
}
func.func @least(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %z = arith.constant 1 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = kopt.launch @kernels::@least ins(%x, %i : tensor<40xi64>, tensor<40xi32>) outs(%f : tensor<9xi64>) -> tensor<9xi64>
  return %r : tensor<9xi64>
}
func.func @least_unsigned(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %z = arith.constant -1 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = kopt.launch @kernels::@least_unsigned ins(%x, %i : tensor<40xi32>, tensor<40xi32>) outs(%f : tensor<9xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}
func.func @conjunction(%x: tensor<40xi32>, %i: tensor<40xi32>) -> tensor<9xi32> {
  %z = arith.constant -1 : i32
  %e = tensor.empty() : tensor<9xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<9xi32>) -> tensor<9xi32>
  %r = kopt.launch @kernels::@conjunction ins(%x, %i : tensor<40xi32>, tensor<40xi32>) outs(%f : tensor<9xi32>) -> tensor<9xi32>
  return %r : tensor<9xi32>
}
func.func @disjunction(%x: tensor<40xi64>, %i: tensor<40xi32>) -> tensor<9xi64> {
  %z = arith.constant 0 : i64
  %e = tensor.empty() : tensor<9xi64>
  %f = linalg.fill ins(%z : i64) outs(%e : tensor<9xi64>) -> tensor<9xi64>
  %r = kopt.launch @kernels::@disjunction ins(%x, %i : tensor<40xi64>, tensor<40xi32>) outs(%f : tensor<9xi64>) -> tensor<9xi64>
  return %r : tensor<9xi64>
}
func.func @sum(%x: tensor<40xf32>, %i: tensor<40xi32>) -> tensor<9xf32> {
  %z = arith.constant 0.5 : f32
  %e = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %r = kopt.launch @kernels::@sum ins(%x, %i : tensor<40xf32>, tensor<40xi32>) outs(%f : tensor<9xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}
func.func @sum_double(%x: tensor<40xf64>, %i: tensor<40xi32>) -> tensor<9xf64> {
  %z = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<9xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<9xf64>) -> tensor<9xf64>
  %r = kopt.launch @kernels::@sum_double ins(%x, %i : tensor<40xf64>, tensor<40xi32>) outs(%f : tensor<9xf64>) -> tensor<9xf64>
  return %r : tensor<9xf64>
}
func.func @largest(%x: tensor<40xf32>, %i: tensor<40xi32>) -> tensor<9xf32> {
  %z = arith.constant -1.0 : f32
  %e = tensor.empty() : tensor<9xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<9xf32>) -> tensor<9xf32>
  %r = kopt.launch @kernels::@largest ins(%x, %i : tensor<40xf32>, tensor<40xi32>) outs(%f : tensor<9xf32>) -> tensor<9xf32>
  return %r : tensor<9xf32>
}
func.func @smallest(%x: tensor<40xf64>, %i: tensor<40xi32>) -> tensor<9xf64> {
  %z = arith.constant 2.0 : f64
  %e = tensor.empty() : tensor<9xf64>
  %f = linalg.fill ins(%z : f64) outs(%e : tensor<9xf64>) -> tensor<9xf64>
  %r = kopt.launch @kernels::@smallest ins(%x, %i : tensor<40xf64>, tensor<40xi32>) outs(%f : tensor<9xf64>) -> tensor<9xf64>
  return %r : tensor<9xf64>
}
