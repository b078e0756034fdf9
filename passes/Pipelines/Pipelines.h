//===- Pipelines.h - Orders of passes ---------------------------*- C++ -*-===//

#ifndef PASSES_PIPELINES_PIPELINES_H
#define PASSES_PIPELINES_PIPELINES_H

#include "mlir/Pass/PassManager.h"

namespace kopt {

/// Adds the passes from form 2 (or 3) to llvm and nvvm: what both devices
/// share. `manager` works on a module and nests implicitly. Fails if a stage is
/// not registered.
mlir::LogicalResult addSharedLowering(mlir::OpPassManager &manager);

/// Registers the pipeline `lower-to-ptx`.
void registerPipelinesPasses();

} // namespace kopt

#endif // PASSES_PIPELINES_PIPELINES_H
