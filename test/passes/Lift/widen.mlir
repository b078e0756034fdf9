// Which accumulators become f32: those that arithmetic rounds at each step.
// RUN: kopt-opt -kopt-lift %s -split-input-file -verify-diagnostics | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// The mean and the sum of squares of Welford's method; the count of terms is an
// integer, the maximum exact. The difference and the product are wide with them.
// CHECK-LABEL: kopt.kernel @welford_
// CHECK: ^bb0(%[[X:.*]]: f16, %[[MEAN:.*]]: f32, %[[M2:.*]]: f32, %[[N:.*]]: i32, %[[MAX:.*]]: f16):
// CHECK: %[[N1:.*]] = arith.addi %[[N]], %{{.*}} : i32
// CHECK: %[[COUNT:.*]] = arith.sitofp %[[N1]] : i32 to f16
// CHECK: %[[WIDE_X:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK: %[[D:.*]] = arith.subf %[[WIDE_X]], %[[MEAN]] : f32
// CHECK: %[[WIDE_COUNT:.*]] = arith.extf %[[COUNT]] : f16 to f32
// CHECK: %[[Q:.*]] = arith.divf %[[D]], %[[WIDE_COUNT]] : f32
// CHECK: %[[MEAN1:.*]] = arith.addf %[[MEAN]], %[[Q]] : f32
// CHECK: arith.subf %{{.*}}, %[[MEAN1]] : f32
// CHECK: %[[P:.*]] = arith.mulf %[[D]], %{{.*}} : f32
// CHECK: arith.addf %[[M2]], %[[P]] : f32
// CHECK: arith.maximumf %[[MAX]], %[[X]] : f16
// CHECK: linalg.yield %[[MEAN1]], %{{.*}}, %[[N1]], %{{.*}} : f32, f32, i32, f16
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK-NOT: arith.truncf
func.func @welford(%x: tensor<8x64xf16>, %m: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>, tensor<8xi32>, tensor<8xf16>) {
  %zero = arith.constant dense<0.0> : tensor<8xf16>
  %none = arith.constant dense<0> : tensor<8xi32>
  %one = arith.constant 1 : i32
  // expected-remark @+1 {{results 0, 1 accumulate in f32: the program's accumulator is narrower}}
  %r:4 = linalg.generic {indexing_maps = [#id, #row, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x64xf16>) outs(%zero, %zero, %none, %m : tensor<8xf16>, tensor<8xf16>, tensor<8xi32>, tensor<8xf16>) {
  ^bb0(%a: f16, %mean: f16, %m2: f16, %n: i32, %max: f16):
    %n1 = arith.addi %n, %one : i32
    %count = arith.sitofp %n1 : i32 to f16
    %d = arith.subf %a, %mean : f16
    %q = arith.divf %d, %count : f16
    %mean1 = arith.addf %mean, %q : f16
    %d1 = arith.subf %a, %mean1 : f16
    %p = arith.mulf %d, %d1 : f16
    %m3 = arith.addf %m2, %p : f16
    %o = arith.maximumf %max, %a : f16
    linalg.yield %mean1, %m3, %n1, %o : f16, f16, i32, f16
  } -> (tensor<8xf16>, tensor<8xf16>, tensor<8xi32>, tensor<8xf16>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<8xf16>, tensor<8xf16>, tensor<8xi32>, tensor<8xf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// An accumulator that takes over what another one sums is as wide. What is
// neither is not: a selection by a comparison of sums has no rounding.
// CHECK-LABEL: kopt.kernel @taken_over_
// CHECK: ^bb0(%{{.*}}: bf16, %[[SUM:.*]]: f32, %[[BEST:.*]]: f32, %[[LAST:.*]]: bf16):
// CHECK: arith.maximumf %[[BEST]], %{{.*}} : f32
// CHECK: arith.select %{{.*}}, %{{.*}}, %[[LAST]] : bf16
func.func @taken_over(%x: tensor<8x64xbf16>, %m: tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) {
  // expected-remark @+1 {{results 0, 1 accumulate in f32}}
  %r:3 = linalg.generic {indexing_maps = [#id, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x64xbf16>) outs(%m, %m, %m : tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>) {
  ^bb0(%a: bf16, %sum: bf16, %best: bf16, %last: bf16):
    %s = arith.addf %sum, %a : bf16
    %b = arith.maximumf %best, %s : bf16
    %c = arith.cmpf ogt, %s, %best : bf16
    %l = arith.select %c, %a, %last : bf16
    linalg.yield %s, %b, %l : bf16, bf16, bf16
  } -> (tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>)
  return %r#0, %r#1, %r#2 : tensor<8xbf16>, tensor<8xbf16>, tensor<8xbf16>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// A truncation in the body is the program's; maxima are exact.
// CHECK-LABEL: kopt.kernel @kept_0
// CHECK: ^bb0(%{{.*}}: bf16, %{{.*}}: bf16, %{{.*}}: bf16):
// CHECK-NOT: kopt.kernel @kept_1
func.func @kept(%x: tensor<8x64xbf16>, %m: tensor<8xbf16>) -> (tensor<8xbf16>, tensor<8xbf16>) {
  %r:2 = linalg.generic {indexing_maps = [#id, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<8x64xbf16>) outs(%m, %m : tensor<8xbf16>, tensor<8xbf16>) {
  ^bb0(%a: bf16, %sum: bf16, %max: bf16):
    %e = arith.extf %a : bf16 to f32
    %f = arith.extf %sum : bf16 to f32
    %s = arith.addf %e, %f : f32
    %t = arith.truncf %s : f32 to bf16
    %b = arith.maximumf %max, %a : bf16
    linalg.yield %t, %b : bf16, bf16
  } -> (tensor<8xbf16>, tensor<8xbf16>)
  return %r#0, %r#1 : tensor<8xbf16>, tensor<8xbf16>
}
