//===- AssignLayouts.h - Layouts of all tiles ----------------- -*- C++ -*-===//

#ifndef PASSES_ASSIGNLAYOUTS_ASSIGNLAYOUTS_H
#define PASSES_ASSIGNLAYOUTS_ASSIGNLAYOUTS_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/AssignLayouts/AssignLayouts.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/AssignLayouts/AssignLayouts.h.inc"

/// Gives the tiles of a kernel in form 2 their layouts; emits an error where
/// one that is asked for does not fit. See kopt-assign-layouts.
mlir::LogicalResult assignLayouts(mlir::Operation *kernel);

} // namespace kopt

#endif // PASSES_ASSIGNLAYOUTS_ASSIGNLAYOUTS_H
