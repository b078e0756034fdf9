// Launches that choose between kernels.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics | FileCheck %s
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

// CHECK-LABEL: func.func @choose
// CHECK: kopt.launch @kernels::@any variants [@kernels::@four] outs(%{{.*}} : tensor<?xf32>) -> tensor<?xf32>
// GENERIC: "kopt.launch"(%{{.*}}) <{kernel = @kernels::@any, {{.*}}variants = [@kernels::@four]}>
gpu.module @kernels {
  kopt.kernel @any(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
  kopt.kernel @four(%o: memref<?xf32> {kopt.out}) attributes {assume = affine_set<()[s0] : (s0 mod 4 == 0)>, grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
}
func.func @choose(%e: tensor<?xf32>) -> tensor<?xf32> {
  %r = kopt.launch @kernels::@any variants [@kernels::@four] outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

gpu.module @kernels {
  // expected-error @+1 {{expected assume to be affine, without products of symbols}}
  kopt.kernel @any(%o: memref<?x?xf32> {kopt.out}) attributes {assume = affine_set<()[s0, s1] : (s0 * s1 - 8 == 0)>, grid = affine_map<()[s0, s1] -> (1)>} {
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @any(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
  kopt.kernel @same(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
}
func.func @unconditional(%e: tensor<?xf32>) {
  // expected-error @+1 {{expected variant @kernels::@same to have an assume}}
  %r = kopt.launch @kernels::@any variants [@kernels::@same] outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

gpu.module @kernels {
  kopt.kernel @any(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
}
func.func @nowhere(%e: tensor<?xf32>) {
  // expected-error @+1 {{expected variant @kernels::@nonesuch to name a kopt.kernel}}
  %r = kopt.launch @kernels::@any variants [@kernels::@nonesuch] outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

gpu.module @kernels {
  kopt.kernel @any(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
  kopt.kernel @wide(%o: memref<?xf64> {kopt.out}) attributes {assume = affine_set<()[s0] : (s0 == 0)>, grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
}
func.func @type(%e: tensor<?xf32>) {
  // expected-error @+1 {{expected variant @kernels::@wide to have the type and form of @kernels::@any}}
  %r = kopt.launch @kernels::@any variants [@kernels::@wide] outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

gpu.module @kernels {
  kopt.kernel @any(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
  kopt.kernel @reads(%o: memref<?xf32> {kopt.inout}) attributes {assume = affine_set<()[s0] : (s0 == 0)>, grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
}
func.func @use(%e: tensor<?xf32>) {
  // expected-error @+1 {{expected variant @kernels::@reads to use argument 0 as @kernels::@any does}}
  %r = kopt.launch @kernels::@any variants [@kernels::@reads] outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

gpu.module @kernels {
  kopt.kernel @any(%o: memref<?xf32> {kopt.out}) attributes {grid = affine_map<()[s0] -> (1)>} {
    kopt.return
  }
}
func.func @many(%e: tensor<?xf32>) {
  // expected-error @+1 {{expected at most 4 kernels, but got 5}}
  %r = kopt.launch @kernels::@any variants [@kernels::@a, @kernels::@b, @kernels::@c, @kernels::@d] outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return
}
