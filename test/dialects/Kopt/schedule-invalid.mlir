// RUN: kopt-opt %s -split-input-file -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
      // expected-error@+1 {{expected kopt.stage from 0 to 1, but got 2}}
      %t = kopt.load %x[%c0, %c0] {kopt.stage = 2 : i64} : memref<8x8xf32> -> tensor<8x8xf32>
    } {kopt.pipeline = #kopt.pipeline<stages = 2>}
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
      // expected-error@+1 {{expected kopt.stage to be an i64, but got 1 : i32}}
      %t = kopt.load %x[%c0, %c0] {kopt.stage = 1 : i32} : memref<8x8xf32> -> tensor<8x8xf32>
    } {kopt.pipeline = #kopt.pipeline<stages = 2>}
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
      // expected-error@+1 {{expected kopt.stage beside kopt.order}}
      %t = kopt.load %x[%c0, %c0] {kopt.order = 1 : i64} : memref<8x8xf32> -> tensor<8x8xf32>
    } {kopt.pipeline = #kopt.pipeline<stages = 2>}
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, kopt.roles = [#kopt.role_entry<name = "a", warps = 4>]} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    scf.for %i = %c0 to %c1 step %c1 {
      // expected-error@+1 {{expected kopt.role to be in the kernel's kopt.roles, but got "b"}}
      %t = kopt.load %x[%c0, %c0] {kopt.role = "b"} : memref<8x8xf32> -> tensor<8x8xf32>
    } {kopt.pipeline = #kopt.pipeline<stages = 2>}
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected a loop with kopt.pipeline around kopt.stage}}
    %t = kopt.load %x[%c0, %c0] {kopt.stage = 0 : i64} : memref<8x8xf32> -> tensor<8x8xf32>
    kopt.return
  }
}

// -----

gpu.module @kernels {
  kopt.kernel @k(%x: memref<8x8xf32>, %o: memref<8x8xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // expected-error@+1 {{expected kopt.pipeline to be a #kopt.pipeline on an scf.for, but got #kopt.pipeline<stages = 2>}}
    %t = kopt.load %x[%c0, %c0] {kopt.pipeline = #kopt.pipeline<stages = 2>} : memref<8x8xf32> -> tensor<8x8xf32>
    kopt.return
  }
}

// -----

// expected-error@+1 {{expected stages from 1 to 16, but got 0}}
func.func private @f() attributes {a = #kopt.pipeline<stages = 0>}

// -----

// expected-error@+1 {{expected peel from 0 to 1, less than the stages, but got 2}}
func.func private @f() attributes {a = #kopt.pipeline<stages = 2, peel = 2>}

// -----

// expected-error@+1 {{expected a role with a name}}
func.func private @f() attributes {a = #kopt.role_entry<name = "", warps = 4>}

// -----

// expected-error@+1 {{expected 1 to 32 warps in all replicas of a role, but got 16 times 3}}
func.func private @f() attributes {a = #kopt.role_entry<name = "a", warps = 16, replicas = 3>}

// -----

// expected-error@+1 {{expected regs to be a multiple of 8 from 24 to 240, but got 30}}
func.func private @f() attributes {a = #kopt.role_entry<name = "a", warps = 4, regs = 30>}

// -----

gpu.module @kernels {
  // expected-error@+1 {{expected roles of different names, but got "a" twice}}
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>, kopt.roles = [#kopt.role_entry<name = "a", warps = 4>, #kopt.role_entry<name = "a", warps = 4>]} {
    kopt.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{expected at most 32 warps in all roles, but got 36}}
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>, kopt.roles = [#kopt.role_entry<name = "a", warps = 4>, #kopt.role_entry<name = "b", warps = 16, replicas = 2>]} {
    kopt.return
  }
}

// -----

gpu.module @kernels {
  // expected-error@+1 {{expected kopt.roles of #kopt.role_entry, but got 1 : i64}}
  kopt.kernel @k() attributes {grid = affine_map<() -> (1)>, kopt.roles = [1]} {
    kopt.return
  }
}
