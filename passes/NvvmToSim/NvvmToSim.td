//===- NvvmToSim.td - From llvm and nvvm to the simulated GPU -*- tablegen -*-//

#ifndef PASSES_NVVMTOSIM_TD
#define PASSES_NVVMTOSIM_TD

include "mlir/Pass/PassBase.td"

def NvvmToSimPass : Pass<"kopt-nvvm-to-sim", "::mlir::ModuleOp"> {
  let summary = "Turn each gpu.module of llvm and nvvm into instrumented host code";
  let description = [{
    Replaces what only a GPU has by calls of the simulated machine's run time
    (lib/Sim, entry points `__kopt_sim_*` of include/kopt/Sim/Abi.h): special
    registers, barriers, warp exchanges, shared memory. Every load and store
    that is not to a local variable is announced with its site, every loop
    counts its turns. Arithmetic that the host leaves undefined or does
    otherwise (division by zero, wide shifts, conversions that overflow,
    rounding to bf16) is spelled out as the GPU does it. A kernel `@k` gets an
    entry `__kopt_entry_k(void **params)`.

    Each gpu.module becomes a builtin module of the same name. The table of
    sites and the kernels' descriptors are results of the C++ interface,
    kopt::sim::instrument.

    Assumes: kopt-simt-to-nvvm has run. Errors: an operation that the simulated
    device does not support, at the operation.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // PASSES_NVVMTOSIM_TD
