//===- CheckState.h - Is a kernel legal in form 2? --------------*- C++ -*-===//

#ifndef PASSES_CHECKSTATE_CHECKSTATE_H
#define PASSES_CHECKSTATE_CHECKSTATE_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/CheckState/CheckState.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/CheckState/CheckState.h.inc"

/// Whether the `via` of a load or store is legal: width, strides, alignment of
/// rows and offsets. Emits the error at `op`.
mlir::LogicalResult checkAccess(mlir::Operation *op);

} // namespace kopt

#endif // PASSES_CHECKSTATE_CHECKSTATE_H
