//===- Masks.h - Masks of reductions ----------------------------*- C++ -*-===//

#ifndef LIB_REWRITES_MASKS_H
#define LIB_REWRITES_MASKS_H

#include "dialects/Kopt/KoptDialect.h"

namespace kopt {

/// Replaces `arith.select(iota + offset < limit, a, b)` by `a` wherever the
/// largest coordinate is known at compile time to be below the limit. Sound:
/// what is not known stays masked.
void foldFullMasks(KernelOp kernel);

/// `offset` (of type index), `offset` + 1, … for `extent` elements, as a tile
/// of `element`.
mlir::Value countFrom(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value offset, int64_t extent, mlir::Type element);

/// For a tile of `shape`, whether an element's coordinate along `axis`, counted
/// from `offset`, is below `extent` (both of type index).
mlir::Value isBelow(mlir::OpBuilder &builder, mlir::Location loc,
                    llvm::ArrayRef<int64_t> shape, int64_t axis,
                    mlir::Value offset, mlir::Value extent);

/// Lets `reduce` see its identity in place of elements whose coordinate along
/// the axis, counted from `offset`, is not below `extent` (both of type index,
/// defined before the reduction).
void maskReduction(ReduceOp reduce, mlir::Value offset, mlir::Value extent);

} // namespace kopt

#endif // LIB_REWRITES_MASKS_H
