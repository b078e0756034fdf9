//===- NvvmToPtx.h - From llvm and nvvm to PTX ------------------*- C++ -*-===//

#ifndef PASSES_NVVMTOPTX_NVVMTOPTX_H
#define PASSES_NVVMTOPTX_NVVMTOPTX_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"
#include "llvm/Support/Error.h"

#include <string>

namespace kopt {

#define GEN_PASS_DECL
#include "passes/NvvmToPtx/NvvmToPtx.h.inc"

#define GEN_PASS_REGISTRATION
#include "passes/NvvmToPtx/NvvmToPtx.h.inc"

/// PTX of one gpu.module in llvm + nvvm (+ kopt_nv), for "sm_80", "sm_89" or
/// "sm_90a". The module is not changed. Errors: an unknown chip; code
/// generation's own, which are also emitted as diagnostics at the operation.
llvm::Expected<std::string> compilePtx(mlir::gpu::GPUModuleOp module,
                                       llvm::StringRef chip);

} // namespace kopt

#endif // PASSES_NVVMTOPTX_NVVMTOPTX_H
