//===- Comparison.h - What a comparison of tuples means ---------*- C++ -*-===//

#ifndef DIALECTS_KOPT_COMPARISON_H
#define DIALECTS_KOPT_COMPARISON_H

#include "mlir/IR/Builders.h"

#include <optional>

namespace kopt {

/// What a region says of two elements, from tests with small numbers.
struct ComparisonTable {
  bool less, equal, greater; ///< of the first to the second, both numbers
  /// The first, the second or both are NaN; false for integers.
  bool firstNaN, secondNaN, bothNaN;
};

/// What `block`, which yields one i1, says of two of its arguments (of one
/// type). Null unless all it does is to compare these two and to combine such
/// answers; comparisons of integers by size have to be signed. The answer then
/// depends on which of them is larger only, so that six cases are all.
std::optional<ComparisonTable> comparisonTable(mlir::Block &block,
                                               mlir::BlockArgument first,
                                               mlir::BlockArgument second);

/// An order of elements by what they are, then by where they are: the lower
/// place first, NaN last.
struct LineOrder {
  bool descending = false;
};

/// The order that `block`, a comparison of (element, place, …) tuples as in
/// kopt.sort, makes; null where it is none of these.
std::optional<LineOrder> lineOrder(mlir::Block &block);

/// Fills the empty `block`, whose arguments are two tuples as above, with the
/// comparison of `order`, up to the value to yield.
mlir::Value buildLineOrder(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Block &block, LineOrder order);

} // namespace kopt

#endif // DIALECTS_KOPT_COMPARISON_H
