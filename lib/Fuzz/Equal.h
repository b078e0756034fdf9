//===- Equal.h - Proofs that two programs are the same ----------*- C++ -*-===//
//
// A fault may change the text of a program and not the program. What says so is
// never that no difference was seen, but a rule that holds for all inputs.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_FUZZ_EQUAL_H
#define LIB_FUZZ_EQUAL_H

#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace kopt::fuzz {

/// Takes away what cannot matter: launches and stores whose results nothing
/// uses, kernels that nothing launches, the coordinate on a grid axis of extent
/// one, which is 0, a second argument for the same tensor, whether values that
/// are sorted by themselves are compared strictly, the sign of a difference of
/// which only the square or the magnitude is used. Then canonicalizes.
void makeCanonical(mlir::ModuleOp module);

/// The text of the module as it is, without locations.
std::string textOf(mlir::ModuleOp module);

/// The text of the module after `makeCanonical`, without locations.
std::string canonicalText(mlir::ModuleOp module);

/// Whether two modules in form 2 or 3 are the same program for all arguments of
/// these shapes, as they have the same PTX of every kernel, launches, and host
/// function after LLVM's optimiser. False where one cannot be lowered.
bool haveSameMachineCode(mlir::ModuleOp first, mlir::ModuleOp second);

/// Whether in a module in form 3 a thread's address or branch depends on what
/// it has loaded.
bool hasDataAddresses(mlir::ModuleOp module);

} // namespace kopt::fuzz

#endif // LIB_FUZZ_EQUAL_H
