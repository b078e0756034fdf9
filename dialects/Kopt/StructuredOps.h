//===- StructuredOps.h - What is known of linalg in form 1 ------*- C++ -*-===//

#ifndef DIALECTS_KOPT_STRUCTUREDOPS_H
#define DIALECTS_KOPT_STRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <string>

namespace kopt {

/// The operation that folds a new element into result `index`'s accumulator:
/// the accumulator has one use, in an operation of two operands with a neutral
/// element, whose one result is yielded and used nowhere else. Null where the
/// body is of another form.
mlir::Operation *combinerOf(mlir::linalg::GenericOp op, unsigned index = 0);

/// Whether `op` may be tiled and fused by the extents of its dimensions alone:
/// each map is a projected permutation, the body is elementwise and reads
/// nothing by an index, and what is reduced is one result by an operation with
/// a neutral element. Otherwise `reason` says why not.
bool isRegular(mlir::linalg::GenericOp op, std::string &reason);

} // namespace kopt

#endif // DIALECTS_KOPT_STRUCTUREDOPS_H
