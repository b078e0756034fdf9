// Stores, loads and updates of one argument keep their order though other threads make
// them: what is written is read where an index says, an update is read, a second store
// wins, rounds of a loop pass on what they wrote.
// RUN: kopt-gate %S/Inputs/accesses-in-order.original.mlir %s --device=sim --families=random_bits
// REQUIRES: sim
// LLVM drops no access that another thread sees, and moves none over a barrier.
// RUN: kopt-run %s --emit=%t && FileCheck %s < %t.ptx
// CHECK-LABEL: .entry k(
// CHECK-COUNT-4: st.global.b32
// CHECK: bar.sync
// CHECK-COUNT-4: st.global.b32
// CHECK: bar.sync
// CHECK-COUNT-4: ld.global.b32
// CHECK: bar.sync
// CHECK-COUNT-4: st.global.b32

#across = #kopt.layout<reg = [], lane = [[32], [16], [8], [4], [2]], warp = [[1]], reps = [4]>
#at = affine_map<(d0)[s0] -> (s0)>
gpu.module @kernels {
  kopt.kernel @k(%x: memref<256xi32>, %o: memref<256xi32> {kopt.inout}, %r: memref<256xi32> {kopt.out}, %u: memref<256xi32> {kopt.inout}, %s: memref<256xi32> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 2>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %i = kopt.iota 0 : tensor<256xi32>
    %last = arith.constant dense<255> : tensor<256xi32>
    %back = arith.subi %last, %i : tensor<256xi32>
    %v = kopt.load %x[%c0] : memref<256xi32> -> tensor<256xi32>
    kopt.store %i, %o[%c0] {layout = #across} : tensor<256xi32>, memref<256xi32>
    kopt.store %v, %o[%c0] : tensor<256xi32>, memref<256xi32>
    scf.for %k = %c0 to %c3 step %c1 {
      %w = kopt.load %o indices(%back dims [array<i64: 0>] : tensor<256xi32>) map #at : memref<256xi32> -> tensor<256xi32>
      kopt.store %w, %o[%c0] : tensor<256xi32>, memref<256xi32>
    }
    %e = kopt.load %o[%c0] {layout = #across} : memref<256xi32> -> tensor<256xi32>
    kopt.store %e, %r[%c0] {layout = #across} : tensor<256xi32>, memref<256xi32>
    kopt.scatter_reduce addi %v, %u indices(%back dims [array<i64: 0>] : tensor<256xi32>) map #at : tensor<256xi32>, memref<256xi32>
    %n = kopt.load %u[%c0] : memref<256xi32> -> tensor<256xi32>
    kopt.store %n, %s[%c0] : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
}
func.func @f(%x: tensor<256xi32>) -> (tensor<256xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xi32>) {
  %c7 = arith.constant 7 : i32
  %e = tensor.empty() : tensor<256xi32>
  %o = linalg.fill ins(%c7 : i32) outs(%e : tensor<256xi32>) -> tensor<256xi32>
  %g = tensor.empty() : tensor<256xi32>
  %u = linalg.fill ins(%c7 : i32) outs(%g : tensor<256xi32>) -> tensor<256xi32>
  %h = tensor.empty() : tensor<256xi32>
  %j = tensor.empty() : tensor<256xi32>
  %r:4 = kopt.launch @kernels::@k ins(%x : tensor<256xi32>) outs(%o, %h, %u, %j : tensor<256xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xi32>) -> tensor<256xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xi32>
  return %r#0, %r#1, %r#2, %r#3 : tensor<256xi32>, tensor<256xi32>, tensor<256xi32>, tensor<256xi32>
}
