// Tiles that live in shared memory: read again by each use, in a loop whose next
// round writes them anew; read in a layout that is not the one they came in.
// RUN: kopt-opt %s --lower-to-ptx -o %t.ptx.mlir
// RUN: kopt-gate %S/Inputs/resident.original.mlir %s --entry=softmax --device=sim
// RUN: kopt-gate %S/Inputs/resident.original.mlir %s --entry=copy --device=sim --families=normal
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-check-state,kopt-assign-layouts,kopt-allocate-shared,kopt-insert-barriers))' | FileCheck %s
// REQUIRES: sim

#rows = #kopt.layout<reg = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [1, 0], [2, 0]], warp = [[4, 0], [8, 0]], reps = [1, 1]>
#columns = #kopt.layout<reg = [[1, 0], [2, 0], [4, 0]], lane = [[8, 0], [0, 1], [0, 2], [0, 4], [0, 8]], warp = [[0, 16], [0, 32]], reps = [1, 1]>
gpu.module @kernels {
  // CHECK-LABEL: @softmax_rows
  // CHECK-SAME: kopt.shared_bytes = 4128
  // The barrier keeps the next round's row behind the last reads of this one.
  // CHECK: scf.for
  // CHECK: gpu.barrier
  // CHECK-NEXT: kopt.place {{.*}}kopt.shared_offset = 32
  kopt.kernel @softmax_rows(%x: memref<6x1000xf32>, %o: memref<6x1000xf32> {kopt.out})
      attributes {grid = affine_map<() -> (2)>, schedule = #kopt.launch<warps = 8>} {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %p = kopt.program_id 0
    %first = arith.muli %p, %c3 : index
    %iota = kopt.iota 1 : tensor<1x1024xi32>
    %n = arith.constant dense<1000> : tensor<1x1024xi32>
    %valid = arith.cmpi slt, %iota, %n : tensor<1x1024xi32>
    %low = arith.constant dense<0xFF800000> : tensor<1x1024xf32>
    scf.for %k = %c0 to %c3 step %c1 {
      %i = arith.addi %first, %k : index
      %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 16>} : memref<6x1000xf32> -> tensor<1x1024xf32>
      %v = arith.select %valid, %t, %low : tensor<1x1024xi1>, tensor<1x1024xf32>
      %s = kopt.place %v in <> : tensor<1x1024xf32>
      %m = kopt.reduce (%s) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.maximumf %a, %b : f32
        kopt.yield %c : f32
      }
      %mb = kopt.broadcast %m dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
      %d = arith.subf %s, %mb : tensor<1x1024xf32>
      %e = math.exp %d : tensor<1x1024xf32>
      %l = kopt.reduce (%e) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<1x1024xf32>) -> tensor<1xf32> {
      ^bb0(%a: f32, %b: f32):
        %c = arith.addf %a, %b : f32
        kopt.yield %c : f32
      }
      %lb = kopt.broadcast %l dims [0] : tensor<1xf32> -> tensor<1x1024xf32>
      %again = arith.subf %s, %mb : tensor<1x1024xf32>
      %ea = math.exp %again : tensor<1x1024xf32>
      %y = arith.divf %ea, %lb : tensor<1x1024xf32>
      kopt.store %y, %o[%i, %c0] {via = #kopt.direct<bytes = 16>} : tensor<1x1024xf32>, memref<6x1000xf32>
    }
    kopt.return
  }
  // The transposed store reads the resident tile as it wants it.
  // CHECK-LABEL: @copy_tile
  // CHECK-SAME: kopt.shared_bytes = 2048
  // CHECK: kopt.convert_layout %{{.*}} : tensor<16x64xbf16, #{{.*}}> -> tensor<16x64xbf16, #{{.*}}>
  kopt.kernel @copy_tile(%x: memref<16x64xbf16>, %o: memref<16x64xbf16> {kopt.out}, %t: memref<64x16xbf16> {kopt.out})
      attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %r = kopt.load %x {via = #kopt.direct<bytes = 16>, layout = #rows} : memref<16x64xbf16> -> tensor<16x64xbf16>
    %s = kopt.place %r in <> : tensor<16x64xbf16>
    kopt.store %s, %o {via = #kopt.direct<bytes = 16>, layout = #rows} : tensor<16x64xbf16>, memref<16x64xbf16>
    kopt.store %s, %t map affine_map<(d0, d1) -> (d1, d0)> {layout = #columns} : tensor<16x64xbf16>, memref<64x16xbf16>
    kopt.return
  }
}
func.func @softmax(%x: tensor<6x1000xf32>) -> tensor<6x1000xf32> {
  %e = tensor.empty() : tensor<6x1000xf32>
  %r = kopt.launch @kernels::@softmax_rows ins(%x : tensor<6x1000xf32>) outs(%e : tensor<6x1000xf32>) -> tensor<6x1000xf32>
  return %r : tensor<6x1000xf32>
}
func.func @copy(%x: tensor<16x64xbf16>) -> (tensor<16x64xbf16>, tensor<64x16xbf16>) {
  %e = tensor.empty() : tensor<16x64xbf16>
  %f = tensor.empty() : tensor<64x16xbf16>
  %r:2 = kopt.launch @kernels::@copy_tile ins(%x : tensor<16x64xbf16>) outs(%e, %f : tensor<16x64xbf16>, tensor<64x16xbf16>) -> tensor<16x64xbf16>, tensor<64x16xbf16>
  return %r#0, %r#1 : tensor<16x64xbf16>, tensor<64x16xbf16>
}
