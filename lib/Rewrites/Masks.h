//===- Masks.h - Masks of reductions ----------------------------*- C++ -*-===//

#ifndef LIB_REWRITES_MASKS_H
#define LIB_REWRITES_MASKS_H

#include "dialects/Kopt/KoptDialect.h"

namespace kopt {

/// Replaces `arith.select(iota + offset < limit, a, b)` by `a` wherever the
/// largest coordinate is known at compile time to be below the limit. Sound:
/// what is not known stays masked.
void foldFullMasks(KernelOp kernel);

/// Lets `reduce` see its identity in place of elements whose coordinate along
/// the axis, counted from `offset`, is not below `extent` (both of type index,
/// defined before the reduction).
void maskReduction(ReduceOp reduce, mlir::Value offset, mlir::Value extent);

} // namespace kopt

#endif // LIB_REWRITES_MASKS_H
