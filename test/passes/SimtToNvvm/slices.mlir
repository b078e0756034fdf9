// Rows that are parts of wider vectors, which canonicalization makes of their elements,
// become elements again.
// RUN: kopt-opt %s -pass-pipeline='builtin.module(gpu.module(canonicalize,kopt-simt-to-nvvm))' | FileCheck %s
// CHECK-LABEL: llvm.func @k(
// CHECK: %[[ROW:.*]] = llvm.load {{.*}} -> vector<4xi32>
// CHECK-COUNT-4: llvm.extractelement %[[ROW]]
// CHECK-NOT: vector.
gpu.module @kernels {
  gpu.func @k(%x: memref<4xi32>, %o: memref<2xi32>, %p: memref<2xi32>) kernel {
    %c0 = arith.constant 0 : index
    %v = vector.load %x[%c0] : memref<4xi32>, vector<4xi32>
    %e:4 = vector.to_elements %v : vector<4xi32>
    %a = vector.extract_strided_slice %v {offsets = [0], sizes = [2], strides = [1]} : vector<4xi32> to vector<2xi32>
    %b = vector.from_elements %e#2, %e#3 : vector<2xi32>
    vector.store %a, %o[%c0] : memref<2xi32>, vector<2xi32>
    vector.store %b, %p[%c0] : memref<2xi32>, vector<2xi32>
    gpu.return
  }
}
