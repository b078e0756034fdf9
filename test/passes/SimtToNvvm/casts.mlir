// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-simt-to-nvvm))' | FileCheck %s

gpu.module @m {
  // A word of two bf16 takes a shift and a mask.
  // CHECK-LABEL: llvm.func @unpack
  // CHECK: llvm.bitcast %{{.*}} : vector<4xbf16> to vector<2xi32>
  // CHECK: llvm.shl
  // CHECK: llvm.and
  // CHECK: llvm.shufflevector
  // CHECK-NOT: llvm.fpext
  func.func @unpack(%x: vector<4xbf16>) -> vector<4xf32> {
    %y = arith.extf %x : vector<4xbf16> to vector<4xf32>
    return %y : vector<4xf32>
  }
  // CHECK-LABEL: llvm.func @odd
  // CHECK: llvm.fpext %{{.*}} : vector<3xbf16> to vector<3xf32>
  func.func @odd(%x: vector<3xbf16>) -> vector<3xf32> {
    %y = arith.extf %x : vector<3xbf16> to vector<3xf32>
    return %y : vector<3xf32>
  }
  // CHECK-LABEL: llvm.func @to_bool
  // CHECK: llvm.call_intrinsic "llvm.fptosi.sat"(%{{.*}}) : (f16) -> i32
  // CHECK: llvm.intr.smax
  // CHECK: llvm.intr.smin
  // CHECK: llvm.trunc %{{.*}} : i32 to i1
  func.func @to_bool(%x: f16) -> i1 {
    %y = arith.fptosi %x : f16 to i1
    return %y : i1
  }
  // CHECK-LABEL: llvm.func @to_integers
  // CHECK: llvm.call_intrinsic "llvm.fptoui.sat"(%{{.*}}) : (f64) -> i8
  // CHECK-COUNT-2: llvm.call_intrinsic "llvm.fptosi.sat"(%{{.*}}) : (vector<2xf32>) -> vector<2xi64>
  func.func @to_integers(%x: f64, %v: vector<2x2xf32>) -> (i8, vector<2x2xi64>) {
    %y = arith.fptoui %x : f64 to i8
    %w = arith.fptosi %v : vector<2x2xf32> to vector<2x2xi64>
    return %y, %w : i8, vector<2x2xi64>
  }
  // CHECK-LABEL: llvm.func @from_bool
  // CHECK-DAG: %[[ZERO:.*]] = llvm.mlir.constant(dense<0.000000e+00> : vector<2xf32>)
  // CHECK-DAG: %[[MINUS:.*]] = llvm.mlir.constant(dense<-1.000000e+00> : vector<2xf32>)
  // CHECK-DAG: %[[ONE:.*]] = llvm.mlir.constant(dense<1.000000e+00> : vector<2xf32>)
  // CHECK: llvm.select %{{.*}}, %[[MINUS]], %[[ZERO]]
  // CHECK: llvm.select %{{.*}}, %[[ONE]], %[[ZERO]]
  func.func @from_bool(%x: vector<2xi1>) -> (vector<2xf32>, vector<2xf32>) {
    %y = arith.sitofp %x : vector<2xi1> to vector<2xf32>
    %z = arith.uitofp %x : vector<2xi1> to vector<2xf32>
    return %y, %z : vector<2xf32>, vector<2xf32>
  }
}
