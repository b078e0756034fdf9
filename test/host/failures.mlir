// What goes wrong is said on stderr, and the program goes no further.
// RUN: kopt-opt %s --kopt-host-pipeline -o %t.mlir
// RUN: env %fake_driver KOPT_FAKE_FAIL=cuLaunchKernelEx:719 not --crash %mlir_run %t.mlir 2>&1 | FileCheck %s --check-prefix=LAUNCH
// RUN: env %fake_driver KOPT_FAKE_FAIL=cuMemAlloc_v2:2 not --crash %mlir_run %t.mlir 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: env %fake_driver KOPT_FAKE_FAIL=cuLibraryLoadData:218 not --crash %mlir_run %t.mlir 2>&1 | FileCheck %s --check-prefix=COMPILE
// RUN: env %fake_driver KOPT_FAKE_FAIL=cuInit:100 not --crash %mlir_run %t.mlir 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: env %fake_driver not --crash %mlir_run %t.mlir 2>&1 | FileCheck %s --check-prefix=LAYOUT

// LAUNCH-NOT: [2,
// LAUNCH: kopt runtime: fault: launching 'twice': cuLaunchKernelEx failed with CUDA_ERROR_LAUNCH_FAILED
// LAUNCH-NOT: [2,
// MEMORY: kopt runtime: resources: cuMemAlloc_v2 failed with CUDA_ERROR_OUT_OF_MEMORY
// COMPILE: kopt runtime: compile: launching 'twice': cuLibraryLoadData failed with 218
// DEVICE: kopt runtime: no-device: cuInit failed with 100
// LAYOUT: kopt runtime: launch: kopt.launch @kernels::@twice: operand 0: expected the identity layout (row-major, offset 0)
gpu.module @kernels {
  kopt.kernel @twice(%x: memref<?xf32>, %o: memref<?xf32> {kopt.out})
      attributes {grid = affine_map<()[s0, s1] -> (s0 ceildiv 256)>, schedule = #kopt.launch<warps = 2>} {
    %c256 = arith.constant 256 : index
    %i = kopt.program_id 0
    %at = arith.muli %i, %c256 : index
    %t = kopt.load %x[%at] : memref<?xf32> -> tensor<256xf32>
    %s = arith.addf %t, %t : tensor<256xf32>
    kopt.store %s, %o[%at] : tensor<256xf32>, memref<?xf32>
    kopt.return
  }
}
func.func @take(%x: memref<?xf32, strided<[?], offset: ?>>, %o: memref<?xf32>) {
  kopt.launch @kernels::@twice ins(%x : memref<?xf32, strided<[?], offset: ?>>) outs(%o : memref<?xf32>)
  return
}
// Every other element: the first launch fits, the second has the wrong stride.
func.func @main() {
  %x = memref.alloc() : memref<8xf32>
  %o = memref.alloc() : memref<8xf32>
  %od = memref.cast %o : memref<8xf32> to memref<?xf32>
  %all = memref.cast %x : memref<8xf32> to memref<?xf32, strided<[?], offset: ?>>
  func.call @take(%all, %od) : (memref<?xf32, strided<[?], offset: ?>>, memref<?xf32>) -> ()
  %half = memref.subview %x[0] [4] [2] : memref<8xf32> to memref<4xf32, strided<[2]>>
  %some = memref.cast %half : memref<4xf32, strided<[2]>> to memref<?xf32, strided<[?], offset: ?>>
  func.call @take(%some, %od) : (memref<?xf32, strided<[?], offset: ?>>, memref<?xf32>) -> ()
  return
}
