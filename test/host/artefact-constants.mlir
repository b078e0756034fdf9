// An artefact with constants, which are files beside the images, one for equal
// contents; loops of known turns; conditions; elements of constants; asserts.
// RUN: rm -rf %t && kopt-translate --kopt-to-artefact --chip=sim,sm_80 %s -o %t
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t/artefact.json
// RUN: ls %t | grep -c '[.]bin$' | FileCheck %s --check-prefix=FILES
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 4 | FileCheck %s
// RUN: %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 3 | FileCheck %s --check-prefix=THREE
// RUN: not %kopt_build/bin/unit/capi-run %t DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 5 | FileCheck %s --check-prefix=FIVE
// RUN: %if cuda %{ %kopt_build/bin/unit/capi-run %t 4 | FileCheck %s %}
// A constant that was edited.
// RUN: rm -rf %t.bad && cp -r %t %t.bad && sed -i s/^/x/ %t.bad/*.bin
// RUN: not %kopt_build/bin/unit/capi-run %t.bad DRIVER=%kopt_build/test/fake-driver/sim/libcuda.so.1 4 | FileCheck %s --check-prefix=EDITED
// The same in a C source.
// RUN: kopt-translate --kopt-to-c --chip=sim %s -o %t/c
// RUN: %if host-compiler %{ clang -Wall -Werror -I %kopt_src/include -I %t/c %S/Inputs/constants.c %t/c/kopt_f.c -o %t/program %link_runtime %}
// RUN: %if host-compiler %{ env %sim_driver %t/program | FileCheck %s %}

// JSON: "constants"
// JSON-COUNT-2: "bytes"
// JSON: "images"
// FILES: 2
// (x + 3 (1, 2, 4, 8) + 8 + n) with n = 2 where there are four elements.
// CHECK: result 4: 14 18 25 38
// THREE: result 3: 13 17 24{{$}}
// EDITED: image: expected a constant of SHA-256
// FIVE: arguments: expected at most four elements
gpu.module @kernels {
  kopt.kernel @add(%x: memref<?xf32>, %c: memref<4xf32>, %o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0, s1] -> (1)>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<?xf32> -> tensor<4xf32>
    %u = kopt.load %c[%c0] : memref<4xf32> -> tensor<4xf32>
    %s = arith.addf %t, %u : tensor<4xf32>
    kopt.store %s, %o[%c0] : tensor<4xf32>, memref<?xf32>
    kopt.return
  }
  kopt.kernel @shift(%x: memref<?xf32>, %f: f32, %n: i64, %o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0, s1] -> (1)>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<?xf32> -> tensor<4xf32>
    %g = arith.sitofp %n : i64 to f32
    %h = arith.addf %f, %g : f32
    %u = tensor.splat %h : tensor<4xf32>
    %s = arith.addf %t, %u : tensor<4xf32>
    kopt.store %s, %o[%c0] : tensor<4xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %fits = arith.cmpi sle, %n, %c4 : index
  cf.assert %fits, "expected at most four elements"
  %powers = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
  %again = arith.constant dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>
  %zeros = arith.constant dense<0.0> : tensor<4xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  // Three turns, of which the second adds the equal constant.
  %sum = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> tensor<?xf32> {
    %second = arith.cmpi eq, %i, %c1 : index
    %z = scf.if %second -> tensor<?xf32> {
      %r = kopt.launch @kernels::@add ins(%y, %again : tensor<?xf32>, tensor<4xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      scf.yield %r : tensor<?xf32>
    } else {
      %r = kopt.launch @kernels::@add ins(%y, %powers : tensor<?xf32>, tensor<4xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
      scf.yield %r : tensor<?xf32>
    }
    scf.yield %z : tensor<?xf32>
  }
  %same = kopt.launch @kernels::@add ins(%sum, %zeros : tensor<?xf32>, tensor<4xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %eight = tensor.extract %powers[%c3] : tensor<4xf32>
  %whole = arith.cmpi eq, %n, %c4 : index
  %k = scf.if %whole -> i64 {
    %two = arith.constant 2 : i64
    scf.yield %two : i64
  } else {
    %one = arith.constant 1 : i64
    scf.yield %one : i64
  }
  %r = kopt.launch @kernels::@shift ins(%same, %eight, %k : tensor<?xf32>, f32, i64) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
