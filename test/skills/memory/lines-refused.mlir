// Kernels on whole tensors that the cards for lines leave, with the reason.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=scan_lines,order_lines,private_histogram,scatter_to_grid explain=remarks" 2>&1 | FileCheck %s

// CHECK-DAG: card @scan_lines refused at @reversed: action: expected a scan from the first element on
// CHECK-DAG: card @scan_lines refused at @total: action: the total of a scan is used
// CHECK-DAG: card @order_lines refused at @by_value: action: expected an order by the first elements of the tuples, then by the second
// CHECK-DAG: card @order_lines refused at @mixed: action: expected an order by the first elements of the tuples, then by the second
// CHECK-DAG: card @order_lines refused at @long: action: lines of 20000 elements, of which 20000 are wanted, in tiles of 16384
// CHECK-DAG: card @order_lines applied at @many
// CHECK-DAG: card @private_histogram refused at @bytes: action: every value of 8 bits has a bin
// CHECK-DAG: card @scatter_to_grid refused at @bytes: action: expected no 'kopt.histogram' beside an update
gpu.module @kernels {
  kopt.kernel @reversed(%x: memref<4x64xf32>, %o: memref<4x64xf32> {kopt.out}) {
    %t = kopt.load %x : memref<4x64xf32> -> tensor<4x64xf32>
    %s, %n = kopt.scan (%t) axis 1 identity [0.0 : f32] reverse : (tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o : tensor<4x64xf32>, memref<4x64xf32>
    kopt.return
  }
  kopt.kernel @total(%x: memref<4x64xf32>, %o: memref<4xf32> {kopt.out}) {
    %t = kopt.load %x : memref<4x64xf32> -> tensor<4x64xf32>
    %s, %n = kopt.scan (%t) axis 1 identity [0.0 : f32] : (tensor<4x64xf32>) -> (tensor<4x64xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %n, %o : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
  // What is past the end could not be told from what is not.
  kopt.kernel @by_value(%x: memref<4x60xi32>, %o: memref<4x60xi32> {kopt.out}) {
    %t = kopt.load %x : memref<4x60xi32> -> tensor<4x60xi32>
    %i = kopt.iota 1 : tensor<4x60xi32>
    %k, %j = kopt.sort (%t, %i) axis 1 : (tensor<4x60xi32>, tensor<4x60xi32>) -> (tensor<4x60xi32>, tensor<4x60xi32>) {
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %lt = arith.cmpi slt, %a, %b : i32
      kopt.yield %lt : i1
    }
    kopt.store %k, %o : tensor<4x60xi32>, memref<4x60xi32>
    kopt.return
  }
  // Elements are compared with places.
  kopt.kernel @mixed(%x: memref<4x60xi32>, %o: memref<4x60xi32> {kopt.out}) {
    %t = kopt.load %x : memref<4x60xi32> -> tensor<4x60xi32>
    %i = kopt.iota 1 : tensor<4x60xi32>
    %k, %j = kopt.sort (%t, %i) axis 1 : (tensor<4x60xi32>, tensor<4x60xi32>) -> (tensor<4x60xi32>, tensor<4x60xi32>) {
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %lt = arith.cmpi slt, %a, %bi : i32
      kopt.yield %lt : i1
    }
    kopt.store %k, %o : tensor<4x60xi32>, memref<4x60xi32>
    kopt.return
  }
  kopt.kernel @long(%x: memref<20000xi32>, %o: memref<20000xi32> {kopt.out}) {
    %t = kopt.load %x : memref<20000xi32> -> tensor<20000xi32>
    %i = kopt.iota 0 : tensor<20000xi32>
    %k, %j = kopt.sort (%t, %i) axis 0 : (tensor<20000xi32>, tensor<20000xi32>) -> (tensor<20000xi32>, tensor<20000xi32>) {
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %lt = arith.cmpi slt, %a, %b : i32
      %eq = arith.cmpi eq, %a, %b : i32
      %lower = arith.cmpi slt, %ai, %bi : i32
      %before = arith.select %eq, %lower, %lt : i1
      kopt.yield %before : i1
    }
    kopt.store %k, %o : tensor<20000xi32>, memref<20000xi32>
    kopt.return
  }
  kopt.kernel @many(%x: memref<200x4096xi32>, %o: memref<200x8xi32> {kopt.out}) {
    %t = kopt.load %x : memref<200x4096xi32> -> tensor<200x4096xi32>
    %i = kopt.iota 1 : tensor<200x4096xi32>
    %k, %j = kopt.top_k (%t, %i) axis 1 k 8 : (tensor<200x4096xi32>, tensor<200x4096xi32>) -> (tensor<200x8xi32>, tensor<200x8xi32>) {
    ^bb0(%a: i32, %ai: i32, %b: i32, %bi: i32):
      %lt = arith.cmpi slt, %a, %b : i32
      %eq = arith.cmpi eq, %a, %b : i32
      %lower = arith.cmpi slt, %ai, %bi : i32
      %before = arith.select %eq, %lower, %lt : i1
      kopt.yield %before : i1
    }
    kopt.store %k, %o : tensor<200x8xi32>, memref<200x8xi32>
    kopt.return
  }
  kopt.kernel @bytes(%x: memref<900xi8>, %o: memref<256xi32> {kopt.inout}) {
    %t = kopt.load %x : memref<900xi8> -> tensor<900xi8>
    %h = kopt.histogram %t : tensor<900xi8> -> tensor<256xi32>
    kopt.scatter_reduce addi %h, %o : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
}
