// Tensors that the host fills become launches: of extents known at the launch, of no
// dimension, of none in a row, of more than one program a row, by an argument.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --entry=dynamic --device=sim --arg=0:3x7
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --entry=long --device=sim
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --entry=none --device=sim
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --entry=scalar --device=sim --arg=1:-5
// RUN: sed 's/dense<2.0>/dense<3.0>/' %t/kernel.mlir > %t/wrong.mlir
// RUN: not kopt-gate %t/original.mlir %t/wrong.mlir --entry=long --device=sim | FileCheck %s
// REQUIRES: sim

// CHECK: rejected (mismatch)

//--- original.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
#one = affine_map<(d0) -> (d0)>
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c = arith.constant 2.5 : f32
  %e = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf32>) outs(%x : tensor<?x?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<?x?xf32>
  return %e : tensor<?x?xf32>
}
func.func @long(%x: tensor<2500xf32>) -> tensor<2500xf32> {
  %c = arith.constant 2.0 : f32
  %e = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%x : tensor<2500xf32>) outs(%x : tensor<2500xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %c : f32
    linalg.yield %s : f32
  } -> tensor<2500xf32>
  return %e : tensor<2500xf32>
}
func.func @none(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<3x0xi16>) {
  %c = arith.constant 1 : i16
  %e = tensor.empty() : tensor<3x0xi16>
  %f = linalg.fill ins(%c : i16) outs(%e : tensor<3x0xi16>) -> tensor<3x0xi16>
  %s = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %t = arith.addf %a, %a : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %s, %f : tensor<4xf32>, tensor<3x0xi16>
}
func.func @scalar(%x: tensor<4xi64>, %c: i64) -> (tensor<4xi64>, tensor<i64>) {
  %e = tensor.empty() : tensor<i64>
  %f = linalg.fill ins(%c : i64) outs(%e : tensor<i64>) -> tensor<i64>
  %s = linalg.generic {indexing_maps = [#one, #one], iterator_types = ["parallel"]}
      ins(%x : tensor<4xi64>) outs(%x : tensor<4xi64>) {
  ^bb0(%a: i64, %o: i64):
    %t = arith.addi %a, %a : i64
    linalg.yield %t : i64
  } -> tensor<4xi64>
  return %s, %f : tensor<4xi64>, tensor<i64>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @add(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.inout})
      attributes {grid = affine_map<()[s0, s1, s2, s3] -> (s0, s1 ceildiv 64)>, schedule = #kopt.launch<warps = 1>} {
    %i = kopt.program_id 0
    %p = kopt.program_id 1
    %j = affine.apply affine_map<(d0) -> (d0 * 64)>(%p)
    %a = kopt.load %x[%i, %j] : memref<?x?xf32> -> tensor<1x64xf32>
    %b = kopt.load %o[%i, %j] : memref<?x?xf32> -> tensor<1x64xf32>
    %s = arith.addf %a, %b : tensor<1x64xf32>
    kopt.store %s, %o[%i, %j] : tensor<1x64xf32>, memref<?x?xf32>
    kopt.return
  }
  // A kernel of the name that one for fills would have.
  kopt.kernel @fill(%x: memref<2500xf32>, %o: memref<2500xf32> {kopt.inout})
      attributes {grid = affine_map<() -> (5)>, schedule = #kopt.launch<warps = 1>} {
    %p = kopt.program_id 0
    %j = affine.apply affine_map<(d0) -> (d0 * 512)>(%p)
    %a = kopt.load %x[%j] : memref<2500xf32> -> tensor<512xf32>
    %b = kopt.load %o[%j] : memref<2500xf32> -> tensor<512xf32>
    %one = arith.constant dense<2.0> : tensor<512xf32>
    %h = arith.mulf %b, %one : tensor<512xf32>
    %s = arith.addf %a, %h : tensor<512xf32>
    kopt.store %s, %o[%j] : tensor<512xf32>, memref<2500xf32>
    kopt.return
  }
  kopt.kernel @double(%x: memref<4xf32>, %o: memref<4xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %a = kopt.load %x[%c0] : memref<4xf32> -> tensor<4xf32>
    %s = arith.addf %a, %a : tensor<4xf32>
    kopt.store %s, %o[%c0] : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
  kopt.kernel @double_long(%x: memref<4xi64>, %o: memref<4xi64> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %a = kopt.load %x[%c0] : memref<4xi64> -> tensor<4xi64>
    %s = arith.addi %a, %a : tensor<4xi64>
    kopt.store %s, %o[%c0] : tensor<4xi64>, memref<4xi64>
    kopt.return
  }
}
func.func @dynamic(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c = arith.constant 2.5 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  %r = kopt.launch @kernels::@add ins(%x : tensor<?x?xf32>) outs(%f : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @long(%x: tensor<2500xf32>) -> tensor<2500xf32> {
  %c = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<2500xf32>
  %f = linalg.fill ins(%c : f32) outs(%e : tensor<2500xf32>) -> tensor<2500xf32>
  %r = kopt.launch @kernels::@fill ins(%x : tensor<2500xf32>) outs(%f : tensor<2500xf32>) -> tensor<2500xf32>
  return %r : tensor<2500xf32>
}
func.func @none(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<3x0xi16>) {
  %c = arith.constant 1 : i16
  %e = tensor.empty() : tensor<3x0xi16>
  %f = linalg.fill ins(%c : i16) outs(%e : tensor<3x0xi16>) -> tensor<3x0xi16>
  %o = tensor.empty() : tensor<4xf32>
  %r = kopt.launch @kernels::@double ins(%x : tensor<4xf32>) outs(%o : tensor<4xf32>) -> tensor<4xf32>
  return %r, %f : tensor<4xf32>, tensor<3x0xi16>
}
func.func @scalar(%x: tensor<4xi64>, %c: i64) -> (tensor<4xi64>, tensor<i64>) {
  %e = tensor.empty() : tensor<i64>
  %f = linalg.fill ins(%c : i64) outs(%e : tensor<i64>) -> tensor<i64>
  %o = tensor.empty() : tensor<4xi64>
  %r = kopt.launch @kernels::@double_long ins(%x : tensor<4xi64>) outs(%o : tensor<4xi64>) -> tensor<4xi64>
  return %r, %f : tensor<4xi64>, tensor<i64>
}
