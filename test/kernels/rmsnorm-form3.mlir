// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-expand-math,kopt-simt-to-nvvm),kopt-nvvm-to-ptx)' | FileCheck %s
//
// RMSNorm of T16 by hand in form 3: one block of 256 threads a row, two 16-byte
// loads a thread kept in registers, one exchange through shared memory.

// CHECK-COUNT-4: ld.global.v4.b32
// CHECK: shfl.sync.bfly
// CHECK: bar.sync
// CHECK: st.global.v4.b32
gpu.module @kernels {
  memref.global "private" @partials : memref<8xf32, #gpu.address_space<workgroup>> {alignment = 16}
  gpu.func @rmsnorm(%x: memref<16384x4096xbf16>, %w: memref<4096xbf16>, %o: memref<16384x4096xbf16>) kernel
      attributes {known_block_size = array<i32: 256, 1, 1>, kopt.grid = affine_map<() -> (16384)>} {
    %c0 = arith.constant 0 : index
    %c4 = arith.constant 4 : index
    %c8 = arith.constant 8 : index
    %c32 = arith.constant 32 : index
    %c2048 = arith.constant 2048 : index
    %width = arith.constant 32 : i32
    %tid = gpu.thread_id x
    %row = gpu.block_id x
    %j0 = arith.muli %tid, %c8 : index
    %j1 = arith.addi %j0, %c2048 : index
    %x0 = vector.load %x[%row, %j0] {alignment = 16 : i64} : memref<16384x4096xbf16>, vector<8xbf16>
    %x1 = vector.load %x[%row, %j1] {alignment = 16 : i64} : memref<16384x4096xbf16>, vector<8xbf16>
    %w0 = vector.load %w[%j0] {alignment = 16 : i64} : memref<4096xbf16>, vector<8xbf16>
    %w1 = vector.load %w[%j1] {alignment = 16 : i64} : memref<4096xbf16>, vector<8xbf16>
    %f0 = arith.extf %x0 : vector<8xbf16> to vector<8xf32>
    %f1 = arith.extf %x1 : vector<8xbf16> to vector<8xf32>
    %q0 = arith.mulf %f0, %f0 : vector<8xf32>
    %q1 = arith.mulf %f1, %f1 : vector<8xf32>
    %q = arith.addf %q0, %q1 : vector<8xf32>
    %s0 = vector.reduction <add>, %q fastmath<reassoc> : vector<8xf32> into f32
    %o16 = arith.constant 16 : i32
    %t0, %p0 = gpu.shuffle xor %s0, %o16, %width : f32
    %s1 = arith.addf %s0, %t0 : f32
    %o8 = arith.constant 8 : i32
    %t1, %p1 = gpu.shuffle xor %s1, %o8, %width : f32
    %s2 = arith.addf %s1, %t1 : f32
    %o4 = arith.constant 4 : i32
    %t2, %p2 = gpu.shuffle xor %s2, %o4, %width : f32
    %s3 = arith.addf %s2, %t2 : f32
    %o2 = arith.constant 2 : i32
    %t3, %p3 = gpu.shuffle xor %s3, %o2, %width : f32
    %s4 = arith.addf %s3, %t3 : f32
    %o1 = arith.constant 1 : i32
    %t4, %p4 = gpu.shuffle xor %s4, %o1, %width : f32
    %s5 = arith.addf %s4, %t4 : f32
    %partials = memref.get_global @partials : memref<8xf32, #gpu.address_space<workgroup>>
    %lane = arith.remui %tid, %c32 : index
    %warp = arith.divui %tid, %c32 : index
    %first = arith.cmpi eq, %lane, %c0 : index
    scf.if %first {
      memref.store %s5, %partials[%warp] : memref<8xf32, #gpu.address_space<workgroup>>
    }
    gpu.barrier
    %a = vector.load %partials[%c0] {alignment = 16 : i64} : memref<8xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %b = vector.load %partials[%c4] {alignment = 16 : i64} : memref<8xf32, #gpu.address_space<workgroup>>, vector<4xf32>
    %ab = arith.addf %a, %b : vector<4xf32>
    %sum = vector.reduction <add>, %ab fastmath<reassoc> : vector<4xf32> into f32
    %n = arith.constant 4096.0 : f32
    %eps = arith.constant 1.0e-5 : f32
    %mean = arith.divf %sum, %n : f32
    %me = arith.addf %mean, %eps : f32
    %r = math.rsqrt %me : f32
    %rv = vector.broadcast %r : f32 to vector<8xf32>
    %g0 = arith.extf %w0 : vector<8xbf16> to vector<8xf32>
    %g1 = arith.extf %w1 : vector<8xbf16> to vector<8xf32>
    %v0 = arith.mulf %f0, %rv : vector<8xf32>
    %v1 = arith.mulf %f1, %rv : vector<8xf32>
    %y0 = arith.mulf %v0, %g0 : vector<8xf32>
    %y1 = arith.mulf %v1, %g1 : vector<8xf32>
    %h0 = arith.truncf %y0 : vector<8xf32> to vector<8xbf16>
    %h1 = arith.truncf %y1 : vector<8xf32> to vector<8xbf16>
    vector.store %h0, %o[%row, %j0] {alignment = 16 : i64} : memref<16384x4096xbf16>, vector<8xbf16>
    vector.store %h1, %o[%row, %j1] {alignment = 16 : i64} : memref<16384x4096xbf16>, vector<8xbf16>
    gpu.return
  }
}
