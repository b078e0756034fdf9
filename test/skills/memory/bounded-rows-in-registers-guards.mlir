// One case a guard, only that guard broken.
// RUN: kopt-opt %s --apply-skills="skills=%skills recipe=bounded_rows_in_registers explain=remarks" 2>&1 | FileCheck %s

// CHECK: card @bounded_rows_in_registers refused at @bounded_rows_in_registers_g1: G1: the kernel has no loop over a row
// CHECK: card @bounded_rows_in_registers refused at @bounded_rows_in_registers_g2: G2: the loop has no iteration
// CHECK: card @bounded_rows_in_registers refused at @bounded_rows_in_registers_g3: G3: the row has 8192 elements, more than 4096
// What the kernel assumes decides: always short, always long.
// CHECK: card @bounded_rows_in_registers applied at @bounded_rows_in_registers_known, extent = 4096
// CHECK: card @bounded_rows_in_registers refused at @bounded_rows_in_registers_long: G3: the row has arg0[1] elements, more than 4096
// CHECK: card @bounded_rows_in_registers refused at @bounded_rows_in_registers_dynamic: G2: cannot be decided before launch: the bounds of the loop are dynamic: dimension 1 of argument 0; no launch could choose between variants
#short = affine_set<()[s0] : (s0 - 1 >= 0, 4096 - s0 >= 0)>
#long = affine_set<()[s0] : (s0 - 4097 >= 0)>
#rows = affine_map<()[s0] -> (64)>
gpu.module @kernels {
  kopt.kernel @bounded_rows_in_registers_g1(%x: memref<64x1024xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
    kopt.return
  }
  kopt.kernel @bounded_rows_in_registers_g2(%x: memref<64x0xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 0 : index
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x0xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @bounded_rows_in_registers_g3(%x: memref<64x8192xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = affine_map<() -> (64)>} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %n = arith.constant 8192 : index
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x8192xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @bounded_rows_in_registers_known(%x: memref<64x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {assume = #short, grid = #rows} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @bounded_rows_in_registers_long(%x: memref<64x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {assume = #long, grid = #rows} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
  kopt.kernel @bounded_rows_in_registers_dynamic(%x: memref<64x?xf32>, %o: memref<64xf32> {kopt.out}) attributes {grid = #rows} {
    %i = kopt.program_id 0
    %c0 = arith.constant 0 : index
    %c64 = arith.constant 64 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %x, %c1 : memref<64x?xf32>
    %zero = arith.constant dense<0.0> : tensor<1x64xf32>
    %s = scf.for %j = %c0 to %n step %c64 iter_args(%a = %zero) -> (tensor<1x64xf32>) {
      %t = kopt.load %x[%i, %j] : memref<64x?xf32> -> tensor<1x64xf32>
      %b = arith.addf %a, %t : tensor<1x64xf32>
      scf.yield %b : tensor<1x64xf32>
    }
    %r = kopt.reduce (%s) axis 1 identity [0.0 : f32] : (tensor<1x64xf32>) -> tensor<1xf32> {
    ^bb0(%p: f32, %q: f32):
      %c = arith.addf %p, %q : f32
      kopt.yield %c : f32
    }
    kopt.store %r, %o[%i] : tensor<1xf32>, memref<64xf32>
    kopt.return
  }
}
