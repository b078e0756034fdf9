// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-to-simt))' -split-input-file -verify-diagnostics

gpu.module @kernels {
  kopt.kernel @no_layout(%x: memref<64xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    // expected-error@+1 {{expected a tile with a #kopt.layout, but got 'tensor<64xf32>'}}
    %t = kopt.load %x : memref<64xf32> -> tensor<64xf32>
    kopt.return
  }
}

// -----

#row = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], reps = [1]>
#one = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [[]], reps = []>
gpu.module @kernels {
  kopt.kernel @no_shared(%x: memref<64xf32>, %o: memref<f32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %t = kopt.load %x : memref<64xf32> -> tensor<64xf32, #row>
    // expected-error@+1 {{expected kopt.shared_offset, and kopt.shared_bytes on the kernel, but shared memory is not allocated}}
    %s = kopt.reduce (%t) axis 0 identity [0.0 : f32] : (tensor<64xf32, #row>) -> tensor<f32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.return
  }
}

// -----

#row = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], reps = [1]>
#one = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [[]], reps = []>
gpu.module @kernels {
  kopt.kernel @small_shared(%x: memref<64xf32>, %o: memref<f32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>, kopt.shared_bytes = 128 : i64} {
    %t = kopt.load %x : memref<64xf32> -> tensor<64xf32, #row>
    // expected-error@+1 {{expected shared memory from byte 0 to 256, but got 128 bytes}}
    %s = kopt.reduce (%t) axis 0 identity [0.0 : f32] {kopt.shared_offset = 0 : i64} : (tensor<64xf32, #row>) -> tensor<f32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.return
  }
}

// -----

#row = #kopt.layout<reg = [], lane = [[0, 1], [0, 2], [0, 4], [0, 8], [0, 16]], warp = [], reps = [2, 1]>
#bad = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
gpu.module @kernels {
  kopt.kernel @not_slice(%x: memref<32xf32>, %o: memref<2x32xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = kopt.load %x : memref<32xf32> -> tensor<32xf32, #bad>
    %b = kopt.broadcast %t dims [1] : tensor<32xf32, #bad> -> tensor<2x32xf32, #row>
    %n = arith.constant dense<1.0> : tensor<2xf32, #kopt.layout<reg = [], lane = [[1], [0], [0], [0], [0]], warp = [], reps = [1]>>
    // expected-error@+1 {{expected the operand's layout to be the slice of the result's}}
    %c = kopt.broadcast %n dims [0] : tensor<2xf32, #kopt.layout<reg = [], lane = [[1], [0], [0], [0], [0]], warp = [], reps = [1]>> -> tensor<2x32xf32, #row>
    kopt.return
  }
}

// -----

#row = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
gpu.module @kernels {
  kopt.kernel @constant(%o: memref<32xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    // expected-error@+1 {{expected a splat as constant tile}}
    %t = arith.constant dense<"0x0000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F000000400000803F00000040"> : tensor<32xf32, #row>
    kopt.return
  }
}

// -----

#row = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [], reps = [1]>
#back = #kopt.layout<reg = [], lane = [[16], [8], [4], [2], [1]], warp = [], reps = [1]>
#one = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [], reps = []>
gpu.module @kernels {
  kopt.kernel @other_layout(%x: memref<32xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %t = kopt.load %x : memref<32xf32> -> tensor<32xf32, #row>
    // expected-error@+1 {{expected inputs and scans of one layout, and totals of its slice}}
    %s, %all = kopt.scan (%t) axis 0 identity [0.0 : f32] : (tensor<32xf32, #row>) -> (tensor<32xf32, #back>, tensor<f32, #one>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.return
  }
}

// -----

#row = #kopt.layout<reg = [], lane = [[1], [2], [4], [8], [16]], warp = [[32]], reps = [1]>
#one = #kopt.layout<reg = [], lane = [[], [], [], [], []], warp = [[]], reps = []>
gpu.module @kernels {
  kopt.kernel @small_scratch(%x: memref<64xf32>) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>, kopt.shared_bytes = 4 : i64} {
    %t = kopt.load %x : memref<64xf32> -> tensor<64xf32, #row>
    // expected-error@+1 {{expected shared memory from byte 0 to 8, but got 4 bytes}}
    %s, %all = kopt.scan (%t) axis 0 identity [0.0 : f32] {kopt.shared_offset = 0 : i64} : (tensor<64xf32, #row>) -> (tensor<64xf32, #row>, tensor<f32, #one>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.return
  }
}
