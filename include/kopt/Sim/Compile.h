//===- Compile.h - Objects for the simulated GPU ----------------*- C++ -*-===//

#ifndef KOPT_SIM_COMPILE_H
#define KOPT_SIM_COMPILE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/Support/Error.h"

#include <string>

namespace kopt::sim {

/// The image of one gpu.module in llvm + nvvm (+ kopt_nv) for the simulated
/// GPU: a serialised ObjectImage whose object is position-independent code for
/// any x86-64. The module is not changed. Errors are those of code generation;
/// an operation that the simulated device does not support is also emitted as
/// a diagnostic at the operation.
llvm::Expected<std::string> compileObject(mlir::gpu::GPUModuleOp module);

/// The same as an image that the driver for tests takes (driverImage).
llvm::Expected<std::string> compileDriverImage(mlir::gpu::GPUModuleOp module);

} // namespace kopt::sim

#endif // KOPT_SIM_COMPILE_H
