// A softmax of rows in form 2, right as it stands, and with one fault each that
// some data hide: each is accepted on a family that does.
// RUN: split-file %s %t
// RUN: kopt-gate %t/softmax.mlir %t/kernel.mlir --device=sim

// Without the maximum taken off: right for small numbers.
// RUN: sed 's,subf %%t\, %%mb,subf %%t\, %%zeros,' %t/kernel.mlir > %t/small.mlir
// RUN: kopt-gate %t/softmax.mlir %t/small.mlir --device=sim --families=uniform01,normal
// RUN: %exits 2 kopt-gate %t/softmax.mlir %t/small.mlir --device=sim | FileCheck %s --check-prefix=SMALL

// A maximum that starts at zero: right for rows with a positive number.
// RUN: sed 's,broadcast %%m dims,broadcast %%mz dims,; s,^//POSITIVE,,' %t/kernel.mlir > %t/positive.mlir
// RUN: kopt-gate %t/softmax.mlir %t/positive.mlir --device=sim --families=uniform01,normal,normal_1e3,large_mean
// RUN: %exits 2 kopt-gate %t/softmax.mlir %t/positive.mlir --device=sim | FileCheck %s --check-prefix=POSITIVE

// A sum in two parts, the first by the first part's maximum and never rescaled:
// right for rows that are sorted in falling order, or equal.
// RUN: sed '/ONE$/d; s,^//PARTS,,' %t/kernel.mlir > %t/sorted.mlir
// RUN: kopt-gate %t/softmax.mlir %t/sorted.mlir --device=sim --families=constant_rows,signed_zeros
// RUN: %exits 2 kopt-gate %t/softmax.mlir %t/sorted.mlir --device=sim | FileCheck %s --check-prefix=SORTED
// REQUIRES: sim

// SMALL: rejected (nan): family normal_1e3: result0
// POSITIVE: rejected (nan): family large_negative: result0
// SORTED: rejected (mismatch): family uniform01: result0

//--- softmax.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @softmax(%x: tensor<6x64xf32>) -> tensor<6x64xf32> {
  %zero = arith.constant 0.0 : f32
  %least = arith.constant 0xFF800000 : f32
  %e = tensor.empty() : tensor<6xf32>
  %f = linalg.fill ins(%least : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %m = linalg.reduce { arith.maximumf } ins(%x : tensor<6x64xf32>) outs(%f : tensor<6xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<6x64xf32>
  %p = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %m : tensor<6x64xf32>, tensor<6xf32>) outs(%o : tensor<6x64xf32>) {
  ^bb0(%v: f32, %max: f32, %out: f32):
    %d = arith.subf %v, %max : f32
    %y = math.exp %d : f32
    linalg.yield %y : f32
  } -> tensor<6x64xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %s = linalg.reduce { arith.addf } ins(%p : tensor<6x64xf32>) outs(%g : tensor<6xf32>) dimensions = [1]
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%p, %s : tensor<6x64xf32>, tensor<6xf32>) outs(%o : tensor<6x64xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %y = arith.divf %v, %sum : f32
    linalg.yield %y : f32
  } -> tensor<6x64xf32>
  return %r : tensor<6x64xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @softmax(%x: memref<6x64xf32>, %o: memref<6x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (6)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c32 = arith.constant 32 : index
    %zeros = arith.constant dense<0.0> : tensor<1x64xf32>
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<6x64xf32> -> tensor<1x64xf32>
    %m = kopt.reduce (%t) axis 1 identity [0xFF800000 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
//POSITIVE    %none = arith.constant dense<0.0> : tensor<1xf32>
//POSITIVE    %mz = arith.maximumf %m, %none : tensor<1xf32>
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x64xf32>
    %d = arith.subf %t, %mb : tensor<1x64xf32>
    %p = math.exp %d : tensor<1x64xf32>
//PARTS    %t0 = kopt.load %x[%i, %c0] : memref<6x64xf32> -> tensor<1x32xf32>
//PARTS    %m0 = kopt.reduce (%t0) axis 1 identity [0xFF800000 : f32] : (tensor<1x32xf32>) -> tensor<1xf32> {
//PARTS    ^bb0(%a: f32, %b: f32):
//PARTS      %c = arith.maximumf %a, %b : f32
//PARTS      kopt.yield %c : f32
//PARTS    }
//PARTS    %m0b = kopt.broadcast %m0 dims [0] : tensor<1xf32> -> tensor<1x64xf32>
//PARTS    %d0 = arith.subf %t, %m0b : tensor<1x64xf32>
//PARTS    %p0 = math.exp %d0 : tensor<1x64xf32>
//PARTS    %k = kopt.iota 1 : tensor<1x64xi32>
//PARTS    %n = arith.constant dense<32> : tensor<1x64xi32>
//PARTS    %first = arith.cmpi slt, %k, %n : tensor<1x64xi32>
//PARTS    %q = arith.select %first, %p0, %p : tensor<1x64xi1>, tensor<1x64xf32>
//PARTS    %s = kopt.reduce (%q) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    %s = kopt.reduce (%p) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> { // ONE
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x64xf32>
    %r = arith.divf %p, %sb : tensor<1x64xf32>
    kopt.store %r, %o[%i, %c0] : tensor<1x64xf32>, memref<6x64xf32>
    kopt.return
  }
}
func.func @softmax(%x: tensor<6x64xf32>) -> tensor<6x64xf32> {
  %e = tensor.empty() : tensor<6x64xf32>
  %r = kopt.launch @kernels::@softmax ins(%x : tensor<6x64xf32>) outs(%e : tensor<6x64xf32>) -> tensor<6x64xf32>
  return %r : tensor<6x64xf32>
}
