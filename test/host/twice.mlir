// A host program in stock mlir-runner, its kernel in what kopt made of form 2.
// The driver for tests runs the kernel named `twice` itself.
// RUN: kopt-opt %s --kopt-host-pipeline -o %t.mlir
// RUN: FileCheck %s --check-prefix=IR --input-file=%t.mlir
// RUN: env %fake_driver %mlir_run %t.mlir | FileCheck %s
// RUN: rm -f %t.trace
// RUN: env %fake_driver KOPT_FAKE_TRACE=%t.trace %mlir_run %t.mlir
// RUN: FileCheck %s --check-prefix=TRACE --input-file=%t.trace
// Without copies and the run-time library's statuses: the driver for tests
// reaches memory of the host.
// RUN: kopt-opt %s --kopt-host-pipeline="copy=false check-status=false chip=sm_80" -o %t.bare.mlir
// RUN: env %fake_driver %mlir_run %t.bare.mlir | FileCheck %s
// RUN: FileCheck %s --check-prefix=BARE --input-file=%t.bare.mlir

// BARE: .target sm_80
// BARE-NOT: kopt
// BARE-NOT: @mgpuMemAlloc
// IR: gpu.binary @kernels
// IR-SAME: .target sm_90a
// IR-NOT: func.func
// IR-NOT: memref.
// IR: llvm.func @twice(
// IR: gpu.launch_func <%{{.*}} : !llvm.ptr> @kernels::@twice

// CHECK: [2,  4,  6,  8,  10]
// CHECK: [4,  8,  12,  16,  20]

// The image is loaded once, by the first launch; without elements there is no
// launch and no device memory.
// TRACE-NOT: cuModuleLoadData
// TRACE: cuMemAlloc_v2
// TRACE: cuLibraryLoadData
// TRACE: cuLaunchKernelEx
// TRACE: cuMemFree_v2
// TRACE: cuMemFree_v2
// TRACE-NOT: cuLibraryLoadData
// TRACE: cuLaunchKernelEx
// TRACE: cuMemFree_v2
// TRACE: cuMemFree_v2
// TRACE-NOT: cuMemAlloc_v2
// TRACE-NOT: cuLaunchKernelEx
// TRACE: cuLibraryUnload
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
func.func private @printMemrefF32(tensor<*xf32> {bufferization.access = "read"}) attributes {llvm.emit_c_interface}
func.func @twice(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = kopt.launch @kernels::@twice ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @main() {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %d = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  %r = func.call @twice(%d) : (tensor<?xf32>) -> tensor<?xf32>
  %u = tensor.cast %r : tensor<?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %s = func.call @twice(%r) : (tensor<?xf32>) -> tensor<?xf32>
  %v = tensor.cast %s : tensor<?xf32> to tensor<*xf32>
  func.call @printMemrefF32(%v) : (tensor<*xf32>) -> ()
  %c0 = arith.constant 0 : index
  %none = tensor.empty(%c0) : tensor<?xf32>
  %z = func.call @twice(%none) : (tensor<?xf32>) -> tensor<?xf32>
  return
}
