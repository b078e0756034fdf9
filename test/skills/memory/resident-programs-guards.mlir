// One case a guard, only that guard broken; and the smallest kernel it is for.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=resident_programs explain=remarks" 2>&1 | FileCheck %s

// CHECK: card @resident_programs refused at @resident_programs_g1: G1: the kernel has a schedule
// CHECK: card @resident_programs refused at @resident_programs_g2: G2: the kernel scans, orders and counts nothing
// CHECK: card @resident_programs refused at @resident_programs_g3: G3: the largest access has 32 bytes a thread, fewer than 64
// CHECK: card @resident_programs refused at @resident_programs_g4: G4: a tile has 2048 elements a thread, more than 1024
// CHECK: card @resident_programs applied at @scan, blocks = 4, bytes = 64, warps = 8
// CHECK: kopt.kernel @scan{{.*}}schedule = #kopt.launch<warps = 8, min_blocks = 4>
gpu.module @kernels {
  kopt.kernel @resident_programs_g1(%x: memref<16384xi32>, %o: memref<256xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>, schedule = #kopt.launch<warps = 4>} {
    %t = kopt.load %x : memref<16384xi32> -> tensor<16384xi32>
    %h = kopt.histogram %t : tensor<16384xi32> -> tensor<256xi32>
    kopt.store %h, %o : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
  kopt.kernel @resident_programs_g2(%x: memref<4096xf32>, %o: memref<4096xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = kopt.load %x : memref<4096xf32> -> tensor<4096xf32>
    kopt.store %t, %o : tensor<4096xf32>, memref<4096xf32>
    kopt.return
  }
  kopt.kernel @resident_programs_g3(%x: memref<2048xi32>, %o: memref<256xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = kopt.load %x : memref<2048xi32> -> tensor<2048xi32>
    %h = kopt.histogram %t : tensor<2048xi32> -> tensor<256xi32>
    kopt.store %h, %o : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
  kopt.kernel @resident_programs_g4(%x: memref<4096xi32>, %o: memref<256xi32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = kopt.load %x : memref<4096xi32> -> tensor<4096xi32>
    %b = kopt.broadcast %t dims [1] : tensor<4096xi32> -> tensor<128x4096xi32>
    %h = kopt.histogram %t : tensor<4096xi32> -> tensor<256xi32>
    kopt.store %h, %o : tensor<256xi32>, memref<256xi32>
    kopt.return
  }
  kopt.kernel @scan(%x: memref<4096xf32>, %o: memref<4096xf32> {kopt.out}) attributes {grid = affine_map<() -> (1)>} {
    %t = kopt.load %x : memref<4096xf32> -> tensor<4096xf32>
    %s, %n = kopt.scan (%t) axis 0 identity [0.0 : f32] : (tensor<4096xf32>) -> (tensor<4096xf32>, tensor<f32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    kopt.store %s, %o : tensor<4096xf32>, memref<4096xf32>
    kopt.return
  }
}
