// RUN: kopt-opt %s -kopt-assign-layouts -split-input-file -verify-diagnostics

gpu.module @warps {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected a layout over 1 warps, but got 2}}
    %t = kopt.load %x[%c0] {layout = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]], reps = [1]>} : memref<32xf32> -> tensor<32xf32>
    kopt.return
  }
}

// -----

gpu.module @shape {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected a layout of the tile's shape}}
    %t = kopt.load %x[%c0] {layout = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [2]>} : memref<32xf32> -> tensor<32xf32>
    kopt.return
  }
}

// -----

gpu.module @not_a_layout {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected layout to be a #kopt.layout, but got 1 : i64}}
    %t = kopt.load %x[%c0] {layout = 1 : i64} : memref<32xf32> -> tensor<32xf32>
    kopt.return
  }
}

// -----

gpu.module @operation {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32>
    // expected-error@+1 {{expected an elementwise operation, a kopt operation or scf.for or scf.if on tiles, but got 'tensor.extract'}}
    %e = tensor.extract %t[%c0] : tensor<32xf32>
    kopt.return
  }
}

// -----

gpu.module @encoded {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected tiles without a layout, but got}}
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>>
    kopt.return
  }
}
