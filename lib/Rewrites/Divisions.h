//===- Divisions.h - Divisions of a row by one number -----------*- C++ -*-===//

#ifndef LIB_REWRITES_DIVISIONS_H
#define LIB_REWRITES_DIVISIONS_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace kopt {

/// The f32 divisions below `anchor` by a kopt.broadcast: a value that repeats
/// along the tile. Sets the reason where there are none.
llvm::SmallVector<mlir::arith::DivFOp> sharedDivisions(mlir::Operation *anchor,
                                                       std::string &reason);

/// Replaces `op`, one of those, by a product with the reciprocal of what
/// repeats.
void multiplyInstead(mlir::RewriterBase &rewriter, mlir::arith::DivFOp op);

} // namespace kopt

#endif // LIB_REWRITES_DIVISIONS_H
