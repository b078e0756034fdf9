// RUN: kopt-opt -kopt-expand-launch %s -split-input-file -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @tiles(%o: memref<8xf32> {kopt.out}) {
    kopt.return
  }
}
func.func @form(%o: memref<8xf32>) {
  // expected-error @+1 {{expected @kernels::@tiles to name a kernel in form 3}}
  kopt.launch @kernels::@tiles outs(%o : memref<8xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%o: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>} {
    gpu.return
  }
}
func.func @grid(%o: memref<8xf32>) {
  // expected-error @+1 {{expected kernel @kernels::@k to have kopt.grid and known_block_size}}
  kopt.launch @kernels::@k outs(%o : memref<8xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%o: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
func.func @tensor(%o: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{expected no results (bufferise the host first)}}
  %r = kopt.launch @kernels::@k outs(%o : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
func.func @input(%x: tensor<8xf32>) {
  // expected-error @+1 {{operand 0: expected a memref, but got 'tensor<8xf32>' (bufferise the host first)}}
  kopt.launch @kernels::@k ins(%x : tensor<8xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: memref<8xf32>, %n: index) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
func.func @signature(%o: memref<8xf32>) {
  // expected-error @+1 {{expected kernel @kernels::@k to have the type '(memref<8xf32>) -> ()', but got '(memref<8xf32>, index) -> ()'}}
  kopt.launch @kernels::@k outs(%o : memref<8xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<()[s0] -> (s0)>} {
    gpu.return
  }
}
func.func @symbols(%o: memref<8xf32>) {
  // expected-error @+1 {{expected a grid of 0 symbols, but got 1 and 0 dimensions}}
  kopt.launch @kernels::@k outs(%o : memref<8xf32>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: memref<4x8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
func.func @layout(%o: memref<4x8xf32, strided<[16, 1]>>) {
  // expected-error @+1 {{operand 0: expected the identity layout, but got 'memref<4x8xf32, strided<[16, 1]>>'}}
  kopt.launch @kernels::@k outs(%o : memref<4x8xf32, strided<[16, 1]>>)
  return
}

// -----

gpu.module @kernels {
  gpu.func @k(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
func.func @space(%o: memref<8xf32, 3>) {
  // expected-error @+1 {{operand 0: expected a memref in the default memory space, but got 'memref<8xf32, 3>'}}
  kopt.launch @kernels::@k outs(%o : memref<8xf32, 3>)
  return
}

// -----

// expected-error @+1 {{expected @koptRuntimeFailed to be the run-time library's '() -> i32'}}
func.func private @koptRuntimeFailed() -> i64
gpu.module @kernels {
  gpu.func @k(%x: memref<8xf32>) kernel attributes {known_block_size = array<i32: 32, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    gpu.return
  }
}
func.func @declared(%o: memref<8xf32>) {
  kopt.launch @kernels::@k outs(%o : memref<8xf32>)
  return
}
