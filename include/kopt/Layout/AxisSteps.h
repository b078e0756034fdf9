//===- AxisSteps.h - Who holds the coordinates of an axis -------*- C++ -*-===//

#ifndef KOPT_LAYOUT_AXISSTEPS_H
#define KOPT_LAYOUT_AXISSTEPS_H

#include "kopt/Layout/Layout.h"

namespace kopt {

/// Neighbouring coordinate bits of one axis that one kind of thing holds.
struct AxisStep {
  enum class Kind { Registers, Lanes, Warps } kind;
  /// From the least significant coordinate bit up: numbers of register bits, or
  /// of bits of the thread id (the lane's, then the warp's).
  llvm::SmallVector<unsigned> bits;

  /// The bits as a mask.
  unsigned mask() const;
};

/// The coordinate bits of dimension `axis` of the atom, from the least
/// significant up, in the longest runs of one kind; the repetitions lie above
/// them. Failure where some coordinate bit is moved by more than one bit of the
/// layout, as in a swizzle.
llvm::FailureOr<llvm::SmallVector<AxisStep>> axisSteps(const Layout &layout,
                                                       unsigned axis);

/// How a scan along an axis crosses warps: one exchange a run of warp bits. An
/// entry is one tuple in shared memory.
struct WarpExchange {
  /// Bits of the thread id that tell entries apart, those of the run left out.
  unsigned keyMask;
  /// Bits of the thread id whose threads hold copies: one of them writes.
  unsigned copyMask;
  /// Segments of registers that a thread has an entry each for.
  int64_t segments;
  /// Entries: 2^keys * segments * 2^run.
  int64_t entries;
};

/// The exchanges of a scan, in the order of the steps of kind Warps.
llvm::SmallVector<WarpExchange> warpExchanges(const Layout &layout,
                                              llvm::ArrayRef<AxisStep> steps);

} // namespace kopt

#endif // KOPT_LAYOUT_AXISSTEPS_H
