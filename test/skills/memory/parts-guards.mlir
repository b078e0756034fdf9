// One case a guard, only that guard broken, and where the cards apply.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=parts_by_index explain=remarks" -o /dev/null 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=several_inner_rows explain=remarks" 2>&1 | FileCheck %s --check-prefix=ROWS
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=broadcast_loads explain=remarks" 2>&1 | FileCheck %s --check-prefix=LOADS

// CHECK-DAG: card @parts_by_index applied at @parts_by_index_applies
// CHECK-DAG: card @parts_by_index refused at @parts_by_index_g1: G1: nothing is read by index
// CHECK-DAG: card @parts_by_index refused at @parts_by_index_g2: G2: the kernel reduces
// ROWS-DAG: card @several_inner_rows applied at @several_inner_rows_applies, rows = 16
// ROWS-DAG: card @several_inner_rows refused at @several_inner_rows_g1: G1: rows lie on axis 0 of the grid alone
// ROWS-DAG: card @several_inner_rows refused at @several_inner_rows_g2: G2: there are 24 rows, not a multiple of 16
// ROWS-DAG: card @several_inner_rows refused at @several_inner_rows_g3: G3: a thread reads 16 bytes already
// LOADS-DAG: card @broadcast_loads applied at @shared_applies/load#1
// LOADS-DAG: kopt.load %{{.*}}[%{{.*}}] map #{{.*}} : memref<64xf32> -> tensor<16x64xf32>
// LOADS-DAG: card @broadcast_loads refused at @shared_g1/load#1: G1: the tile is not used by equal broadcasts to more rows alone
// LOADS-DAG: card @broadcast_loads refused at @shared_g2/load#1: G2: the kernel reduces
// LOADS-DAG: card @broadcast_loads refused at @broadcast_loads_g3/load#1: G3: a row of the tile has 8 bytes, less than an access of 16
#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
gpu.module @kernels {
  kopt.kernel @parts_by_index_applies(%x: memref<4x8xf32>, %o: memref<4x4xf32> {kopt.out}) {
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
    %e = tensor.empty() : tensor<4x4xf32>
    %r = linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x4xf32>) {
    ^bb0(%b: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %k = arith.addi %j, %c4 : index
      %v = tensor.extract %t[%i, %k] : tensor<4x8xf32>
      linalg.yield %v : f32
    } -> tensor<4x4xf32>
    kopt.store %r, %o : tensor<4x4xf32>, memref<4x4xf32>
    kopt.return
  }
  kopt.kernel @parts_by_index_g1(%x: memref<4x8xf32>, %o: memref<4x8xf32> {kopt.out}) {
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
    %e = tensor.empty() : tensor<4x8xf32>
    %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<4x8xf32>
    kopt.store %r, %o : tensor<4x8xf32>, memref<4x8xf32>
    kopt.return
  }
  kopt.kernel @parts_by_index_g2(%x: memref<4x8xf32>, %o: memref<4xf32> {kopt.out}) {
    %c4 = arith.constant 4 : index
    %zero = arith.constant 0.0 : f32
    %t = kopt.load %x : memref<4x8xf32> -> tensor<4x8xf32>
    %e = tensor.empty() : tensor<4xf32>
    %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %r = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%t : tensor<4x8xf32>) outs(%f : tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %v = tensor.extract %t[%i, %j] : tensor<4x8xf32>
      %p = arith.mulf %a, %v : f32
      %s = arith.addf %b, %p : f32
      linalg.yield %s : f32
    } -> tensor<4xf32>
    kopt.store %r, %o : tensor<4xf32>, memref<4xf32>
    kopt.return
  }
  kopt.kernel @several_inner_rows_applies(%x: memref<3x32x64xf32>, %o: memref<3x32x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3, 32)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i0 = kopt.program_id 0
    %i1 = kopt.program_id 1
    %t = kopt.load %x[%i0, %i1, %c0] : memref<3x32x64xf32> -> tensor<1x1x64xf32>
    kopt.store %t, %o[%i0, %i1, %c0] : tensor<1x1x64xf32>, memref<3x32x64xf32>
    kopt.return
  }
  kopt.kernel @several_inner_rows_g1(%x: memref<32x64xf32>, %o: memref<32x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (32)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i0 = kopt.program_id 0
    %t = kopt.load %x[%i0, %c0] : memref<32x64xf32> -> tensor<1x64xf32>
    kopt.store %t, %o[%i0, %c0] : tensor<1x64xf32>, memref<32x64xf32>
    kopt.return
  }
  kopt.kernel @several_inner_rows_g2(%x: memref<3x24x64xf32>, %o: memref<3x24x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3, 24)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i0 = kopt.program_id 0
    %i1 = kopt.program_id 1
    %t = kopt.load %x[%i0, %i1, %c0] : memref<3x24x64xf32> -> tensor<1x1x64xf32>
    kopt.store %t, %o[%i0, %i1, %c0] : tensor<1x1x64xf32>, memref<3x24x64xf32>
    kopt.return
  }
  kopt.kernel @several_inner_rows_g3(%x: memref<3x32x512xf32>, %o: memref<3x32x512xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3, 32)>, schedule = #kopt.launch<warps = 4>} {
    %c0 = arith.constant 0 : index
    %i0 = kopt.program_id 0
    %i1 = kopt.program_id 1
    %t = kopt.load %x[%i0, %i1, %c0] : memref<3x32x512xf32> -> tensor<1x1x512xf32>
    kopt.store %t, %o[%i0, %i1, %c0] : tensor<1x1x512xf32>, memref<3x32x512xf32>
    kopt.return
  }
  kopt.kernel @shared_applies(%x: memref<64x64xf32>, %y: memref<64xf32>, %o: memref<64x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %k = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%i]
    %t = kopt.load %x[%k, %c0] : memref<64x64xf32> -> tensor<16x64xf32>
    %w = kopt.load %y[%c0] : memref<64xf32> -> tensor<64xf32>
    %b = kopt.broadcast %w dims [1] : tensor<64xf32> -> tensor<16x64xf32>
    %p = arith.mulf %t, %b : tensor<16x64xf32>
    kopt.store %p, %o[%k, %c0] : tensor<16x64xf32>, memref<64x64xf32>
    kopt.return
  }
  kopt.kernel @shared_g1(%x: memref<64x64xf32>, %y: memref<64xf32>, %o: memref<64x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %k = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%i]
    %t = kopt.load %x[%k, %c0] : memref<64x64xf32> -> tensor<16x64xf32>
    %w = kopt.load %y[%c0] : memref<64xf32> -> tensor<64xf32>
    %n = arith.negf %w : tensor<64xf32>
    %b = kopt.broadcast %n dims [1] : tensor<64xf32> -> tensor<16x64xf32>
    %p = arith.mulf %t, %b : tensor<16x64xf32>
    kopt.store %p, %o[%k, %c0] : tensor<16x64xf32>, memref<64x64xf32>
    kopt.return
  }
  kopt.kernel @shared_g2(%x: memref<64x64xf32>, %y: memref<64xf32>, %o: memref<64x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %k = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%i]
    %t = kopt.load %x[%k, %c0] : memref<64x64xf32> -> tensor<16x64xf32>
    %w = kopt.load %y[%c0] : memref<64xf32> -> tensor<64xf32>
    %b = kopt.broadcast %w dims [1] : tensor<64xf32> -> tensor<16x64xf32>
    %p = arith.mulf %t, %b : tensor<16x64xf32>
    %s = kopt.reduce (%p) axis 1 identity [0.0 : f32] : (tensor<16x64xf32>) -> tensor<16xf32> {
    ^bb0(%a: f32, %c: f32):
      %d = arith.addf %a, %c : f32
      kopt.yield %d : f32
    }
    %q = kopt.broadcast %s dims [0] : tensor<16xf32> -> tensor<16x64xf32>
    kopt.store %q, %o[%k, %c0] : tensor<16x64xf32>, memref<64x64xf32>
    kopt.return
  }
  kopt.kernel @broadcast_loads_g3(%x: memref<64x2xf32>, %y: memref<2xf32>, %o: memref<64x2xf32> {kopt.out})
      attributes {grid = affine_map<() -> (4)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %k = affine.apply affine_map<()[s0] -> (s0 * 16)>()[%i]
    %t = kopt.load %x[%k, %c0] : memref<64x2xf32> -> tensor<16x2xf32>
    %w = kopt.load %y[%c0] : memref<2xf32> -> tensor<2xf32>
    %b = kopt.broadcast %w dims [1] : tensor<2xf32> -> tensor<16x2xf32>
    %p = arith.mulf %t, %b : tensor<16x2xf32>
    kopt.store %p, %o[%k, %c0] : tensor<16x2xf32>, memref<64x2xf32>
    kopt.return
  }
}
