// RUN: kopt-opt %s -split-input-file -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-note@+1 {{put it into a kopt.channel here}}
    %t = kopt.load %x[%c0, %c0] : memref<8x8xf32> -> tensor<8x8xf32>
    kopt.roles {
      kopt.role "a" warps 4 {
        // expected-error@+1 {{expected role "a" to capture scalars, memrefs and channels only, but got 'tensor<8x8xf32>'}}
        kopt.store %t, %o[%c0, %c0] : tensor<8x8xf32>, memref<8x8xf32>
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
    // expected-error@+1 {{expected at most 32 warps in all roles, but got 36}}
    kopt.roles {
      kopt.role "a" warps 4 {
      }
      kopt.role "b" warps 16 replicas 2 {
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
      kopt.role "a" warps 4 {
      }
      // expected-error@+1 {{expected roles of different names, but got "a" twice}}
      kopt.role "a" warps 4 {
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
      // expected-error@+1 {{expected kopt.role only in kopt.roles}}
      %i = kopt.program_id 0
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
    }
    // expected-error@-2 {{expected one kopt.roles in a kernel}}
    kopt.roles {
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
      // expected-error@+1 {{expected regs to be a multiple of 8 from 24 to 240, but got 250}}
      kopt.role "a" warps 4 regs 250 {
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
      // expected-error@+1 {{expected whole warpgroups, 4 warps each, where regs are set, but got 2 warps}}
      kopt.role "a" warps 2 regs 40 {
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
    %s = arith.constant dense<0.0> : tensor<8x8xf32>
    kopt.roles {
      kopt.role "a" warps 4 replicas 2 attributes {sharing = #kopt.sharing<alternate>} {
        %r = scf.for %i = %c0 to %c1 step %c1 iter_args(%n = %c0) -> (index) {
          scf.yield %n : index
        }
        // expected-error@+1 {{expected an alternating role to be one loop that carries no values}}
        kopt.store %s, %o[%r, %c0] : tensor<8x8xf32>, memref<8x8xf32>
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
      // expected-error@+1 {{expected an alternating role to be one loop that carries no values}}
      kopt.role "a" warps 4 replicas 2 attributes {sharing = #kopt.sharing<alternate>} {
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
    scf.for %i = %c0 to %c1 step %c1 {
      // expected-error@+1 {{expected to lie directly in a kopt.kernel}}
      kopt.roles {
      }
    }
    kopt.return
  }
}
