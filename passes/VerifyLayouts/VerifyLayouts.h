//===- VerifyLayouts.h - Consistency of layouts --------------- -*- C++ -*-===//

#ifndef PASSES_VERIFYLAYOUTS_VERIFYLAYOUTS_H
#define PASSES_VERIFYLAYOUTS_VERIFYLAYOUTS_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/VerifyLayouts/VerifyLayouts.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/VerifyLayouts/VerifyLayouts.h.inc"

/// Checks the layouts of a kernel on tiles; emits one error an inconsistency.
/// See kopt-verify-layouts.
mlir::LogicalResult verifyLayouts(mlir::Operation *kernel);

} // namespace kopt

#endif // PASSES_VERIFYLAYOUTS_VERIFYLAYOUTS_H
