// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm))' | FileCheck %s --check-prefix=NVVM
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm),kopt-nvvm-to-ptx)' -o %t.a
// RUN: kopt-opt %s -mlir-disable-threading -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm),kopt-nvvm-to-ptx)' -o %t.b
// RUN: cmp %t.a %t.b
// RUN: FileCheck %s --check-prefix=PTX --input-file=%t.a
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm),kopt-nvvm-to-ptx{chip=sm_80})' | FileCheck %s --check-prefix=SM80
// RUN: not kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm),kopt-nvvm-to-ptx{chip=sm_20})' 2>&1 | FileCheck %s --check-prefix=BAD

// nvvm operations stay operations for the simulated device.
// NVVM: llvm.func @k(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i64)
// NVVM: nvvm.shfl.sync
// NVVM: nvvm.barrier0

// PTX: .target sm_90a
// PTX: ld.global.v4.b32
// PTX: sqrt.rn.f32
// PTX: ex2.approx.f32
// PTX: tanh.approx.f32
// SM80: .target sm_80
// BAD: error: expected target sm_80, sm_89 or sm_90a, but got 'sm_20'
gpu.module @m {
  gpu.func @k(%x: memref<64x1024xf32>, %p: memref<f32>, %n: index) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %tid = gpu.thread_id x
    %b = gpu.block_id x
    %v = vector.load %x[%b, %tid] {alignment = 16} : memref<64x1024xf32>, vector<4xf32>
    %r = math.rsqrt %v : vector<4xf32>
    vector.store %r, %x[%b, %tid] {alignment = 16} : memref<64x1024xf32>, vector<4xf32>
    %q = vector.extract %r[0] : f32 from vector<4xf32>
    %e = math.exp %q fastmath<afn> : f32
    %h = math.tanh %e fastmath<afn> : f32
    %w = arith.constant 32 : i32
    %o = arith.constant 16 : i32
    %s, %valid = gpu.shuffle xor %h, %o, %w : f32
    %d = memref.reinterpret_cast %p to offset: [0], sizes: [%n], strides: [1] : memref<f32> to memref<?xf32>
    %in = arith.cmpi slt, %tid, %n : index
    scf.if %in {
      memref.store %s, %d[%tid] : memref<?xf32>
    }
    gpu.barrier
    gpu.return
  }
}
