//===- Anchors.h - What rewrites ask of anchor and parameters ---*- C++ -*-===//

#ifndef LIB_REWRITES_ANCHORS_H
#define LIB_REWRITES_ANCHORS_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/IRMapping.h"

#include <string>

namespace kopt {

/// `anchor` as a form-1 kernel; null, with a reason, if it is none.
KernelOp wholeKernel(mlir::Operation *anchor, std::string &reason);

/// The kernel that `anchor`, a kopt.launch, runs: in form 2 if `isTiled`, with
/// no argument that is read and written. Null, with a reason, otherwise.
KernelOp launchedKernel(mlir::Operation *anchor, bool isTiled,
                        std::string &reason);

/// Whether another launch than `launch` runs its kernel.
bool isLaunchedElsewhere(LaunchOp launch);

/// An integer parameter of a rewrite, or `byDefault`; `params` may be null.
int64_t parameterOf(mlir::DictionaryAttr params, llvm::StringRef name,
                    int64_t byDefault);

/// Sets each value to the parameter of its name, which has to be at least 1;
/// failure sets the reason.
mlir::LogicalResult
positiveParameters(mlir::DictionaryAttr params,
                   llvm::ArrayRef<std::pair<llvm::StringRef, int64_t *>> values,
                   std::string &reason);

/// A kernel beside `source`, with its name, arguments and schedule, on `grid`.
/// Its body is empty, the builder in it; `arguments` maps the source's.
KernelOp startKernel(mlir::OpBuilder &builder, KernelOp source,
                     mlir::AffineMap grid, mlir::IntegerSetAttr assume,
                     mlir::IRMapping &arguments);

} // namespace kopt

#endif // LIB_REWRITES_ANCHORS_H
