//===- Selection.cpp - The first few elements of a line -------------------===//

#include "kopt/Layout/Selection.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;
using namespace kopt;

/// Collected elements that random lines hardly ever exceed.
static constexpr int64_t leastCapacity = 512;
/// Elements of the line that are behind the first k, at least, a collected one.
static constexpr int64_t leastGain = 4;
/// Bits of a thread's mask of its elements.
static constexpr int64_t mostRegisters = 64;

std::optional<SelectionPlan> kopt::selectionPlan(const Layout &layout,
                                                 unsigned axis, int64_t k) {
  int64_t length = layout.tileShape()[axis];
  int64_t elements = 1;
  for (int64_t extent : layout.tileShape())
    elements *= extent;
  if (elements != length || layout.freeLaneMask() != 0 ||
      layout.freeWarpMask() != 0)
    return std::nullopt;
  SelectionPlan plan;
  plan.k = k;
  plan.threads = layout.numThreads();
  plan.registers = layout.numRegisters();
  plan.warps = layout.numWarps();
  plan.offers =
      std::max<int64_t>(divideCeil(k, plan.warps), Layout::kLanes / plan.warps);
  plan.capacity = std::max(k * plan.registers, leastCapacity);
  if (plan.offers > Layout::kLanes || plan.registers > mostRegisters ||
      plan.slots() * leastGain > length)
    return std::nullopt;
  return plan;
}
