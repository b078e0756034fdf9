//===- Mutate.h - One fault in a right kernel -------------------*- C++ -*-===//

#ifndef LIB_FUZZ_MUTATE_H
#define LIB_FUZZ_MUTATE_H

#include "Choices.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace kopt::fuzz {

/// Plants one fault in a kernel of `module`, which is in form 2 (a missing
/// barrier: then in form 3). The name of the fault; empty where no kernel has a
/// place for one.
std::string mutate(mlir::ModuleOp module, Choices &choices);

/// Applies passes of stock MLIR that change no result: to structured
/// operations, or to kernels. Their names, with commas; empty where one failed.
std::string applyStockPasses(mlir::ModuleOp module, Choices &choices,
                             bool isStructured);

/// The text of the module, canonical and without locations.
std::string canonicalText(mlir::ModuleOp module);

} // namespace kopt::fuzz

#endif // LIB_FUZZ_MUTATE_H
