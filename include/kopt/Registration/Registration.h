//===- Registration.h - All of kopt's dialects and passes -------*- C++ -*-===//
//
// The one list. It is generated from the add_kopt_dialect and add_kopt_pass
// calls, so adding a folder is all that is needed.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_REGISTRATION_REGISTRATION_H
#define KOPT_REGISTRATION_REGISTRATION_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace kopt {

/// Registers kopt's dialects, the upstream dialects they and their lowerings
/// use, and the interface models those need.
void registerAllDialects(mlir::DialectRegistry &registry);

/// Registers every kopt pass and pipeline in the global pass registry.
void registerAllPasses();

} // namespace kopt

#endif // KOPT_REGISTRATION_REGISTRATION_H
