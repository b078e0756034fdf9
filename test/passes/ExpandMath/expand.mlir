// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-expand-math))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @fast
  gpu.func @fast(%x: vector<1x2xf32>) -> vector<1x2xf32> {
    // CHECK: arith.mulf
    // CHECK-COUNT-2: kopt_nv.ex2_approx %{{.*}} : f32
    %a = math.exp %x fastmath<afn> : vector<1x2xf32>
    // CHECK-COUNT-2: kopt_nv.tanh_approx
    %b = math.tanh %a fastmath<afn> : vector<1x2xf32>
    // CHECK-COUNT-2: kopt_nv.rsqrt_approx
    %c = math.rsqrt %b fastmath<afn> : vector<1x2xf32>
    gpu.return %c : vector<1x2xf32>
  }
  // CHECK-LABEL: gpu.func @accurate
  // CHECK-NOT: math.{{exp|tanh|log|erf|sin|rsqrt}}
  // CHECK-NOT: {{(lg2|rsqrt|tanh)_approx|ex2_approx }}
  gpu.func @accurate(%x: vector<1x2xf32>, %h: f16) -> (vector<1x2xf32>, f16) {
    %a = math.exp %x : vector<1x2xf32>
    %b = math.tanh %a : vector<1x2xf32>
    %c = math.log %b : vector<1x2xf32>
    %d = math.erf %c : vector<1x2xf32>
    %e = math.sin %d : vector<1x2xf32>
    %f = math.rsqrt %e : vector<1x2xf32>
    %g = math.exp %h : f16
    gpu.return %f, %g : vector<1x2xf32>, f16
  }
}

// -----

gpu.module @m {
  // CHECK-LABEL: gpu.func @double
  // CHECK-NOT: math.{{exp|powf|log|erf|sin|rsqrt}}
  // CHECK: gpu.return
  gpu.func @double(%x: vector<1x2xf64>, %y: f64) -> (vector<1x2xf64>, f64) {
    %a = math.exp %x : vector<1x2xf64>
    %b = math.sin %a : vector<1x2xf64>
    %c = math.powf %b, %x : vector<1x2xf64>
    %d = math.erfc %y : f64
    %e = math.rsqrt %d fastmath<afn> : f64
    %f = math.log1p %e : f64
    gpu.return %c, %f : vector<1x2xf64>, f64
  }
}

// -----

gpu.module @m {
  gpu.func @no(%x: i64, %n: i64) -> i64 {
    // expected-error @+1 {{no expansion of 'math.ipowi' on 'i64'}}
    %a = math.ipowi %x, %n : i64
    gpu.return %a : i64
  }
}
