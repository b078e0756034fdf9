//===- Quiet.h - Diagnostics that are no errors -----------------*- C++ -*-===//

#ifndef LIB_SKILL_QUIET_H
#define LIB_SKILL_QUIET_H

#include "mlir/IR/Diagnostics.h"

namespace kopt::skill {

/// Keeps diagnostics that would otherwise be printed: a card that does not
/// apply is no error.
class Quiet {
public:
  explicit Quiet(mlir::MLIRContext *context)
      : handler(context, [this](mlir::Diagnostic &diagnostic) {
          if (text.empty() &&
              diagnostic.getSeverity() == mlir::DiagnosticSeverity::Error)
            text = diagnostic.str();
          return mlir::success();
        }) {}
  std::string text; ///< the first error

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace kopt::skill

#endif // LIB_SKILL_QUIET_H
