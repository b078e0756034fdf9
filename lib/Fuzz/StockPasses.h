//===- StockPasses.h - Rewrites that change no result -----------*- C++ -*-===//

#ifndef LIB_FUZZ_STOCKPASSES_H
#define LIB_FUZZ_STOCKPASSES_H

#include "Choices.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace kopt::fuzz {

/// Runs a pipeline in text on `op`.
bool runPasses(mlir::Operation *op, llvm::StringRef passes);

/// Where stock MLIR is applied.
enum class Stage : uint8_t {
  Original,   ///< what the oracle runs: loops and slices are welcome
  Structured, ///< what is lifted: structured operations stay
  Tiles,      ///< kernels in form 2
  Threads     ///< the same, lowered to form 3 first
};

/// Applies a few passes and rewrites of stock MLIR that change no result. Their
/// names, with commas; "none" where those chosen have no place; empty where
/// `module` cannot be lowered to threads.
std::string applyStockPasses(mlir::ModuleOp module, Choices &choices,
                             Stage stage);

} // namespace kopt::fuzz

#endif // LIB_FUZZ_STOCKPASSES_H
