// One case a guard, only that guard broken.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_store explain=remarks" 2>&1 | FileCheck %s
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=widen_global_store" | FileCheck %s --check-prefix=IR

// IR-NOT: bytes = 16

// CHECK: card @widen_global_store refused at @widen_global_store_g1/store#0: G1: innermost stride is 64, must be 1
// CHECK: card @widen_global_store refused at @widen_global_store_g2/store#0: G2: base is aligned to 8 bytes, needs 16
// CHECK: card @widen_global_store refused at @widen_global_store_g3/store#0: G3: rows lie 8200 bytes apart, not a multiple of 16
// CHECK: card @widen_global_store refused at @widen_global_store_g4/store#0: G4: row of 8200 bytes is not a multiple of 16
// CHECK: card @widen_global_store refused at @widen_global_store_g5/store#0: G5: tiles start at multiples of 4 bytes, not of 16
// CHECK: card @widen_global_store refused at @widen_global_store_g6/store#0: G6: the tile has 8 bytes a row, not a multiple of 16
// CHECK: card @widen_global_store refused at @widen_global_store_g7/store#0: G7: the tile has 8 bytes a thread, fewer than 16
// CHECK: card @widen_global_store refused at @widen_global_store_g8/store#0: G8: the path of the access is set
// CHECK: card @widen_global_store refused at @widen_global_store_g10/store#0: G10: elements of 1 bits, fewer than a byte
// CHECK: card @widen_global_store refused at @widen_global_store_dynamic/store#0: G3: cannot be decided before launch: the stride of dimension 0 of argument 0 is dynamic
gpu.module @kernels {
  kopt.kernel @widen_global_store_g1(%x: memref<2048x64xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x512xf32>
    kopt.store %t, %x[%c0, %i] map affine_map<(d0, d1)[s0, s1] -> (d1 + s0, d0 + s1)> : tensor<1x512xf32>, memref<2048x64xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g2(%x: memref<64x1024xf32> {kopt.align = 8 : i64, kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x1024xf32>
    kopt.store %t, %x[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g3(%x: memref<64x2048xf32, strided<[2050, 1]>> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x2048xf32>
    kopt.store %t, %x[%i, %c0] : tensor<1x2048xf32>, memref<64x2048xf32, strided<[2050, 1]>>
    kopt.return
  }
  kopt.kernel @widen_global_store_g4(%x: memref<2050xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<2048xf32>
    kopt.store %t, %x[%c0] : tensor<2048xf32>, memref<2050xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g5(%x: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x1024xf32>
    kopt.store %t, %x[%c0, %i] : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g6(%x: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<512x2xf32>
    kopt.store %t, %x[%i, %c0] : tensor<512x2xf32>, memref<64x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g7(%x: memref<64x256xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x256xf32>
    kopt.store %t, %x[%i, %c0] : tensor<1x256xf32>, memref<64x256xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g8(%x: memref<64x1024xf32> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x1024xf32>
    kopt.store %t, %x[%i, %c0] {via = #kopt.direct<bytes = 4>} : tensor<1x1024xf32>, memref<64x1024xf32>
    kopt.return
  }
  kopt.kernel @widen_global_store_g10(%x: memref<64x16384xi1> {kopt.out})
      attributes {grid = affine_map<() -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<true> : tensor<1x16384xi1>
    kopt.store %t, %x[%i, %c0] : tensor<1x16384xi1>, memref<64x16384xi1>
    kopt.return
  }
  kopt.kernel @widen_global_store_dynamic(%x: memref<64x?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0] -> (64)>} {
    %c0 = arith.constant 0 : index
    %i = kopt.program_id 0
    %t = arith.constant dense<0.0> : tensor<1x1024xf32>
    kopt.store %t, %x[%i, %c0] : tensor<1x1024xf32>, memref<64x?xf32>
    kopt.return
  }
}
