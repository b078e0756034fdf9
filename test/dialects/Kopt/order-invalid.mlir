// RUN: kopt-opt %s -split-input-file -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected to lie in a kopt.role}}
    %r = kopt.replica
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    kopt.roles {
      kopt.role "a" warps 4 {
        // expected-error@+1 {{expected to lie in a role with at least two replicas that cooperate}}
        kopt.order "t" {
        }
      }
    }
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    kopt.roles {
      kopt.role "a" warps 4 replicas 2 {
        // expected-error@+1 {{expected to yield 'f32', but got 'index'}}
        %t = kopt.order "t" -> (f32) {
          kopt.yield %c0 : index
        }
      }
    }
    kopt.return
  }
}
