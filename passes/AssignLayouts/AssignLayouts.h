//===- AssignLayouts.h - Layouts of all tiles ----------------- -*- C++ -*-===//

#ifndef PASSES_ASSIGNLAYOUTS_ASSIGNLAYOUTS_H
#define PASSES_ASSIGNLAYOUTS_ASSIGNLAYOUTS_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/AssignLayouts/AssignLayouts.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/AssignLayouts/AssignLayouts.h.inc"

} // namespace kopt

#endif // PASSES_ASSIGNLAYOUTS_ASSIGNLAYOUTS_H
