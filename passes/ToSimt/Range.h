//===- Range.h - Intervals of index values ----------------------*- C++ -*-===//

#ifndef PASSES_TOSIMT_RANGE_H
#define PASSES_TOSIMT_RANGE_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/Value.h"

#include <optional>

namespace kopt {

/// A closed interval of integers, small enough that no sum here overflows.
struct Interval {
  int64_t low;
  int64_t high;
};

/// An interval that holds `value` in every program of a kernel: from constants,
/// static grids, static loops, and arithmetic on these. None if not known.
std::optional<Interval> getRange(mlir::Value value);

/// An interval that holds `expr` where its dimensions and symbols lie in the
/// given intervals (none: not known).
std::optional<Interval>
getRange(mlir::AffineExpr expr, llvm::ArrayRef<std::optional<Interval>> dims,
         llvm::ArrayRef<std::optional<Interval>> symbols);

} // namespace kopt

#endif // PASSES_TOSIMT_RANGE_H
