//===- NvvmToSim.h - From llvm and nvvm to the simulated GPU ----*- C++ -*-===//

#ifndef PASSES_NVVMTOSIM_NVVMTOSIM_H
#define PASSES_NVVMTOSIM_NVVMTOSIM_H

#include "kopt/Sim/Abi.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <vector>

namespace kopt {

#define GEN_PASS_DECL
#include "passes/NvvmToSim/NvvmToSim.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/NvvmToSim/NvvmToSim.h.inc"

namespace sim {

/// Instruments, in place, a module that holds what a gpu.module held: llvm +
/// nvvm (+ kopt_nv) functions and globals. Appends the sites, which generated
/// code names by index, and one descriptor a kernel. Emits an error at each
/// operation that the simulated device does not support.
mlir::LogicalResult instrument(mlir::ModuleOp module, std::vector<Site> &sites,
                               std::vector<KernelDesc> &kernels);

/// A new module with a copy of what `module` holds, ready for `instrument`.
mlir::OwningOpRef<mlir::ModuleOp> hostModule(mlir::gpu::GPUModuleOp module);

} // namespace sim
} // namespace kopt

#endif // PASSES_NVVMTOSIM_NVVMTOSIM_H
