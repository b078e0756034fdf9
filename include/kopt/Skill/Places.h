//===- Places.h - Names of operations in a program --------------*- C++ -*-===//

#ifndef KOPT_SKILL_PLACES_H
#define KOPT_SKILL_PLACES_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace kopt::skill {

/// The structural path of `op`: `@kernel/for#0/load#1`, where a component is
/// the name of an operation without its dialect and its number among those of
/// this name in the parent. Where two symbols of one name hold such a place the
/// path starts with the module too: `@kernels::@kernel/…`.
std::string placeOf(mlir::Operation *op);

/// The operation at a path of `placeOf`; null if there is none.
mlir::Operation *resolvePlace(mlir::ModuleOp module, llvm::StringRef place);

/// SHA-256 of the module's text without locations, as hex.
std::string stateHash(mlir::ModuleOp module);

} // namespace kopt::skill

#endif // KOPT_SKILL_PLACES_H
