// RUN: kopt-opt %s -kopt-assign-layouts -kopt-verify-layouts | FileCheck %s

// CHECK-DAG: #[[WIDE:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}0, 1], [0, 2], [0, 4]], lane = {{\[\[}}0, 8], [0, 16], [0, 32], [0, 64], [0, 128]], warp = {{\[\[}}0, 256], [0, 512]], reps = [1, 1]>
// CHECK-DAG: #[[COL:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}1], [2], [4]], lane = {{\[\[}}8], [16], [32], [64], [128]], warp = {{\[\[}}256], [512]], reps = [1]>
// CHECK-DAG: #[[ROW:layout[0-9]*]] = #kopt.layout<reg = [], lane = {{\[\[}}0], [0], [0], [0], [0]], warp = {{\[\[}}0], [0]], reps = [1]>
// CHECK-DAG: #[[ONE:layout[0-9]*]] = #kopt.layout<reg = [], lane = {{\[\[}}1], [2], [4], [8], [16]], warp = [], reps = [1]>
// CHECK-DAG: #[[TWO:layout[0-9]*]] = #kopt.layout<reg = {{\[\[}}1]], lane = {{\[\[}}2], [4], [8], [16], [0]], warp = [], reps = [1]>
#two = #kopt.layout<reg = [[1]], lane = [[2], [4], [8], [16], [0]], warp = [], reps = [1]>

gpu.module @kernels {
  // The widest access of the shape decides for both element types; what is
  // reduced or broadcast has slices; nothing is converted.
  // CHECK-LABEL: kopt.kernel @chain
  // CHECK-NOT: kopt.convert_layout
  kopt.kernel @chain(%x: memref<64x1024xbf16>, %w: memref<1024xf32>, %o: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c2 = arith.constant 2 : index
    %c1 = arith.constant 1 : index
    %i = kopt.program_id 0
    // CHECK-DAG: arith.constant dense<0.000000e+00> : tensor<1xf32, #[[ROW]]>
    %zero = arith.constant dense<0.0> : tensor<1xf32>
    // CHECK: kopt.load %{{.*}} -> tensor<1x1024xbf16, #[[WIDE]]>
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<64x1024xbf16> -> tensor<1x1024xbf16>
    %f = arith.extf %t : tensor<1x1024xbf16> to tensor<1x1024xf32>
    // CHECK: scf.for {{.*}} -> (tensor<1xf32, #[[ROW]]>)
    %s = scf.for %k = %c0 to %c2 step %c1 iter_args(%acc = %zero) -> tensor<1xf32> {
      // CHECK: kopt.reduce{{.*}} (tensor<1x1024xf32, #[[WIDE]]>) -> tensor<1xf32, #[[ROW]]>
      %r = kopt.reduce (%f) axis 1 identity [0.0 : f32] : (tensor<1x1024xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      %n = arith.addf %acc, %r : tensor<1xf32>
      scf.yield %n : tensor<1xf32>
    }
    // CHECK: kopt.load %{{.*}} -> tensor<1024xf32, #[[COL]]>
    %g = kopt.load %w[%c0] : memref<1024xf32> -> tensor<1024xf32>
    %gb = kopt.broadcast %g dims [1] : tensor<1024xf32> -> tensor<1x1024xf32>
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    // CHECK: arith.cmpf ogt, {{.*}} : tensor<1x1024xf32, #[[WIDE]]>
    %q = arith.cmpf ogt, %gb, %sb : tensor<1x1024xf32>
    %y = arith.select %q, %gb, %f : tensor<1x1024xi1>, tensor<1x1024xf32>
    // CHECK: kopt.store %{{.*}} : tensor<1x1024xf32, #[[WIDE]]>
    kopt.store %y, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }

  // A broadcast along other dimensions needs another slice: the tile that two
  // groups ask for is converted at the second use; a constant and an iota that
  // both use are made twice.
  // CHECK-LABEL: kopt.kernel @square
  kopt.kernel @square(%x: memref<32xi32>, %o: memref<32x32xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // CHECK-COUNT-2: kopt.iota 0 : tensor<32xi32
    %i = kopt.iota 0 : tensor<32xi32>
    %t = kopt.load %x[%c0] : memref<32xi32> -> tensor<32xi32>
    %a = kopt.broadcast %t dims [0] : tensor<32xi32> -> tensor<32x32xi32>
    // CHECK: kopt.convert_layout
    // CHECK-NOT: kopt.convert_layout
    %b = kopt.broadcast %t dims [1] : tensor<32xi32> -> tensor<32x32xi32>
    %c = kopt.broadcast %i dims [0] : tensor<32xi32> -> tensor<32x32xi32>
    %d = kopt.broadcast %i dims [1] : tensor<32xi32> -> tensor<32x32xi32>
    %ab = arith.addi %a, %b : tensor<32x32xi32>
    %cd = arith.addi %c, %d : tensor<32x32xi32>
    %s = arith.addi %ab, %cd : tensor<32x32xi32>
    kopt.store %s, %o : tensor<32x32xi32>, memref<32x32xi32>
    kopt.return
  }

  // An explicit layout decides for its shape and is consumed.
  // CHECK-LABEL: kopt.kernel @explicit
  kopt.kernel @explicit(%x: memref<32xf32>, %o: memref<32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // CHECK: kopt.load %{{.*}}[%{{.*}}] : memref<32xf32> -> tensor<32xf32, #[[TWO]]>
    %t = kopt.load %x[%c0] {layout = #two} : memref<32xf32> -> tensor<32xf32>
    // CHECK-NOT: kopt.convert_layout
    // CHECK: kopt.store %{{.*}} : tensor<32xf32, #[[TWO]]>
    kopt.store %t, %o[%c0] : tensor<32xf32>, memref<32xf32>
    kopt.return
  }

  // A second explicit layout is honoured by a conversion.
  // CHECK-LABEL: kopt.kernel @two_layouts
  kopt.kernel @two_layouts(%x: memref<32xf32>, %o: memref<32xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] {layout = #two} : memref<32xf32> -> tensor<32xf32>
    // CHECK: kopt.convert_layout %{{.*}} : tensor<32xf32, #[[TWO]]> -> tensor<32xf32, #[[ONE]]>
    kopt.store %t, %o[%c0] {layout = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>} : tensor<32xf32>, memref<32xf32>
    kopt.return
  }
}
