//===- ExpandLaunch.td - Launches to gpu.launch_func -------*- tablegen -*-===//

#ifndef PASSES_EXPANDLAUNCH_TD
#define PASSES_EXPANDLAUNCH_TD

include "mlir/Pass/PassBase.td"

def ExpandLaunchPass : Pass<"kopt-expand-launch", "::mlir::ModuleOp"> {
  let summary = "Turn kopt.launch on memrefs into gpu.launch_func";
  let description = [{
    Passes a kernel in form 3 what it expects: a memref of static shape as it is, one
    with dynamic dimensions as a memref of rank 0 and one index a dynamic
    dimension, scalars as they are. The grid is computed from `kopt.grid` and put on
    the x axis; a grid without programs launches nothing.

    Before:
    ```mlir
    kopt.launch @kernels::@k ins(%x : memref<?x64xf32>) outs(%o : memref<64xf32>)
    ```
    After, without the checks:
    ```mlir
    %t0 = gpu.wait async
    %dx, %t1 = gpu.alloc async [%t0] (%n) : memref<?x64xf32>
    %t2 = gpu.memcpy async [%t1] %dx, %x : memref<?x64xf32>, memref<?x64xf32>
    %do, %t3 = gpu.alloc async [%t2] () : memref<64xf32>
    %px = memref.reinterpret_cast %dx to offset: [0], sizes: [], strides: [] : memref<?x64xf32> to memref<f32>
    %t4 = gpu.launch_func async [%t3] @kernels::@k blocks in (%g, %c1, %c1) threads in (%b, %c1, %c1) args(%px : memref<f32>, %n : index, %do : memref<64xf32>)
    %t5 = gpu.memcpy async [%t4] %o, %do : memref<64xf32>, memref<64xf32>
    ...
    gpu.wait [%t7]
    ```

    Of a launch with variants the first kernel whose `kopt.assume` holds is
    launched, by an `scf.if` a variant; the last one's must hold.

    A workspace (`kopt.workspace`) is allocated for each launch and zero. A kernel
    whose programs wait for each other is launched cooperatively
    (`koptRuntimeCooperate`), one with clusters by `clusters in`.

    Checked at run time, with a message that names the launch: memrefs whose type
    is not the identity layout have its strides and offset 0; the grid has at most
    2^31 - 1 programs. A check that fails is a failure of the run-time library
    (`koptRuntimeExpect`), which does no work from then on; after the launch a
    `cf.assert` ends the program if anything has failed (`koptRuntimeFailed`).

    Assumes: the host has been bufferised, kernels are gpu.func. Leaves to others:
    lowering to calls (gpu-to-llvm with `use-bare-pointers-for-kernels`).
  }];
  let options = [
    Option<"copy", "copy", "bool", /*default=*/"true",
           "copy memrefs to the device and outputs back, around each launch; the "
           "default, because memrefs of the host are not memory of the device. "
           "Without it they must be memory that the device reaches">,
    Option<"checkStatus", "check-status", "bool", /*default=*/"true",
           "ask the run-time library after each launch whether something failed; "
           "the default, because the mgpu functions cannot tell. Without it the "
           "checks are cf.assert, and the result runs on upstream's CUDA wrappers "
           "too">
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::cf::ControlFlowDialect", "::mlir::func::FuncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"];
}

#endif // PASSES_EXPANDLAUNCH_TD
