//===- StructuredOps.h - What is known of linalg in form 1 ------*- C++ -*-===//

#ifndef DIALECTS_KOPT_STRUCTUREDOPS_H
#define DIALECTS_KOPT_STRUCTUREDOPS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include <optional>
#include <string>

namespace kopt {

/// What `combiner`, an operation of two scalars, leaves the other one as it is
/// with; nothing where it has no such element. An index counts as 64 bits wide.
std::optional<mlir::TypedAttr> neutralElementOf(mlir::Operation *combiner);

/// Whether what `combiner` makes of several elements may be put together from
/// parts. Not of products of floats: one part may overflow to infinity where
/// another underflows to zero, and infinity times zero is NaN, where the
/// program's order gives one of the two.
bool mayFormParts(mlir::Operation *combiner);

/// The operation that folds a new element into result `index`'s accumulator:
/// the accumulator has one use, in an operation of two operands with a neutral
/// element that may form parts, whose one result is yielded and used nowhere
/// else. Null where the body is of another form.
mlir::Operation *combinerOf(mlir::linalg::GenericOp op, unsigned index = 0);

/// A reduction to the best element and its number, as argmax. Its body selects,
/// for both results alike, between the element and what was the best before.
struct Selection {
  unsigned value = 0, number = 1; ///< results
  mlir::Value element;            ///< made from the inputs only
  mlir::Value at;                 ///< the element's number
  mlir::Value condition;          ///< of `element` and the accumulator only
  /// Whether the element is taken where the condition does not hold.
  bool inverted = false;
  /// Whether a NaN is better than any number; else it is never taken.
  bool nanWins = false;
  /// What is no better than any element, and a number after all others.
  mlir::TypedAttr worst, last;
};

/// The selection that `op` is, if the elements can be taken in any order where
/// the lower number wins among equals: the condition is a strict order of
/// elements, numbers count the one reduced dimension, and both accumulators
/// start from constants, the number at no more than 0.
std::optional<Selection> selectionOf(mlir::linalg::GenericOp op);

/// Whether `op` may be tiled and fused by the extents of its dimensions alone:
/// each map is a projected permutation, the body is elementwise or reads
/// tensors from outside by index, and what is reduced are results by
/// operations with neutral elements, or a selection. Otherwise `reason` says
/// why not.
bool isRegular(mlir::linalg::GenericOp op, std::string &reason);

} // namespace kopt

#endif // DIALECTS_KOPT_STRUCTUREDOPS_H
