//===- AxisSteps.cpp - Who holds the coordinates of an axis ---------------===//

#include "kopt/Layout/AxisSteps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <optional>

using namespace llvm;
using namespace kopt;

unsigned AxisStep::mask() const {
  unsigned mask = 0;
  for (unsigned bit : bits)
    mask |= 1u << bit;
  return mask;
}

FailureOr<SmallVector<AxisStep>> kopt::axisSteps(const Layout &layout,
                                                 unsigned axis) {
  using Kind = AxisStep::Kind;
  // What moves each coordinate bit.
  SmallVector<std::optional<std::pair<Kind, unsigned>>> holders(
      Log2_64(layout.atomShape()[axis]));
  auto note = [&](ArrayRef<Layout::Basis> bases, Kind kind, unsigned first) {
    for (auto [bit, basis] : enumerate(bases)) {
      if (basis[axis] == 0)
        continue;
      uint64_t step = basis[axis];
      unsigned place = Log2_64(step);
      if (!isPowerOf2_64(step) || place >= holders.size() || holders[place])
        return false;
      holders[place] = {kind, first + static_cast<unsigned>(bit)};
    }
    return true;
  };
  if (!note(layout.regBases(), Kind::Registers, 0) ||
      !note(layout.laneBases(), Kind::Lanes, 0) ||
      !note(layout.warpBases(), Kind::Warps, Layout::kLaneBits))
    return failure();
  SmallVector<AxisStep> steps;
  for (auto &holder : holders) {
    if (!holder)
      return failure();
    if (steps.empty() || steps.back().kind != holder->first)
      steps.push_back({holder->first, {}});
    steps.back().bits.push_back(holder->second);
  }
  return steps;
}

SmallVector<WarpExchange> kopt::warpExchanges(const Layout &layout,
                                              ArrayRef<AxisStep> steps) {
  unsigned copies = layout.freeLaneMask() | layout.freeWarpMask()
                                                << Layout::kLaneBits;
  int64_t segments = layout.numRegisters();
  SmallVector<WarpExchange> exchanges;
  for (const AxisStep &step : steps) {
    if (step.kind == AxisStep::Kind::Registers) {
      segments >>= step.bits.size();
      continue;
    }
    if (step.kind == AxisStep::Kind::Warps) {
      unsigned keys = (layout.numThreads() - 1) & ~copies & ~step.mask();
      int64_t entries = segments << popcount(keys | step.mask());
      exchanges.push_back({keys, copies, segments, entries});
    }
    // Behind the step all its threads have the same total.
    copies |= step.mask();
  }
  return exchanges;
}
