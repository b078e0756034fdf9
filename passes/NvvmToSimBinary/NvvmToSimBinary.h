//===- NvvmToSimBinary.h - Binaries for the simulated GPU -------*- C++ -*-===//

#ifndef PASSES_NVVMTOSIMBINARY_NVVMTOSIMBINARY_H
#define PASSES_NVVMTOSIMBINARY_NVVMTOSIMBINARY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/NvvmToSimBinary/NvvmToSimBinary.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/NvvmToSimBinary/NvvmToSimBinary.h.inc"

} // namespace kopt

#endif // PASSES_NVVMTOSIMBINARY_NVVMTOSIMBINARY_H
