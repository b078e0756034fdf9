// Elements of every width through scans, sorts and selections: i1, 16, 32 and 64 bits,
// index. Sorted one way and back, what goes along has stayed together.
// RUN: split-file %s %t
// RUN: kopt-gate %t/types.original.mlir %t/types.mlir --device=sim --families=random_bits,small_integers
// RUN: kopt-gate %t/selection.original.mlir %t/selection.mlir --device=sim --families=random_bits,small_integers
// REQUIRES: sim

//--- types.original.mlir
func.func @t(%x: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi64>, tensor<300xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 300 : index
  %z = arith.constant 0 : i32
  %zz = arith.constant 0 : i64
  %f = arith.constant false
  %e = tensor.empty() : tensor<300xi32>
  %g = tensor.empty() : tensor<300xi64>
  %c7 = arith.constant 127 : i32
  %r:5 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %e, %b = %g, %c = %e, %any = %f, %s = %zz) -> (tensor<300xi32>, tensor<300xi64>, tensor<300xi32>, i1, i64) {
    %v = tensor.extract %x[%i] : tensor<300xi32>
    %m = arith.andi %v, %c7 : i32
    %is = arith.cmpi eq, %m, %z : i32
    %any1 = arith.ori %any, %is : i1
    %w = arith.extui %any1 : i1 to i32
    %a1 = tensor.insert %w into %a[%i] : tensor<300xi32>
    %vl = arith.extsi %v : i32 to i64
    %s1 = arith.addi %s, %vl : i64
    %b1 = tensor.insert %s1 into %b[%i] : tensor<300xi64>
    %back = arith.subi %n, %i : index
    %p = arith.subi %back, %c1 : index
    %q = tensor.extract %x[%p] : tensor<300xi32>
    %d1 = tensor.insert %m into %c[%i] : tensor<300xi32>
    scf.yield %a1, %b1, %d1, %any1, %s1 : tensor<300xi32>, tensor<300xi64>, tensor<300xi32>, i1, i64
  }
  return %r#0, %r#1, %r#2 : tensor<300xi32>, tensor<300xi64>, tensor<300xi32>
}

//--- types.mlir
gpu.module @kernels {
  kopt.kernel @t(%x: memref<300xi32>, %o: memref<300xi32> {kopt.out}, %p: memref<300xi64> {kopt.out}, %q: memref<300xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<300xi32> -> tensor<300xi32>
    %m7 = arith.constant dense<127> : tensor<300xi32>
    %z = arith.constant dense<0> : tensor<300xi32>
    %m = arith.andi %t, %m7 : tensor<300xi32>
    %is = arith.cmpi eq, %m, %z : tensor<300xi32>
    %l = arith.index_cast %t : tensor<300xi32> to tensor<300xindex>
    %r:4 = kopt.scan (%is, %l) axis 0 identity [false, 0 : index] : (tensor<300xi1>, tensor<300xindex>) -> (tensor<300xi1>, tensor<300xindex>, tensor<i1>, tensor<index>) {
    ^bb0(%a: i1, %b: index, %c: i1, %d: index):
      %e = arith.ori %a, %c : i1
      %f = arith.addi %b, %d : index
      kopt.yield %e, %f : i1, index
    }
    %w = arith.extui %r#0 : tensor<300xi1> to tensor<300xi32>
    %i = arith.index_cast %r#1 : tensor<300xindex> to tensor<300xi64>
    // Sort by place, twice reversed: back to the original; with i1, f16, f64 along.
    %j = kopt.iota 0 : tensor<300xindex>
    %h = arith.sitofp %m : tensor<300xi32> to tensor<300xf16>
    %dd = arith.sitofp %m : tensor<300xi32> to tensor<300xf64>
    %s:5 = kopt.sort (%j, %is, %h, %dd, %m) axis 0 : (tensor<300xindex>, tensor<300xi1>, tensor<300xf16>, tensor<300xf64>, tensor<300xi32>) -> (tensor<300xindex>, tensor<300xi1>, tensor<300xf16>, tensor<300xf64>, tensor<300xi32>) {
    ^bb0(%a: index, %a1: i1, %a2: f16, %a3: f64, %a4: i32, %b: index, %b1: i1, %b2: f16, %b3: f64, %b4: i32):
      %g = arith.cmpi sgt, %a, %b : index
      kopt.yield %g : i1
    }
    %u:5 = kopt.top_k (%s#0, %s#1, %s#2, %s#3, %s#4) axis 0 k 300 : (tensor<300xindex>, tensor<300xi1>, tensor<300xf16>, tensor<300xf64>, tensor<300xi32>) -> (tensor<300xindex>, tensor<300xi1>, tensor<300xf16>, tensor<300xf64>, tensor<300xi32>) {
    ^bb0(%a: index, %a1: i1, %a2: f16, %a3: f64, %a4: i32, %b: index, %b1: i1, %b2: f16, %b3: f64, %b4: i32):
      %g = arith.cmpi slt, %a, %b : index
      kopt.yield %g : i1
    }
    // m where all agree, -1 elsewhere.
    %isz = arith.extui %u#1 : tensor<300xi1> to tensor<300xi32>
    %eqz = arith.cmpi eq, %u#4, %z : tensor<300xi32>
    %eqi = arith.extui %eqz : tensor<300xi1> to tensor<300xi32>
    %ok1 = arith.cmpi eq, %isz, %eqi : tensor<300xi32>
    %h2 = arith.fptosi %u#2 : tensor<300xf16> to tensor<300xi32>
    %d2 = arith.fptosi %u#3 : tensor<300xf64> to tensor<300xi32>
    %ok2 = arith.cmpi eq, %h2, %u#4 : tensor<300xi32>
    %ok3 = arith.cmpi eq, %d2, %u#4 : tensor<300xi32>
    %ok4 = arith.andi %ok1, %ok2 : tensor<300xi1>
    %ok5 = arith.andi %ok4, %ok3 : tensor<300xi1>
    %minus = arith.constant dense<-1> : tensor<300xi32>
    %res = arith.select %ok5, %u#4, %minus : tensor<300xi1>, tensor<300xi32>
    kopt.store %w, %o[%c0] : tensor<300xi32>, memref<300xi32>
    kopt.store %i, %p[%c0] : tensor<300xi64>, memref<300xi64>
    kopt.store %res, %q[%c0] : tensor<300xi32>, memref<300xi32>
    kopt.return
  }
}
func.func @t(%x: tensor<300xi32>) -> (tensor<300xi32>, tensor<300xi64>, tensor<300xi32>) {
  %e = tensor.empty() : tensor<300xi32>
  %g = tensor.empty() : tensor<300xi64>
  %r:3 = kopt.launch @kernels::@t ins(%x : tensor<300xi32>) outs(%e, %g, %e : tensor<300xi32>, tensor<300xi64>, tensor<300xi32>) -> tensor<300xi32>, tensor<300xi64>, tensor<300xi32>
  return %r#0, %r#1, %r#2 : tensor<300xi32>, tensor<300xi64>, tensor<300xi32>
}

//--- selection.original.mlir
func.func @t(%x: tensor<4096xi32>) -> tensor<5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %n = arith.constant 4095 : index
  %e = tensor.empty() : tensor<5xi32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %e) -> tensor<5xi32> {
    %p = arith.subi %n, %i : index
    %v = tensor.extract %x[%p] : tensor<4096xi32>
    %a1 = tensor.insert %v into %a[%i] : tensor<5xi32>
    scf.yield %a1 : tensor<5xi32>
  }
  return %r : tensor<5xi32>
}

//--- selection.mlir
gpu.module @kernels {
  kopt.kernel @t(%x: memref<4096xi32>, %q: memref<5xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %m = kopt.load %x[%c0] : memref<4096xi32> -> tensor<4096xi32>
    %z = arith.constant dense<0> : tensor<4096xi32>
    %is = arith.cmpi eq, %m, %z : tensor<4096xi32>
    %j = kopt.iota 0 : tensor<4096xindex>
    %h = arith.sitofp %m : tensor<4096xi32> to tensor<4096xf16>
    %u:4 = kopt.top_k (%j, %is, %h, %m) axis 0 k 5 : (tensor<4096xindex>, tensor<4096xi1>, tensor<4096xf16>, tensor<4096xi32>) -> (tensor<5xindex>, tensor<5xi1>, tensor<5xf16>, tensor<5xi32>) {
    ^bb0(%a: index, %a1: i1, %a2: f16, %a4: i32, %b: index, %b1: i1, %b2: f16, %b4: i32):
      %g = arith.cmpi sgt, %a, %b : index
      kopt.yield %g : i1
    }
    %z5 = arith.constant dense<0> : tensor<5xi32>
    %eqz = arith.cmpi eq, %u#3, %z5 : tensor<5xi32>
    %ok1 = arith.cmpi eq, %eqz, %u#1 : tensor<5xi1>
    %h5 = arith.sitofp %u#3 : tensor<5xi32> to tensor<5xf16>
    %ok2 = arith.cmpf ueq, %h5, %u#2 : tensor<5xf16>
    %ok = arith.andi %ok1, %ok2 : tensor<5xi1>
    %minus = arith.constant dense<-1> : tensor<5xi32>
    %res = arith.select %ok, %u#3, %minus : tensor<5xi1>, tensor<5xi32>
    kopt.store %res, %q[%c0] : tensor<5xi32>, memref<5xi32>
    kopt.return
  }
}
func.func @t(%x: tensor<4096xi32>) -> tensor<5xi32> {
  %e = tensor.empty() : tensor<5xi32>
  %r = kopt.launch @kernels::@t ins(%x : tensor<4096xi32>) outs(%e : tensor<5xi32>) -> tensor<5xi32>
  return %r : tensor<5xi32>
}
