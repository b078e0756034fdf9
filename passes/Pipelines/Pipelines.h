//===- Pipelines.h - Orders of passes ---------------------------*- C++ -*-===//

#ifndef PASSES_PIPELINES_PIPELINES_H
#define PASSES_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace kopt {

/// Adds the passes from form 2 to form 3; kernels in form 3 pass through.
/// `manager` works on a module. Fails if a stage is not registered.
mlir::LogicalResult addTileLowering(mlir::OpPassManager &manager);

/// Adds the passes from form 3 to llvm and nvvm, where the two devices part.
mlir::LogicalResult addSimtLowering(mlir::OpPassManager &manager);

/// Registers the pipelines `lower-to-ptx` and `kopt-host-pipeline`.
void registerPipelinesPasses();

} // namespace kopt

#endif // PASSES_PIPELINES_PIPELINES_H
