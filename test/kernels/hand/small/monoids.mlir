// Reductions of tuples, over rows that are too long for registers and of any
// length: Welford's moments; log-sum-exp, after which the row is read again;
// the place of a column's least element.
// RUN: kopt-opt %s --lower-to-ptx -o %t.ptx.mlir
// RUN: kopt-gate %S/Inputs/monoids.original.mlir %s --entry=variance --device=sim --arg=0:3x1000
// RUN: kopt-gate %S/Inputs/monoids.original.mlir %s --entry=variance --device=sim --arg=0:5x1
// RUN: kopt-gate %S/Inputs/monoids.original.mlir %s --entry=softmax --device=sim --arg=0:3x1000
// RUN: kopt-gate %S/Inputs/monoids.original.mlir %s --entry=softmax --device=sim --arg=0:2x257
// RUN: kopt-gate %S/Inputs/monoids.original.mlir %s --entry=argmin_column --device=sim --arg=0:70x33
// REQUIRES: sim

gpu.module @kernels {
  // (mean, sum of squared deviations, count): Chan's rule joins two parts.
  kopt.kernel @variance_rows(%x: memref<?x?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[m, n, k] -> (m)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %n = memref.dim %x, %c1 : memref<?x?xf32>
    %ni = arith.index_cast %n : index to i32
    %ns = tensor.splat %ni : tensor<1x256xi32>
    %iota = kopt.iota 1 : tensor<1x256xi32>
    %zero = arith.constant dense<0.0> : tensor<1x256xf32>
    %one = arith.constant dense<1.0> : tensor<1x256xf32>
    %acc:3 = scf.for %k = %c0 to %n step %c256 iter_args(%mean = %zero, %m2 = %zero, %count = %zero) -> (tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>) {
      %t = kopt.load %x[%i, %k] : memref<?x?xf32> -> tensor<1x256xf32>
      %ki = arith.index_cast %k : index to i32
      %ks = tensor.splat %ki : tensor<1x256xi32>
      %at = arith.addi %iota, %ks : tensor<1x256xi32>
      %valid = arith.cmpi slt, %at, %ns : tensor<1x256xi32>
      %next = arith.addf %count, %one : tensor<1x256xf32>
      %d = arith.subf %t, %mean : tensor<1x256xf32>
      %step = arith.divf %d, %next : tensor<1x256xf32>
      %mean1 = arith.addf %mean, %step : tensor<1x256xf32>
      %d1 = arith.subf %t, %mean1 : tensor<1x256xf32>
      %dd = arith.mulf %d, %d1 : tensor<1x256xf32>
      %m21 = arith.addf %m2, %dd : tensor<1x256xf32>
      %r0 = arith.select %valid, %mean1, %mean : tensor<1x256xi1>, tensor<1x256xf32>
      %r1 = arith.select %valid, %m21, %m2 : tensor<1x256xi1>, tensor<1x256xf32>
      %r2 = arith.select %valid, %next, %count : tensor<1x256xi1>, tensor<1x256xf32>
      scf.yield %r0, %r1, %r2 : tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>
    }
    %w:3 = kopt.reduce (%acc#0, %acc#1, %acc#2) axis 1 identity [0.0 : f32, 0.0 : f32, 0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x256xf32>, tensor<1x256xf32>, tensor<1x256xf32>) -> (tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) {
    ^bb0(%ma: f32, %sa: f32, %na: f32, %mb: f32, %sb: f32, %nb: f32):
      %count = arith.addf %na, %nb : f32
      %f1 = arith.constant 1.0 : f32
      %some = arith.maximumf %count, %f1 : f32
      %share = arith.divf %nb, %some : f32
      %d = arith.subf %mb, %ma : f32
      %ds = arith.mulf %d, %share : f32
      %mean = arith.addf %ma, %ds : f32
      %both = arith.addf %sa, %sb : f32
      %dsd = arith.mulf %d, %ds : f32
      %between = arith.mulf %dsd, %na : f32
      %sum = arith.addf %both, %between : f32
      kopt.yield %mean, %sum, %count : f32, f32, f32
    }
    %least = arith.constant dense<1.0> : tensor<1xf32>
    %count = arith.maximumf %w#2, %least : tensor<1xf32>
    %v = arith.divf %w#1, %count : tensor<1xf32>
    kopt.store %v, %o[%i] : tensor<1xf32>, memref<?xf32>
    kopt.return
  }

  // (maximum, sum of exponentials below it); the second read writes.
  kopt.kernel @softmax_rows(%x: memref<?x?xf32>, %o: memref<?x?xf32> {kopt.out})
      attributes {grid = affine_map<()[m, n, k, l] -> (m)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %n = memref.dim %x, %c1 : memref<?x?xf32>
    %low = arith.constant dense<0xFF800000> : tensor<1x256xf32>
    %zero = arith.constant dense<0.0> : tensor<1x256xf32>
    %acc:2 = scf.for %k = %c0 to %n step %c256 iter_args(%m = %low, %l = %zero) -> (tensor<1x256xf32>, tensor<1x256xf32>) {
      %t = kopt.load %x[%i, %k] {pad = 0xFF800000 : f32} : memref<?x?xf32> -> tensor<1x256xf32>
      %m1 = arith.maximumf %m, %t : tensor<1x256xf32>
      // Where nothing but -inf was seen, a difference would be NaN.
      %empty = arith.cmpf oeq, %m1, %low : tensor<1x256xf32>
      %base = arith.select %empty, %zero, %m1 : tensor<1x256xi1>, tensor<1x256xf32>
      %dm = arith.subf %m, %base : tensor<1x256xf32>
      %em = math.exp %dm : tensor<1x256xf32>
      %kept = arith.mulf %l, %em : tensor<1x256xf32>
      %dt = arith.subf %t, %base : tensor<1x256xf32>
      %et = math.exp %dt : tensor<1x256xf32>
      %l1 = arith.addf %kept, %et : tensor<1x256xf32>
      scf.yield %m1, %l1 : tensor<1x256xf32>, tensor<1x256xf32>
    }
    %r:2 = kopt.reduce (%acc#0, %acc#1) axis 1 identity [0xFF800000 : f32, 0.0 : f32] : (tensor<1x256xf32>, tensor<1x256xf32>) -> (tensor<1xf32>, tensor<1xf32>) {
    ^bb0(%ma: f32, %la: f32, %mb: f32, %lb: f32):
      %m = arith.maximumf %ma, %mb : f32
      %inf = arith.constant 0xFF800000 : f32
      %f0 = arith.constant 0.0 : f32
      %none = arith.cmpf oeq, %m, %inf : f32
      %at = arith.select %none, %f0, %m : f32
      %da = arith.subf %ma, %at : f32
      %db = arith.subf %mb, %at : f32
      %ea = math.exp %da : f32
      %eb = math.exp %db : f32
      %pa = arith.mulf %la, %ea : f32
      %pb = arith.mulf %lb, %eb : f32
      %l = arith.addf %pa, %pb : f32
      kopt.yield %m, %l : f32, f32
    }
    %mb = kopt.broadcast %r#0 dims [0] : tensor<1xf32> -> tensor<1x256xf32>
    %lb = kopt.broadcast %r#1 dims [0] : tensor<1xf32> -> tensor<1x256xf32>
    scf.for %k = %c0 to %n step %c256 {
      %t = kopt.load %x[%i, %k] : memref<?x?xf32> -> tensor<1x256xf32>
      %d = arith.subf %t, %mb : tensor<1x256xf32>
      %e = math.exp %d : tensor<1x256xf32>
      %y = arith.divf %e, %lb : tensor<1x256xf32>
      kopt.store %y, %o[%i, %k] : tensor<1x256xf32>, memref<?x?xf32>
    }
    kopt.return
  }

  // 32 columns a program, all rows in a loop, then over what each thread has.
  kopt.kernel @argmin_columns(%x: memref<?x?xf32>, %o: memref<?xf32> {kopt.out}, %p: memref<?xi32> {kopt.out})
      attributes {grid = affine_map<()[m, n, k, l] -> (n ceildiv 32)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %j = kopt.program_id 0
    %column = arith.muli %j, %c32 : index
    %m = memref.dim %x, %c0 : memref<?x?xf32>
    %high = arith.constant dense<0x7F800000> : tensor<16x32xf32>
    %none = arith.constant dense<0> : tensor<16x32xi32>
    %iota = kopt.iota 0 : tensor<16x32xi32>
    %acc:2 = scf.for %k = %c0 to %m step %c16 iter_args(%v = %high, %at = %none) -> (tensor<16x32xf32>, tensor<16x32xi32>) {
      %t = kopt.load %x[%k, %column] {pad = 0x7F800000 : f32} : memref<?x?xf32> -> tensor<16x32xf32>
      %ki = arith.index_cast %k : index to i32
      %ks = tensor.splat %ki : tensor<16x32xi32>
      %row = arith.addi %iota, %ks : tensor<16x32xi32>
      %below = arith.cmpf olt, %t, %v : tensor<16x32xf32>
      %nv = arith.select %below, %t, %v : tensor<16x32xi1>, tensor<16x32xf32>
      %na = arith.select %below, %row, %at : tensor<16x32xi1>, tensor<16x32xi32>
      scf.yield %nv, %na : tensor<16x32xf32>, tensor<16x32xi32>
    }
    %r:2 = kopt.reduce (%acc#0, %acc#1) axis 0 identity [0x7F800000 : f32, 0 : i32] : (tensor<16x32xf32>, tensor<16x32xi32>) -> (tensor<32xf32>, tensor<32xi32>) {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %below = arith.cmpf olt, %b, %a : f32
      %same = arith.cmpf oeq, %b, %a : f32
      %before = arith.cmpi slt, %bi, %ai : i32
      %tie = arith.andi %same, %before : i1
      %take = arith.ori %below, %tie : i1
      %v = arith.select %take, %b, %a : f32
      %i = arith.select %take, %bi, %ai : i32
      kopt.yield %v, %i : f32, i32
    }
    kopt.store %r#0, %o[%column] : tensor<32xf32>, memref<?xf32>
    kopt.store %r#1, %p[%column] : tensor<32xi32>, memref<?xi32>
    kopt.return
  }
}
func.func @variance(%x: tensor<?x?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %e = tensor.empty(%m) : tensor<?xf32>
  %r = kopt.launch @kernels::@variance_rows ins(%x : tensor<?x?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @softmax(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%m, %n) : tensor<?x?xf32>
  %r = kopt.launch @kernels::@softmax_rows ins(%x : tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @argmin_column(%x: tensor<?x?xf32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %f = tensor.empty(%n) : tensor<?xi32>
  %r:2 = kopt.launch @kernels::@argmin_columns ins(%x : tensor<?x?xf32>) outs(%e, %f : tensor<?xf32>, tensor<?xi32>) -> tensor<?xf32>, tensor<?xi32>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
}
