//===- Undo.h - Taking steps of a lineage back ------------------*- C++ -*-===//

#ifndef PASSES_APPLYSKILLS_UNDO_H
#define PASSES_APPLYSKILLS_UNDO_H

#include "passes/ApplySkills/Record.h"

namespace kopt {

/// Takes the last `count` steps of `lineage` back, whose end `module` has to
/// be: attributes get the values that the lineage recorded, rewrites their
/// inverses. What comes out has to have the hash that the lineage names, so an
/// inverse that does not fit is an error at `loc`, as is a step without one.
mlir::LogicalResult undoSteps(mlir::ModuleOp module, const Lineage &lineage,
                              unsigned count, mlir::Location loc);

} // namespace kopt

#endif // PASSES_APPLYSKILLS_UNDO_H
