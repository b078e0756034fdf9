// fma.rn.sat (PTX ISA, 9.7.3.6 fma): one rounding, then at least 0 and at most 1;
// NaN gives 0. Operands b and c are 1 and 0 but in the last case, where only an
// exact product leaves 2^-23.
// RUN: python3 %S/Inputs/words.py %t.x f4 0x7fc00007 0x40000000 0xbf800000 0x3f000000 0x7f800000 0xff800000 0x00000001 0x3f800800
// RUN: python3 %S/Inputs/words.py %t.y f4 0x3f800000 0x3f800000 0x3f800000 0x3f800000 0x3f800000 0x3f800000 0x3f800000 0x3f800800
// RUN: python3 %S/Inputs/words.py %t.z f4 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0x00000000 0xbf801000
// RUN: kopt-run %s --input=%t.x --input=%t.y --input=%t.z | FileCheck %s

// CHECK: dense<"0x000000000000803F000000000000003F0000803F000000000100000000008033"> : tensor<8xf32>
gpu.module @kernels {
  gpu.func @fma(%x0: memref<8xf32>, %x1: memref<8xf32>, %x2: memref<8xf32>, %o: memref<8xf32>) kernel
      attributes {known_block_size = array<i32: 8, 1, 1>, kopt.grid = affine_map<() -> (1)>} {
    %i = gpu.thread_id x
    %a = memref.load %x0[%i] : memref<8xf32>
    %b = memref.load %x1[%i] : memref<8xf32>
    %c = memref.load %x2[%i] : memref<8xf32>
    %r = kopt_nv.fma_sat %a, %b, %c : f32
    memref.store %r, %o[%i] : memref<8xf32>
    gpu.return
  }
}
func.func @fma(%x0: tensor<8xf32>, %x1: tensor<8xf32>, %x2: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = kopt.launch @kernels::@fma ins(%x0, %x1, %x2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
