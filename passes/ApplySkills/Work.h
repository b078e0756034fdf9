//===- Work.h - What of a program cards may change --------------*- C++ -*-===//

#ifndef PASSES_APPLYSKILLS_WORK_H
#define PASSES_APPLYSKILLS_WORK_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/StringSet.h"

namespace kopt {

/// The functions that are worked on, by name, as steps replace the program:
/// those marked `kopt.optimize`, or all where none is.
class Work {
public:
  Work() = default;
  explicit Work(mlir::ModuleOp module);

  /// Of each kernel that is launched, whether only functions that are worked
  /// on launch it.
  using Launches = llvm::DenseMap<mlir::Operation *, bool>;
  Launches findLaunches(mlir::ModuleOp module) const;

  bool has(mlir::func::FuncOp function) const {
    return functions.contains(function.getSymName());
  }
  /// Whether `op` belongs to a function that is worked on: is in it, or in a
  /// kernel that such functions launch, and only they. `launches` are the
  /// program's as it is.
  bool has(mlir::Operation *op, const Launches &launches) const;

private:
  llvm::StringSet<> functions;
  bool isMarked = false; ///< kernels that no function launches are left alone
};

} // namespace kopt

#endif // PASSES_APPLYSKILLS_WORK_H
