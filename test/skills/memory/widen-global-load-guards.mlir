// One case a guard, only that guard broken.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_load explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_load" | FileCheck %s --check-prefix=IR

// IR-NOT: bytes = 16

// CHECK: card @widen_global_load refused at @widen_global_load_g1/load#0: G1: innermost stride is 64, must be 1
// CHECK: card @widen_global_load refused at @widen_global_load_g2/load#0: G2: base is aligned to 8 bytes, needs 16
// CHECK: card @widen_global_load refused at @widen_global_load_g3/load#0: G3: rows lie 8200 bytes apart, not a multiple of 16
// CHECK: card @widen_global_load refused at @widen_global_load_g4/load#0: G4: row of 8200 bytes is not a multiple of 16
// CHECK: card @widen_global_load refused at @widen_global_load_g5/load#0: G5: tiles start at multiples of 4 bytes, not of 16
// CHECK: card @widen_global_load refused at @widen_global_load_g6/load#0: G6: the tile has 8 bytes a row, not a multiple of 16
// CHECK: card @widen_global_load refused at @widen_global_load_g7/load#0: G7: the tile has 8 bytes a thread, fewer than 16
// CHECK: card @widen_global_load refused at @widen_global_load_g8/load#0: G8: the path of the access is set
// CHECK: card @widen_global_load refused at @widen_global_load_g10/load#0: G10: elements of 1 bits, fewer than a byte
// CHECK: card @widen_global_load refused at @widen_global_load_dynamic/load#0: G3: cannot be decided before launch: the stride of dimension 0 of argument 0 is dynamic; no launch could choose between variants
gpu.module @kernels {
  kopt.kernel @widen_global_load_g1(%x: memref<2048x64xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%c0, %i] map affine_map<(d0, d1)[s0, s1] -> (d1 + s0, d0 + s1)> : memref<2048x64xf32> -> tensor<1x512xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g2(%x: memref<64x1024xf32> {kopt.align = 8 : i64})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g3(%x: memref<64x2048xf32, strided<[2050, 1]>>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x2048xf32, strided<[2050, 1]>> -> tensor<1x2048xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g4(%x: memref<2050xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%c0] : memref<2050xf32> -> tensor<2048xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g5(%x: memref<64x1024xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%c0, %i] : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g6(%x: memref<64x1024xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<512x2xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g7(%x: memref<64x256xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x256xf32> -> tensor<1x256xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g8(%x: memref<64x1024xf32>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] {via = #kopt.direct<bytes = 4>} : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_load_g10(%x: memref<64x16384xi1>)
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x16384xi1> -> tensor<1x16384xi1>
    kopt.return
  }
  kopt.kernel @widen_global_load_dynamic(%x: memref<64x?xf32>)
      attributes {grid = affine_map<()[s0] -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = kopt.load %x[%i, %c0] : memref<64x?xf32> -> tensor<1x1024xf32>
    kopt.return
  }
}
