// RUN: kopt-opt %s -split-input-file -kopt-expand-launch=check-status=false -verify-diagnostics
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%o: memref<4xf32>, %w: memref<?xi32> {kopt.workspace}) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
      gpu.return
    }
  }
  func.func @f(%o: memref<4xf32>) {
    // expected-error@+1 {{expected a workspace of static shape and of numbers, but got 'memref<?xi32>'}}
    kopt.launch @kernels::@k outs(%o : memref<4xf32>)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%o: memref<4xf32>) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>, kopt.cooperative, kopt.grid = affine_map<() -> (1)>} {
      gpu.return
    }
  }
  func.func @f(%o: memref<4xf32>) {
    // expected-error@+1 {{expected check-status for kernel @kernels::@k, whose programs wait for each other: upstream's wrappers cannot launch it}}
    kopt.launch @kernels::@k outs(%o : memref<4xf32>)
    return
  }
}
