// A sum of rows of 100 and a division by it, by hand in form 2 in many ways, each
// accepted.
// RUN: split-file %s %t
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --device=sim

// Tiles of 16 and of 128 columns, of which the last have less to do.
// RUN: sed 's,x32xf32,x16xf32,g; s,constant 32,constant 16,' %t/kernel.mlir > %t/tile16.mlir
// RUN: kopt-gate %t/original.mlir %t/tile16.mlir --device=sim
// RUN: sed 's,x32xf32,x128xf32,g; s,constant 32,constant 128,' %t/kernel.mlir > %t/tile128.mlir
// RUN: kopt-gate %t/original.mlir %t/tile128.mlir --device=sim

// More warps than tiles have elements for; from the last tile to the first; terms
// the other way round; a quotient of negative numbers.
// RUN: sed 's,warps = 1,warps = 4,g' %t/kernel.mlir > %t/warps.mlir
// RUN: kopt-gate %t/original.mlir %t/warps.mlir --device=sim
// RUN: sed 's,^//BACK,,; /SUM$/s,%%k\],%%from],' %t/kernel.mlir > %t/backwards.mlir
// RUN: kopt-gate %t/original.mlir %t/backwards.mlir --device=sim
// RUN: sed 's,addf %%acc\, %%t,addf %%t\, %%acc,; s,addf %%a\, %%b,addf %%b\, %%a,' %t/kernel.mlir > %t/swapped.mlir
// RUN: kopt-gate %t/original.mlir %t/swapped.mlir --device=sim
// RUN: sed 's,^//NEGATIVE,,; s,divf %%t\, %%sb,divf %%minus\, %%below,' %t/kernel.mlir > %t/negative.mlir
// RUN: kopt-gate %t/original.mlir %t/negative.mlir --device=sim

// Each tile summed by itself; two launches; three, of which the last one divides
// in place.
// RUN: sed 's,^//EACH,,; /LATE$/d' %t/kernel.mlir > %t/each.mlir
// RUN: kopt-gate %t/original.mlir %t/each.mlir --device=sim
// RUN: sed '/ONE$/d; s,^//TWO,,' %t/kernel.mlir > %t/two.mlir
// RUN: kopt-gate %t/original.mlir %t/two.mlir --device=sim
// RUN: sed '/ONE$/d; s,^//INPLACE,,' %t/kernel.mlir > %t/in-place.mlir
// RUN: kopt-gate %t/original.mlir %t/in-place.mlir --device=sim
// REQUIRES: sim

//--- original.mlir
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
func.func @shares(%x: tensor<5x100xf32>) -> tensor<5x100xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<5xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<5xf32>) -> tensor<5xf32>
  %s = linalg.reduce { arith.addf } ins(%x : tensor<5x100xf32>) outs(%f : tensor<5xf32>) dimensions = [1]
  %o = tensor.empty() : tensor<5x100xf32>
  %r = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<5x100xf32>, tensor<5xf32>) outs(%o : tensor<5x100xf32>) {
  ^bb0(%v: f32, %sum: f32, %out: f32):
    %y = arith.divf %v, %sum : f32
    linalg.yield %y : f32
  } -> tensor<5x100xf32>
  return %r : tensor<5x100xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @shares(%x: memref<5x100xf32>, %o: memref<5x100xf32> {kopt.out})
      attributes {grid = affine_map<() -> (5)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %step = arith.constant 32 : index
    %c100 = arith.constant 100 : index
    %last = arith.constant 96 : index
    %i = kopt.program_id 0
    %zeros = arith.constant dense<0.0> : tensor<1x32xf32>
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    %sum = scf.for %k = %c0 to %c100 step %step iter_args(%acc = %zeros) -> (tensor<1x32xf32>) { // LATE
//EACH    %s = scf.for %k = %c0 to %c100 step %step iter_args(%acc = %zero) -> (tensor<1xf32>) {
//BACK      %from = arith.subi %last, %k : index
      %t = kopt.load %x[%i, %k] : memref<5x100xf32> -> tensor<1x32xf32> // SUM
      %next = arith.addf %acc, %t : tensor<1x32xf32> // LATE
      scf.yield %next : tensor<1x32xf32> // LATE
    } // LATE
    %s = kopt.reduce (%sum) axis 1 identity [0.0 : f32] : (tensor<1x32xf32>) -> tensor<1xf32> { // LATE
//EACH      %part = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x32xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
//EACH      %next = arith.addf %acc, %part : tensor<1xf32>
//EACH      scf.yield %next : tensor<1xf32>
//EACH    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x32xf32>
    scf.for %k = %c0 to %c100 step %step {
      %t = kopt.load %x[%i, %k] : memref<5x100xf32> -> tensor<1x32xf32>
//NEGATIVE      %minus = arith.negf %t : tensor<1x32xf32>
//NEGATIVE      %below = arith.negf %sb : tensor<1x32xf32>
      %y = arith.divf %t, %sb : tensor<1x32xf32>
      kopt.store %y, %o[%i, %k] : tensor<1x32xf32>, memref<5x100xf32>
    }
    kopt.return
  }
  kopt.kernel @sums(%x: memref<5x100xf32>, %o: memref<5xf32> {kopt.out})
      attributes {grid = affine_map<() -> (5)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<5x100xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o[%i] : tensor<1xf32>, memref<5xf32>
    kopt.return
  }
  kopt.kernel @divide(%x: memref<5x100xf32>, %s: memref<5xf32>, %o: memref<5x100xf32> {kopt.out})
      attributes {grid = affine_map<() -> (5, 4)>, schedule = #kopt.launch<warps = 1>} {
    %c32 = arith.constant 32 : index
    %i = kopt.program_id 0
    %j = kopt.program_id 1
    %k = arith.muli %j, %c32 : index
    %t = kopt.load %x[%i, %k] : memref<5x100xf32> -> tensor<1x32xf32>
    %v = kopt.load %s[%i] map affine_map<(d0, d1)[s0] -> (d0 + s0)> : memref<5xf32> -> tensor<1x32xf32>
    %y = arith.divf %t, %v : tensor<1x32xf32>
    kopt.store %y, %o[%i, %k] : tensor<1x32xf32>, memref<5x100xf32>
    kopt.return
  }
  kopt.kernel @copy(%x: memref<5x100xf32>, %o: memref<5x100xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0, %c0] : memref<5x100xf32> -> tensor<8x128xf32>
    kopt.store %t, %o[%c0, %c0] : tensor<8x128xf32>, memref<5x100xf32>
    kopt.return
  }
  kopt.kernel @scale(%s: memref<5xf32>, %o: memref<5x100xf32> {kopt.inout})
      attributes {grid = affine_map<() -> (5)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %o[%i, %c0] : memref<5x100xf32> -> tensor<1x128xf32>
    %v = kopt.load %s[%i] map affine_map<(d0, d1)[s0] -> (d0 + s0)> : memref<5xf32> -> tensor<1x128xf32>
    %y = arith.divf %t, %v : tensor<1x128xf32>
    kopt.store %y, %o[%i, %c0] : tensor<1x128xf32>, memref<5x100xf32>
    kopt.return
  }
}
func.func @shares(%x: tensor<5x100xf32>) -> tensor<5x100xf32> {
  %e = tensor.empty() : tensor<5x100xf32>
  %f = tensor.empty() : tensor<5xf32>
  %r = kopt.launch @kernels::@shares ins(%x : tensor<5x100xf32>) outs(%e : tensor<5x100xf32>) -> tensor<5x100xf32> // ONE
//TWO  %s = kopt.launch @kernels::@sums ins(%x : tensor<5x100xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
//TWO  %r = kopt.launch @kernels::@divide ins(%x, %s : tensor<5x100xf32>, tensor<5xf32>) outs(%e : tensor<5x100xf32>) -> tensor<5x100xf32>
//INPLACE  %s = kopt.launch @kernels::@sums ins(%x : tensor<5x100xf32>) outs(%f : tensor<5xf32>) -> tensor<5xf32>
//INPLACE  %y = kopt.launch @kernels::@copy ins(%x : tensor<5x100xf32>) outs(%e : tensor<5x100xf32>) -> tensor<5x100xf32>
//INPLACE  %r = kopt.launch @kernels::@scale ins(%s : tensor<5xf32>) outs(%y : tensor<5x100xf32>) -> tensor<5x100xf32>
  return %r : tensor<5x100xf32>
}
