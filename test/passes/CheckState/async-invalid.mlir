// What the dialect can say of products, roles and pipelines has no lowering yet.
// RUN: kopt-opt %s -split-input-file -verify-diagnostics -pass-pipeline='builtin.module(gpu.module(kopt-check-state))'

gpu.module @kernels {
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>} {
    %a = arith.constant dense<1.0> : tensor<16x16xf32>
    // expected-error@+1 {{'kopt.dot' op has no lowering}}
    %d = kopt.dot %a, %a, %a : tensor<16x16xf32>, tensor<16x16xf32> -> tensor<16x16xf32>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{'kopt.channel' op has no lowering}}
    %c = kopt.channel stages 2 : !kopt.channel<tensor<8x8xf32>>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>} {
    kopt.roles {
      // expected-error@+1 {{'kopt.role' op has no lowering}}
      kopt.role "a" warps 4 {
      }
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{'scf.for' op has no lowering with kopt.pipeline}}
    scf.for %i = %c0 to %c1 step %c1 {
    } {kopt.pipeline = #kopt.pipeline<stages = 2>}
    kopt.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{has no lowering with kopt.roles}}
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>, kopt.roles = [#kopt.role_entry<name = "a", warps = 4>]} {
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>} {
    %a = arith.constant dense<1.0> : tensor<16x16xf32>
    // expected-error@+1 {{expected elementwise operations, scf and kopt on tiles, but got 'tensor.extract_slice'}}
    %d = tensor.extract_slice %a[0, 0] [8, 8] [1, 1] : tensor<16x16xf32> to tensor<8x8xf32>
    kopt.return
  }
}
