// Softmax of rows over clusters of 2, 4 and 8 blocks: rows of odd lengths, tiles of
// which all blocks hold copies, both ways of crossing threads; under another order
// of the warps too.
// RUN: kopt-gate %S/Inputs/cluster-softmax.original.mlir %s --entry=two --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/cluster-softmax.original.mlir %s --entry=four --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/cluster-softmax.original.mlir %s --entry=eight --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/cluster-softmax.original.mlir %s --entry=replicated --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/cluster-softmax.original.mlir %s --entry=one_column --device=sim --families=normal
// RUN: kopt-gate %S/Inputs/cluster-softmax.original.mlir %s --entry=four --device=sim --families=normal --workers="kopt-sim-worker --seed=7"
// REQUIRES: sim
gpu.module @kernels {
  kopt.kernel @two(%x: memref<5x1000xf32>, %o: memref<5x1000xf32> {kopt.out})
      attributes {grid = affine_map<() -> (5)>, schedule = #kopt.launch<warps = 4, cluster = 2>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {pad = 0xFF800000 : f32, via = #kopt.direct<bytes = 4>} : memref<5x1000xf32> -> tensor<1x1024xf32>
    %m = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    %d = arith.subf %t, %mb : tensor<1x1024xf32>
    %p = math.exp %d : tensor<1x1024xf32>
    %s = kopt.reduce(%p) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
    %r = arith.divf %p, %sb : tensor<1x1024xf32>
    kopt.store %r, %o[%i, %c0] {via = #kopt.direct<bytes = 4>} : tensor<1x1024xf32>, memref<5x1000xf32>
    kopt.return
  }
  kopt.kernel @four(%x: memref<3x3001xf32>, %o: memref<3x3001xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2, cluster = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {pad = 0xFF800000 : f32, via = #kopt.direct<bytes = 4>} : memref<3x3001xf32> -> tensor<1x4096xf32>
    %m = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<shared>} : (tensor<1x4096xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x4096xf32>
    %d = arith.subf %t, %mb : tensor<1x4096xf32>
    %p = math.exp %d : tensor<1x4096xf32>
    %s = kopt.reduce(%p) axis 1 identity [0.0 : f32] {across = #kopt.across<shared>} : (tensor<1x4096xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x4096xf32>
    %r = arith.divf %p, %sb : tensor<1x4096xf32>
    kopt.store %r, %o[%i, %c0] {via = #kopt.direct<bytes = 4>} : tensor<1x4096xf32>, memref<3x3001xf32>
    kopt.return
  }
  kopt.kernel @eight(%x: memref<3x4096xf32>, %o: memref<3x4096xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 2, cluster = 8>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {pad = 0xFF800000 : f32, via = #kopt.direct<bytes = 16>} : memref<3x4096xf32> -> tensor<1x4096xf32>
    %m = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1x4096xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x4096xf32>
    %d = arith.subf %t, %mb : tensor<1x4096xf32>
    %p = math.exp %d : tensor<1x4096xf32>
    %s = kopt.reduce(%p) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x4096xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x4096xf32>
    %r = arith.divf %p, %sb : tensor<1x4096xf32>
    kopt.store %r, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x4096xf32>, memref<3x4096xf32>
    kopt.return
  }
  kopt.kernel @replicated(%x: memref<4x96xf32>, %o: memref<4x96xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>, schedule = #kopt.launch<warps = 1, cluster = 8>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {pad = 0xFF800000 : f32, via = #kopt.direct<bytes = 4>} : memref<4x96xf32> -> tensor<1x128xf32>
    %m = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x128xf32>
    %d = arith.subf %t, %mb : tensor<1x128xf32>
    %p = math.exp %d : tensor<1x128xf32>
    %s = kopt.reduce(%p) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x128xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x128xf32>
    %r = arith.divf %p, %sb : tensor<1x128xf32>
    kopt.store %r, %o[%i, %c0] {via = #kopt.direct<bytes = 4>} : tensor<1x128xf32>, memref<4x96xf32>
    kopt.return
  }
  kopt.kernel @one_column(%x: memref<6x1xf32>, %o: memref<6x1xf32> {kopt.out})
      attributes {grid = affine_map<() -> (6)>, schedule = #kopt.launch<warps = 1, cluster = 4>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {pad = 0xFF800000 : f32, via = #kopt.direct<bytes = 4>} : memref<6x1xf32> -> tensor<1x1xf32>
    %m = kopt.reduce(%t) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1x1xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x1xf32>
    %d = arith.subf %t, %mb : tensor<1x1xf32>
    %p = math.exp %d : tensor<1x1xf32>
    %s = kopt.reduce(%p) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x1xf32>) -> tensor<1xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32> -> tensor<1x1xf32>
    %r = arith.divf %p, %sb : tensor<1x1xf32>
    kopt.store %r, %o[%i, %c0] {via = #kopt.direct<bytes = 4>} : tensor<1x1xf32>, memref<6x1xf32>
    kopt.return
  }
}
func.func @two(%x0: tensor<5x1000xf32>) -> (tensor<5x1000xf32>) {
  %e0 = tensor.empty() : tensor<5x1000xf32>
  %r = kopt.launch @kernels::@two ins(%x0 : tensor<5x1000xf32>) outs(%e0 : tensor<5x1000xf32>) -> tensor<5x1000xf32>
  return %r : tensor<5x1000xf32>
}
func.func @four(%x0: tensor<3x3001xf32>) -> (tensor<3x3001xf32>) {
  %e0 = tensor.empty() : tensor<3x3001xf32>
  %r = kopt.launch @kernels::@four ins(%x0 : tensor<3x3001xf32>) outs(%e0 : tensor<3x3001xf32>) -> tensor<3x3001xf32>
  return %r : tensor<3x3001xf32>
}
func.func @eight(%x0: tensor<3x4096xf32>) -> (tensor<3x4096xf32>) {
  %e0 = tensor.empty() : tensor<3x4096xf32>
  %r = kopt.launch @kernels::@eight ins(%x0 : tensor<3x4096xf32>) outs(%e0 : tensor<3x4096xf32>) -> tensor<3x4096xf32>
  return %r : tensor<3x4096xf32>
}
func.func @replicated(%x0: tensor<4x96xf32>) -> (tensor<4x96xf32>) {
  %e0 = tensor.empty() : tensor<4x96xf32>
  %r = kopt.launch @kernels::@replicated ins(%x0 : tensor<4x96xf32>) outs(%e0 : tensor<4x96xf32>) -> tensor<4x96xf32>
  return %r : tensor<4x96xf32>
}
func.func @one_column(%x0: tensor<6x1xf32>) -> (tensor<6x1xf32>) {
  %e0 = tensor.empty() : tensor<6x1xf32>
  %r = kopt.launch @kernels::@one_column ins(%x0 : tensor<6x1xf32>) outs(%e0 : tensor<6x1xf32>) -> tensor<6x1xf32>
  return %r : tensor<6x1xf32>
}
