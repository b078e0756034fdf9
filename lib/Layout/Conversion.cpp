//===- Conversion.cpp - From one layout to another ------------------------===//

#include "kopt/Layout/Layout.h"
#include "llvm/ADT/BitVector.h"

#include <cassert>

using namespace llvm;
using namespace kopt;

/// The element (row-major index) that a register of a thread holds.
static int64_t elementIndex(const Layout &layout, unsigned r, unsigned l,
                            unsigned w) {
  int64_t index = 0;
  for (auto [coordinate, extent] :
       zip(layout.coords(r, l, w), layout.tileShape()))
    index = index * extent + coordinate;
  return index;
}

/// Marks in `held` what a thread holds.
static void addHeld(const Layout &layout, unsigned l, unsigned w,
                    BitVector &held) {
  for (unsigned r = 0, end = layout.numRegisters(); r < end; ++r)
    held.set(elementIndex(layout, r, l, w));
}

ConversionKind kopt::conversionKind(const Layout &from, const Layout &to) {
  assert(from.tileShape() == to.tileShape() &&
         from.numWarps() == to.numWarps() && "layouts of one tile");
  if (from == to)
    return ConversionKind::Identity;
  int64_t elements = 1;
  for (int64_t extent : from.tileShape())
    elements *= extent;
  ConversionKind kind = ConversionKind::Registers;
  for (unsigned w = 0; w < from.numWarps(); ++w) {
    BitVector inWarp(elements);
    for (unsigned l = 0; l < Layout::kLanes; ++l)
      addHeld(from, l, w, inWarp);
    for (unsigned l = 0; l < Layout::kLanes; ++l) {
      BitVector needed(elements);
      addHeld(to, l, w, needed);
      // BitVector::test(other): whether this has a bit that `other` lacks.
      if (needed.test(inWarp))
        return ConversionKind::Shared;
      if (kind == ConversionKind::Shuffle)
        continue;
      BitVector inThread(elements);
      addHeld(from, l, w, inThread);
      if (needed.test(inThread))
        kind = ConversionKind::Shuffle;
    }
  }
  return kind;
}
