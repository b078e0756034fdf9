// Softmax of rows of 4097, an odd length: one element an access, predicates on
// the last column only, the padded elements selected away before reductions.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-to-simt,canonicalize,cse))' | FileCheck %s

#row = #kopt.layout<reg = [[0, 1], [0, 2], [0, 4]], lane = [[0, 8], [0, 16], [0, 32], [0, 64], [0, 128]], warp = [[0, 256], [0, 512], [0, 1024], [0, 2048]], reps = [1, 2]>
#one = #kopt.layout<reg = [], lane = [[0], [0], [0], [0], [0]], warp = [[0], [0], [0], [0]], reps = [1]>

// CHECK-LABEL: gpu.func @softmax
// CHECK: %[[LIMIT:.*]] = arith.constant 4097 : index
// CHECK: %[[IN:.*]] = arith.cmpi ult, %{{.*}}, %[[LIMIT]] : index
// CHECK-NEXT: scf.if %[[IN]] -> (f32)
// CHECK-NEXT: memref.load %{{.*}} : memref<3x4097xf32>
// CHECK: arith.select %{{.*}} : vector<2x8xi1>, vector<2x8xf32>
// CHECK: gpu.barrier
// CHECK: gpu.barrier
// CHECK: scf.if
// CHECK-NEXT: memref.store
gpu.module @kernels {
  kopt.kernel @softmax(%x: memref<3x4097xf32>, %o: memref<3x4097xf32> {kopt.out})
      attributes {grid = affine_map<() -> (3)>, schedule = #kopt.launch<warps = 16>, kopt.shared_bytes = 128 : i64} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<3x4097xf32> -> tensor<1x8192xf32, #row>
    %k = kopt.iota 1 : tensor<1x8192xi32, #row>
    %n = arith.constant dense<4097> : tensor<1x8192xi32, #row>
    %v = arith.cmpi slt, %k, %n : tensor<1x8192xi32, #row>
    %ninf = arith.constant dense<0xFF800000> : tensor<1x8192xf32, #row>
    %tm = arith.select %v, %t, %ninf : tensor<1x8192xi1, #row>, tensor<1x8192xf32, #row>
    %m = kopt.reduce (%tm) axis 1 identity [0xFF800000 : f32] {across = #kopt.across<lanes>, kopt.shared_offset = 0 : i64} : (tensor<1x8192xf32, #row>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.maximumf %a, %b : f32
      kopt.yield %c : f32
    }
    %mb = kopt.broadcast %m dims [0] : tensor<1xf32, #one> -> tensor<1x8192xf32, #row>
    %d = arith.subf %tm, %mb : tensor<1x8192xf32, #row>
    %e = math.exp %d : tensor<1x8192xf32, #row>
    %s = kopt.reduce (%e) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>, kopt.shared_offset = 64 : i64} : (tensor<1x8192xf32, #row>) -> tensor<1xf32, #one> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    %sb = kopt.broadcast %s dims [0] : tensor<1xf32, #one> -> tensor<1x8192xf32, #row>
    %r = arith.divf %e, %sb : tensor<1x8192xf32, #row>
    kopt.store %r, %o[%i, %c0] : tensor<1x8192xf32, #row>, memref<3x4097xf32>
    kopt.return
  }
}
