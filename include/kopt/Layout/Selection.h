//===- Selection.h - The first few elements of a line -----------*- C++ -*-===//

#ifndef KOPT_LAYOUT_SELECTION_H
#define KOPT_LAYOUT_SELECTION_H

#include "kopt/Layout/Layout.h"

#include <optional>

namespace kopt {

/// How the first `k` elements of a line in an order are selected without
/// sorting the line: a bound is found among the threads' first elements, and
/// what is not behind it is collected in shared memory. All numbers are of
/// elements.
struct SelectionPlan {
  int64_t k;
  int64_t threads;
  int64_t registers; ///< of the line in a thread
  int64_t warps;
  /// First elements of threads that each warp offers: together at least k and
  /// at least 32.
  int64_t offers;
  /// Collected elements there is place for: at least `k * registers`, all that
  /// the k threads with the earliest first elements have.
  int64_t capacity;

  /// Places where elements are collected, or the threads' first ones sorted.
  int64_t slots() const { return std::max(capacity, threads); }
};

/// The plan, where there is one: the tile is one line along `axis`, held once
/// by all threads, and the first k are few enough that selecting pays.
std::optional<SelectionPlan> selectionPlan(const Layout &layout, unsigned axis,
                                           int64_t k);

} // namespace kopt

#endif // KOPT_LAYOUT_SELECTION_H
