//===- ExpandTensorOps.h - Irregular operations to linalg -------*- C++ -*-===//

#ifndef PASSES_EXPANDTENSOROPS_EXPANDTENSOROPS_H
#define PASSES_EXPANDTENSOROPS_EXPANDTENSOROPS_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ExpandTensorOps/ExpandTensorOps.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/ExpandTensorOps/ExpandTensorOps.h.inc"

/// Expands what the pass expands, inside of `root`. What cannot be expanded
/// stays, with a remark that gives the reason.
void expandTensorOps(mlir::Operation *root);

} // namespace kopt

#endif // PASSES_EXPANDTENSOROPS_EXPANDTENSOROPS_H
