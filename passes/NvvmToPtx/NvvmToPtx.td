//===- NvvmToPtx.td - From llvm and nvvm to PTX ------------*- tablegen -*-===//

#ifndef PASSES_NVVMTOPTX_TD
#define PASSES_NVVMTOPTX_TD

include "mlir/Pass/PassBase.td"

def NvvmToPtxPass : Pass<"kopt-nvvm-to-ptx", "::mlir::ModuleOp"> {
  let summary = "Turn each gpu.module of llvm and nvvm into a gpu.binary of PTX";
  let description = [{
    Generates PTX for `chip` with LLVM's NVPTX back end at O3, without
    contraction and without a device library. The same module gives the same
    bytes: the compile time that upstream records in the object is left out.

    Assumes: kopt-simt-to-nvvm has run. Leaves to others: linking (the driver's
    linker or ptxas).
  }];
  let options = [
    Option<"chip", "chip", "std::string", /*default=*/"\"sm_90a\"",
           "sm_80, sm_89 or sm_90a; the default is the chip kopt is tuned for">
  ];
  let dependentDialects = ["::mlir::gpu::GPUDialect",
                           "::mlir::NVVM::NVVMDialect"];
}

#endif // PASSES_NVVMTOPTX_TD
