// RUN: kopt-opt %s -kopt-expand-launch -verify-diagnostics
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @k(%o: memref<4xf32>, %w: memref<4xi32> {kopt.workspace}) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
      gpu.return
    }
  }
  func.func @f(%o: memref<4xf32>) {
    // expected-error@+1 {{expected kernel @kernels::@k to have no workspace, which only kopt-run and kopt-gate provide, but got parameter 1}}
    kopt.launch @kernels::@k outs(%o : memref<4xf32>)
    return
  }
}
