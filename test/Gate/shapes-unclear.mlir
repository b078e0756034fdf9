// A parameter that the host reads as a scalar leaves the extents of the others
// clear, so a kernel that does one tile only is rejected at another shape. Where
// they are not clear, it is said that the asked shape alone was judged.
// RUN: split-file %s %t
// RUN: not kopt-gate %t/original.mlir %t/kernel.mlir --entry=scale --device=sim --families=normal --arg=0:100 | FileCheck %s --check-prefix=OTHER
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --entry=first --device=sim --families=normal --arg=0:100 | FileCheck %s --check-prefix=ASKED
// RUN: kopt-gate %t/original.mlir %t/kernel.mlir --entry=first --device=sim --families=normal --arg=0:100 --shapes=asked | FileCheck %s --check-prefix=QUIET
// RUN: not kopt-gate %t/original.mlir %t/kernel.mlir --entry=first --device=sim --families=normal --arg=0:200 | FileCheck %s --check-prefix=WRONG
// A tile beyond the shapes around 128 has one of its own.
// RUN: sed 's/128xf32/512xf32/g' %t/kernel.mlir > %t/wide.mlir
// RUN: not kopt-gate %t/original.mlir %t/wide.mlir --entry=scale --device=sim --families=normal | FileCheck %s --check-prefix=WIDE
// REQUIRES: sim

// OTHER: rejected (unwritten): shape 0:129:
// ASKED: accepted
// ASKED-NEXT: no shape but 0:100 was judged: it is not clear from the original which others are valid
// QUIET: accepted
// QUIET-NOT: judged
// WIDE: rejected (unwritten): shape 0:513:
// WRONG: rejected (unwritten): shape 0:200:

//--- original.mlir
#id = affine_map<(d0) -> (d0)>
func.func @scale(%x: tensor<?xf32>, %k: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.extract %k[] : tensor<f32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %s : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
// Reads an element of a tensor that may have none.
func.func @first(%x: tensor<?xf32>, %k: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.extract %x[%c0] : tensor<?xf32>
  %t = tensor.extract %k[] : tensor<f32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %p = arith.mulf %a, %t : f32
    linalg.yield %p : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

//--- kernel.mlir
gpu.module @kernels {
  kopt.kernel @tile(%x: memref<?xf32>, %k: memref<f32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[n, m] -> (1)>, schedule = #kopt.launch<warps = 1>} {
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%c0] : memref<?xf32> -> tensor<128xf32>
    %s = memref.load %k[] : memref<f32>
    %f = tensor.splat %s : tensor<128xf32>
    %p = arith.mulf %t, %f : tensor<128xf32>
    kopt.store %p, %o[%c0] : tensor<128xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @scale(%x: tensor<?xf32>, %k: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@tile ins(%x, %k : tensor<?xf32>, tensor<f32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @first(%x: tensor<?xf32>, %k: tensor<f32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@tile ins(%x, %k : tensor<?xf32>, tensor<f32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
