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

static int64_t elementCount(const Layout &layout) {
  int64_t count = 1;
  for (int64_t extent : layout.tileShape())
    count *= extent;
  return count;
}

/// Marks in `held` what a thread holds.
static void addHeld(const Layout &layout, unsigned l, unsigned w,
                    BitVector &held) {
  for (unsigned r = 0, end = layout.numRegisters(); r < end; ++r)
    held.set(elementIndex(layout, r, l, w));
}

/// Whether one register of `from` holds what a register of `to` needs in every
/// thread, for all registers of `to`.
static bool movesRegistersOnly(const Layout &from, const Layout &to) {
  // The threads move both tiles alike, so thread 0 stands for all.
  if (from.laneBases() != to.laneBases() || from.warpBases() != to.warpBases())
    return false;
  BitVector held(elementCount(from));
  addHeld(from, 0, 0, held);
  for (unsigned r = 0, end = to.numRegisters(); r < end; ++r)
    if (!held.test(elementIndex(to, r, 0, 0)))
      return false;
  return true;
}

bool kopt::staysWithinBlocks(const Layout &from, const Layout &to,
                             unsigned blocks) {
  assert(from.tileShape() == to.tileShape() &&
         from.numWarps() == to.numWarps() && from.numWarps() % blocks == 0 &&
         "layouts of one tile over whole blocks");
  if (blocks == 1 || from == to)
    return true;
  unsigned warps = from.numWarps() / blocks;
  for (unsigned block = 0; block < blocks; ++block) {
    BitVector held(elementCount(from)), needed(elementCount(from));
    for (unsigned w = block * warps; w < (block + 1) * warps; ++w)
      for (unsigned l = 0; l < Layout::kLanes; ++l) {
        addHeld(from, l, w, held);
        addHeld(to, l, w, needed);
      }
    // BitVector::test(other): whether this has a bit that `other` lacks.
    if (needed.test(held))
      return false;
  }
  return true;
}

ConversionKind kopt::conversionKind(const Layout &from, const Layout &to) {
  assert(from.tileShape() == to.tileShape() &&
         from.numWarps() == to.numWarps() && "layouts of one tile");
  if (from == to)
    return ConversionKind::Identity;
  if (movesRegistersOnly(from, to))
    return ConversionKind::Registers;
  int64_t elements = elementCount(from);
  for (unsigned w = 0; w < from.numWarps(); ++w) {
    BitVector inWarp(elements), needed(elements);
    for (unsigned l = 0; l < Layout::kLanes; ++l) {
      addHeld(from, l, w, inWarp);
      addHeld(to, l, w, needed);
    }
    // BitVector::test(other): whether this has a bit that `other` lacks.
    if (needed.test(inWarp))
      return ConversionKind::Shared;
  }
  return ConversionKind::Shuffle;
}
