//===- CompiledExpansions.h - Expansions run on this machine ----*- C++ -*-===//

#ifndef TEST_UNIT_EXPANDMATH_COMPILEDEXPANSIONS_H
#define TEST_UNIT_EXPANDMATH_COMPILEDEXPANSIONS_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/MLIRContext.h"

#include <memory>
#include <string>

/// Functions `k_NAME` of scalars in a gpu.module, expanded by kopt-expand-math
/// and compiled for this machine. Ends the process, with the reason printed,
/// where that fails.
class CompiledExpansions {
public:
  explicit CompiledExpansions(const std::string &source);
  /// The function `k_` + `name`.
  void *lookup(const std::string &name) const;

private:
  mlir::MLIRContext context;
  std::unique_ptr<mlir::ExecutionEngine> engine;
};

#endif // TEST_UNIT_EXPANDMATH_COMPILEDEXPANSIONS_H
