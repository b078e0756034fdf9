//===- Gate.h - Judging changed functions by execution ----------*- C++ -*-===//

#ifndef PASSES_APPLYSKILLS_GATE_H
#define PASSES_APPLYSKILLS_GATE_H

#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace kopt {

/// A program as it was, to see later which functions changed and to judge them
/// against it. Judging is done by the executable `kopt-gate` beside the running
/// tool: its library registers every pass, this one too, so a pass cannot link
/// it.
class Gate {
public:
  /// Keeps `module`, before anything is lifted.
  explicit Gate(mlir::ModuleOp module);

  /// Runs `kopt-gate --question=equivalent` on `device` for each function of
  /// `module` that `isWork` names and that differs from the kept program,
  /// itself or by a kernel it launches. A remark at the function has an
  /// accepting verdict; anything else is an error there: rejected,
  /// inconclusive, a function with dynamic arguments (no shape is asked for),
  /// no executable. With `approximates` approximate functions are permitted.
  mlir::LogicalResult judge(mlir::ModuleOp module, llvm::StringRef device,
                            bool approximates,
                            llvm::function_ref<bool(mlir::Operation *)> isWork);

private:
  std::string original;                     ///< text of the module
  std::map<std::string, std::string> texts; ///< by function
};

} // namespace kopt

#endif // PASSES_APPLYSKILLS_GATE_H
