// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=multiply_by_reciprocal},cse)' | FileCheck %s --check-prefix=RECIPROCAL
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=approximate_math})' | FileCheck %s --check-prefix=APPROX
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=approximate_math},kopt-apply-rewrite{name=approximate_math})' 2>&1 | FileCheck %s --check-prefix=TWICE

// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=share_divisor},cse)' | FileCheck %s --check-prefix=SHARE
// RUN: kopt-opt %s -pass-pipeline='builtin.module(kopt-apply-rewrite{name=share_divisor},kopt-apply-rewrite{name=multiply_by_reciprocal},cse)' | FileCheck %s --check-prefix=BOTH

// SHARE: %[[D:.*]] = kopt.load %{{.*}} -> tensor<2xf32>
// SHARE: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<2xf32>
// SHARE: %[[HIGH:.*]] = arith.divf %[[ONE]], %[[D]] : tensor<2xf32>
// SHARE: %[[MINUS:.*]] = arith.negf %[[HIGH]]
// SHARE: %[[REST:.*]] = math.fma %[[MINUS]], %[[D]], %[[ONE]]
// SHARE: %[[LOW:.*]] = arith.mulf %[[REST]], %[[HIGH]]
// SHARE: %[[H:.*]] = kopt.broadcast %[[HIGH]] dims [0]
// SHARE: %[[L:.*]] = kopt.broadcast %[[LOW]] dims [0]
// SHARE: kopt.quotient %{{.*}}, %{{.*}}, %[[H]], %[[L]] : tensor<2x64xf32>

// BOTH: %[[R:.*]] = kopt.broadcast %{{.*}} dims [0]
// BOTH-NOT: kopt.quotient
// BOTH: arith.mulf %{{.*}} : tensor<2x64xf32>

// RECIPROCAL: %[[ONE:.*]] = arith.constant dense<1.000000e+00> : tensor<2xf32>
// RECIPROCAL: %[[R:.*]] = arith.divf %[[ONE]], %{{.*}} : tensor<2xf32>
// RECIPROCAL: %[[B:.*]] = kopt.broadcast %[[R]] dims [0]
// RECIPROCAL: arith.mulf %{{.*}}, %[[B]] : tensor<2x64xf32>
// RECIPROCAL-NOT: arith.divf %{{.*}} : tensor<2x64xf32>

// APPROX: math.exp %{{.*}} fastmath<afn> : tensor<2x64xf32>

// TWICE: approximate_math not applied: no f32 function with a fast expansion
gpu.module @kernels {
  kopt.kernel @k(%x: memref<2x64xf32>, %s: memref<2xf32>, %o: memref<2x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0, %c0] : memref<2x64xf32> -> tensor<2x64xf32>
    %r = kopt.load %s[%c0] : memref<2xf32> -> tensor<2xf32>
    %b = kopt.broadcast %r dims [0] : tensor<2xf32> -> tensor<2x64xf32>
    %e = math.exp %t : tensor<2x64xf32>
    %d = arith.divf %e, %b : tensor<2x64xf32>
    kopt.store %d, %o[%c0, %c0] : tensor<2x64xf32>, memref<2x64xf32>
    kopt.return
  }
}
