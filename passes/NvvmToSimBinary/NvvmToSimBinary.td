//===- NvvmToSimBinary.td - Binaries for the simulated GPU -*- tablegen -*-===//

#ifndef PASSES_NVVMTOSIMBINARY_TD
#define PASSES_NVVMTOSIMBINARY_TD

include "mlir/Pass/PassBase.td"

def NvvmToSimBinaryPass : Pass<"kopt-nvvm-to-sim-binary", "::mlir::ModuleOp"> {
  let summary = "Turn each gpu.module into a gpu.binary for the simulated GPU";
  let description = [{
    The counterpart of kopt-nvvm-to-ptx for a host that runs on the CUDA driver
    of the tests, behind which the simulated GPU is
    (test/fake-driver/SimMachine.cpp): the object is kopt::sim::driverImage, in
    binary form, as a cubin would be. The host around it is the same.

    Assumes: kopt-simt-to-nvvm has run. Errors: an operation that the simulated
    device does not support, at the operation.
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // PASSES_NVVMTOSIMBINARY_TD
