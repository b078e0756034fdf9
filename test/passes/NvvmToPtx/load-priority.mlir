// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(kopt-simt-to-nvvm))' | kopt-translate --kopt-to-ptx | FileCheck %s

// Memory that nothing writes: the loads need no order, and one policy is enough.
// CHECK-LABEL: .entry read_only
// CHECK: createpolicy.fractional.L2::evict_last.b64 %[[P:.*]], 1.0;
// CHECK-NOT: createpolicy
// CHECK-DAG: ld.global.L1::evict_last.L2::cache_hint.v4.b32 {{[{].*[}]}}, [%rd{{.*}}], %[[P]];
// CHECK-DAG: ld.global.L1::evict_last.L2::cache_hint.b32 %{{.*}}, [%rd{{.*}}], %[[P]];
// CHECK: ret;
gpu.module @m {
  gpu.func @read_only(%x: memref<64xbf16> {llvm.noalias, llvm.readonly}, %y: memref<64xf32> {llvm.noalias, llvm.readonly},
                      %o: memref<64xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %a = kopt_nv.load last %x[%c0] : memref<64xbf16>, vector<8xbf16>
    %b = kopt_nv.load last %y[%c0] : memref<64xf32>, f32
    %w = arith.extf %a : vector<8xbf16> to vector<8xf32>
    %v = vector.broadcast %b : f32 to vector<8xf32>
    %s = arith.addf %w, %v : vector<8xf32>
    vector.store %s, %o[%c0] {alignment = 16 : i64} : memref<64xf32>, vector<8xf32>
    gpu.return
  }

  // Memory that is written: the load stays between the two stores.
  // CHECK-LABEL: .entry in_place
  // CHECK: st.global
  // CHECK: ld.global.L1::evict_first.L2::cache_hint.v2.b32
  // CHECK: st.global
  gpu.func @in_place(%x: memref<64xf32> {llvm.noalias}) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %one = arith.constant 1.0 : f32
    memref.store %one, %x[%c1] : memref<64xf32>
    %a = kopt_nv.load first %x[%c0] : memref<64xf32>, vector<2xf32>
    %s = arith.addf %a, %a : vector<2xf32>
    vector.store %s, %x[%c0] : memref<64xf32>, vector<2xf32>
    gpu.return
  }
}
