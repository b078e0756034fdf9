// RUN: kopt-opt %s -kopt-verify-layouts -split-input-file -verify-diagnostics

gpu.module @missing {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected a tile with a #kopt.layout, but got 'tensor<32xf32>'}}
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32>
    kopt.return
  }
}

// -----

#two = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[0]], reps = [1]>
gpu.module @warps {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    // expected-error@+1 {{expected a layout over 1 warps, but got 2}}
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #two>
    kopt.return
  }
}

// -----

#a = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#b = #kopt.layout<reg = [], lane = [[2], [1], [4], [8], [16]], warp = [], reps = [1]>
gpu.module @elementwise {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #a>
    %q = arith.constant dense<2> : tensor<32xi32, #b>
    // expected-error@+1 {{expected all tiles to have layout}}
    %e = math.fpowi %t, %q : tensor<32xf32, #a>, tensor<32xi32, #b>
    kopt.return
  }
}

// -----

#a = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#wide = #kopt.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], reps = [2, 1]>
#pair = #kopt.layout<reg = [], lane = [[1], [0], [0], [0], [0]], warp = [], reps = [1]>
gpu.module @slices {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #a>
    %w = kopt.broadcast %t dims [1] : tensor<32xf32, #a> -> tensor<2x32xf32, #wide>
    // expected-error@+1 {{expected the results to have the slice}}
    %s = kopt.reduce (%w) axis 1 identity [0.0 : f32] : (tensor<2x32xf32, #wide>) -> tensor<2xf32, #pair> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    // expected-error@+1 {{expected the operand to have the slice}}
    %b = kopt.broadcast %s dims [0] : tensor<2xf32, #pair> -> tensor<2x32xf32, #wide>
    kopt.return
  }
}

// -----

// Elements 32 to 63 are in block 0 before, in block 1 after.
#blocks = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[32], [64]], reps = [1]>
#within = #kopt.layout<reg = [], lane = [[16], [2], [4], [8], [1]], warp = [[32], [64]], reps = [1]>
#across = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[64], [32]], reps = [1]>
gpu.module @clusters {
  kopt.kernel @k(%x: memref<128xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<128xf32> -> tensor<128xf32, #blocks>
    %u = kopt.convert_layout %t : tensor<128xf32, #blocks> -> tensor<128xf32, #within>
    // expected-error-re@+1 {{expected elements to stay in their block, but got a conversion over a cluster of 2 blocks from 'tensor<128xf32, {{.*}}>' to 'tensor<128xf32, {{.*}}>'}}
    %v = kopt.convert_layout %t : tensor<128xf32, #blocks> -> tensor<128xf32, #across>
    kopt.return
  }
}

// -----

#a = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#b = #kopt.layout<reg = [], lane = [[16], [8], [4], [2], [1]], warp = [], reps = [1]>
#none = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [], reps = []>
gpu.module @scans {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #a>
    %u = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #b>
    // expected-error@+1 {{expected the scans to have layout}}
    %s, %all = kopt.scan (%t) axis 0 identity [0.0 : f32] : (tensor<32xf32, #a>) -> (tensor<32xf32, #b>, tensor<f32, #none>) {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    // expected-error@+1 {{expected all inputs to have layout}}
    %v:4 = kopt.scan (%t, %u) axis 0 identity [0.0 : f32, 0.0 : f32] : (tensor<32xf32, #a>, tensor<32xf32, #b>) -> (tensor<32xf32, #a>, tensor<32xf32, #a>, tensor<f32, #none>, tensor<f32, #none>) {
    ^bb0(%p: f32, %p1: f32, %q: f32, %q1: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c, %c : f32, f32
    }
    kopt.return
  }
}

// -----

#tile = #kopt.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [1, 0], [2, 0]], warp = [], reps = [1, 1]>
#rows = #kopt.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>
gpu.module @indices {
  kopt.kernel @k(%x: memref<32x8xf32>, %i: memref<4xi32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %n = kopt.load %i[%c0] : memref<4xi32> -> tensor<4xi32, #rows>
    // expected-error@+1 {{expected index tile 0 to have the slice}}
    %t = kopt.load %x indices(%n dims [array<i64: 0>] : tensor<4xi32, #rows>) map affine_map<(d0, d1)[s0] -> (s0, d1)> : memref<32x8xf32> -> tensor<4x8xf32, #tile>
    kopt.return
  }
}

// -----

#a = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#b = #kopt.layout<reg = [], lane = [[16], [8], [4], [2], [1]], warp = [], reps = [1]>
gpu.module @sorts {
  kopt.kernel @k(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #a>
    %u = kopt.load %x[%c0] : memref<32xf32> -> tensor<32xf32, #b>
    // expected-error@+1 {{expected all inputs to have layout}}
    %s:2 = kopt.sort (%t, %u) axis 0 : (tensor<32xf32, #a>, tensor<32xf32, #b>) -> (tensor<32xf32, #a>, tensor<32xf32, #a>) {
    ^bb0(%p: f32, %p1: f32, %q: f32, %q1: f32):
      %c = arith.cmpf ogt, %p, %q : f32
      kopt.yield %c : i1
    }
    kopt.return
  }
}
