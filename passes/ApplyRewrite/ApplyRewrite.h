//===- ApplyRewrite.h - One structural rewrite ------------------*- C++ -*-===//

#ifndef PASSES_APPLYREWRITE_APPLYREWRITE_H
#define PASSES_APPLYREWRITE_APPLYREWRITE_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ApplyRewrite/ApplyRewrite.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/ApplyRewrite/ApplyRewrite.h.inc"

} // namespace kopt

#endif // PASSES_APPLYREWRITE_APPLYREWRITE_H
