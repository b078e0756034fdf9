// RUN: kopt-opt %s -kopt-assign-layouts -kopt-allocate-shared -kopt-insert-barriers | FileCheck %s

gpu.module @kernels {
  // One use: none. Two uses of the same bytes: one between.
  // CHECK-LABEL: kopt.kernel @sequence(
  // CHECK-NOT: gpu.barrier
  // CHECK: kopt.reduce
  // CHECK: gpu.barrier
  // CHECK-NEXT: kopt.reduce
  // CHECK-NOT: gpu.barrier
  kopt.kernel @sequence(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    %u = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%au: f32, %bu: f32):
      %cu = arith.addf %au, %bu : f32
      kopt.yield %cu : f32
    }
    kopt.return
  }

  // Around a back edge the operation meets itself.
  // CHECK-LABEL: kopt.kernel @loop(
  // CHECK: scf.for
  // CHECK: gpu.barrier
  // CHECK-NEXT: kopt.reduce
  // CHECK-NOT: gpu.barrier
  kopt.kernel @loop(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    scf.for %k = %c0 to %c4 step %c1 {
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    }
    kopt.return
  }

  // A barrier that is there is enough.
  // CHECK-LABEL: kopt.kernel @present(
  // CHECK-COUNT-1: gpu.barrier
  // CHECK-NOT: gpu.barrier
  kopt.kernel @present(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    gpu.barrier
    %u = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%au: f32, %bu: f32):
      %cu = arith.addf %au, %bu : f32
      kopt.yield %cu : f32
    }
    kopt.return
  }

  // A use on one path only.
  // CHECK-LABEL: kopt.kernel @branch(
  // CHECK: scf.if
  // CHECK-NOT: gpu.barrier
  // CHECK: kopt.reduce
  // CHECK: gpu.barrier
  // CHECK-NEXT: kopt.reduce
  kopt.kernel @branch(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %p = kopt.program_id 0
    %q = arith.cmpi eq, %p, %c0 : index
    scf.if %q {
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    }
    %u = kopt.reduce (%t) axis 1 identity [0.0 : f32] : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%au: f32, %bu: f32):
      %cu = arith.addf %au, %bu : f32
      kopt.yield %cu : f32
    }
    kopt.return
  }

  // No shared memory, no barrier.
  // CHECK-LABEL: kopt.kernel @lanes(
  // CHECK-NOT: gpu.barrier
  kopt.kernel @lanes(%x: memref<8x128xf32>)
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %t = kopt.load %x[%c0, %c0] : memref<8x128xf32> -> tensor<1x128xf32>
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%as: f32, %bs: f32):
      %cs = arith.addf %as, %bs : f32
      kopt.yield %cs : f32
    }
    %u = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%au: f32, %bu: f32):
      %cu = arith.addf %au, %bu : f32
      kopt.yield %cu : f32
    }
    kopt.return
  }
  // CHECK: kopt.return
}
