//===- SharedLayout.h - A tile in shared memory -----------------*- C++ -*-===//

#ifndef KOPT_LAYOUT_SHAREDLAYOUT_H
#define KOPT_LAYOUT_SHAREDLAYOUT_H

#include "kopt/Layout/Layout.h"

namespace kopt {

/// Where the elements of a tile lie in shared memory on their way from one
/// distribution over the threads to another.
///
/// The part of each coordinate below the largest power of two that divides the
/// extent is a vector over F2; the offset is a linear function of it (bits are
/// combined by XOR: a swizzle), plus whole copies of that space for the rest of
/// the coordinates. The map is one to one onto 0 … number of elements - 1.
class SharedLayout {
public:
  /// A layout in which neither the threads of `store` nor those of `load` meet
  /// in a bank: of the lanes that the hardware serves at once, no two touch
  /// different words of one bank. `vectorElements()` elements that lie side by
  /// side are in one thread of either side: as many as both have in registers.
  ///
  /// Preconditions: tiles of one shape; `elementBytes` is 1, 2, 4 or 8;
  /// `maxVector`, the most elements of an access, is a power of two.
  static SharedLayout swizzleFor(const Layout &store, const Layout &load,
                                 unsigned elementBytes, unsigned maxVector);

  /// Elements of one access of either side: a power of two of at most
  /// `maxVector` elements and 16 bytes.
  unsigned vectorElements() const { return vector; }

  /// The place of an element, in elements.
  int64_t offset(llvm::ArrayRef<int64_t> coords) const;

private:
  /// Extents of the linear part, powers of two, and of what is left.
  llvm::SmallVector<int64_t> linear, copies;
  /// By dimension and coordinate bit: what the bit adds (by XOR) to the offset.
  llvm::SmallVector<llvm::SmallVector<int64_t>> bits;
  int64_t linearSize = 1;
  unsigned vector = 1;
};

} // namespace kopt

#endif // KOPT_LAYOUT_SHAREDLAYOUT_H
