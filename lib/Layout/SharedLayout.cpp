//===- SharedLayout.cpp - A tile in shared memory -------------------------===//

#include "kopt/Layout/SharedLayout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cassert>

using namespace llvm;
using namespace kopt;

namespace {

/// A vector of F2: bit i is the i-th coordinate bit of the tile.
using Vec = uint64_t;

/// A subspace that grows; vectors are kept by their leading bit.
class Subspace {
public:
  /// What is left of `v` when vectors of the space are taken off.
  Vec reduce(Vec v) const {
    for (Vec pivot : pivots)
      v = std::min(v, v ^ pivot);
    return v;
  }
  /// Adds `v`; whether it was not in the space.
  bool insert(Vec v) {
    v = reduce(v);
    if (v == 0)
      return false;
    pivots.push_back(v);
    llvm::sort(pivots, std::greater<Vec>());
    return true;
  }
  bool contains(Vec v) const { return reduce(v) == 0; }
  void insertAll(ArrayRef<Vec> vectors) {
    for (Vec v : vectors)
      insert(v);
  }

private:
  SmallVector<Vec> pivots;
};

/// A basis of the vectors that are combinations both of `a` and of `b`, each
/// modulo `base`; they are given as combinations of `b`.
SmallVector<Vec> intersect(ArrayRef<Vec> a, ArrayRef<Vec> b,
                           ArrayRef<Vec> base) {
  // Zassenhaus: reduce b's vectors by the sum so far, and note which of b's
  // own vectors took part; what vanishes lies in both.
  struct Row {
    Vec sum, ofB;
  };
  SmallVector<Row> rows;
  SmallVector<Vec> common;
  auto add = [&](Vec v, Vec ofB) {
    for (const Row &row : rows)
      if ((v ^ row.sum) < v) {
        v ^= row.sum;
        ofB ^= row.ofB;
      }
    if (v == 0) {
      if (ofB != 0)
        common.push_back(ofB);
      return;
    }
    rows.push_back({v, ofB});
    llvm::sort(rows, [](const Row &x, const Row &y) { return x.sum > y.sum; });
  };
  for (Vec v : base)
    add(v, 0);
  for (Vec v : a)
    add(v, 0);
  for (Vec v : b)
    add(v, v);
  return common;
}

/// The coordinate bits of a tile as one vector space.
class Space {
public:
  explicit Space(ArrayRef<int64_t> shape) {
    for (int64_t extent : shape) {
      first.push_back(size);
      linear.push_back(extent & -extent);
      size += Log2_64(linear.back());
    }
  }
  unsigned size = 0;
  SmallVector<unsigned> first;
  SmallVector<int64_t> linear;

  /// Coordinates below the linear extents as a vector.
  Vec vectorOf(ArrayRef<int64_t> coords) const {
    Vec v = 0;
    for (auto [coord, from] : zip(coords, first))
      v |= static_cast<Vec>(coord) << from;
    return v;
  }
  /// What the registers of a thread span, lowest register bits first.
  SmallVector<Vec> registers(const Layout &layout) const {
    SmallVector<Vec> vectors;
    for (const Layout::Basis &basis : layout.regBases())
      vectors.push_back(vectorOf(basis));
    for (auto [dim, atom] : enumerate(layout.atomShape()))
      for (int64_t bit = atom; bit < linear[dim]; bit *= 2)
        vectors.push_back(static_cast<Vec>(bit) << first[dim]);
    return vectors;
  }
  /// The lanes that one access of `bytes` takes at once: 128 bytes of them.
  SmallVector<Vec> lanes(const Layout &layout, unsigned bytes) const {
    SmallVector<Vec> vectors;
    unsigned count =
        std::min<unsigned>(Layout::kLaneBits, Log2_32(128 / bytes));
    for (const Layout::Basis &basis : layout.laneBases().take_front(count))
      if (Vec v = vectorOf(basis))
        vectors.push_back(v);
    return vectors;
  }
};

} // namespace

SharedLayout SharedLayout::swizzleFor(const Layout &store, const Layout &load,
                                      unsigned elementBytes,
                                      unsigned maxVector) {
  assert(store.tileShape() == load.tileShape() && "layouts of one tile");
  Space space(store.tileShape());
  assert(space.size <= 63 && "a tile's elements are counted in 63 bits");

  // Vectors: what both sides have in registers, in the order of the load's, so
  // that it finds its rows whole.
  SmallVector<Vec> common =
      intersect(space.registers(store), space.registers(load), {});
  Subspace both;
  both.insertAll(common);
  SmallVector<Vec> ordered;
  Subspace taken;
  for (Vec v : space.registers(load))
    if (both.contains(v) && taken.insert(v))
      ordered.push_back(v);
  for (Vec v : common)
    if (taken.insert(v))
      ordered.push_back(v);
  unsigned most = std::min(maxVector, 16 / elementBytes);
  SmallVector<Vec> basis;
  while (basis.size() < ordered.size() && (2u << basis.size()) <= most)
    basis.push_back(ordered[basis.size()]);
  SharedLayout result;
  result.vector = 1u << basis.size();
  unsigned bytes = result.vector * elementBytes;

  SmallVector<Vec> ofStore = space.lanes(store, bytes);
  SmallVector<Vec> ofLoad = space.lanes(load, bytes);
  Subspace spanned;
  spanned.insertAll(basis);
  auto append = [&](Vec v) {
    if (!spanned.insert(v))
      return false;
    basis.push_back(v);
    return true;
  };
  SmallVector<Vec> units;
  for (unsigned bit = 0; bit < space.size; ++bit)
    units.push_back(Vec(1) << bit);

  // A bank is four bytes wide: fill it up, with neighbouring lanes if possible.
  for (ArrayRef<Vec> candidates :
       {ArrayRef<Vec>(ofLoad), ArrayRef<Vec>(ofStore), ArrayRef<Vec>(units)})
    for (Vec v : candidates)
      if ((elementBytes << basis.size()) < 4)
        append(v);

  // Banks: lanes that both sides have, then pairs (f, g) of a lane f of the
  // store and g of the load. f goes into the banks and f + g into the rows: a
  // row difference then never is a difference of lanes of one side.
  SmallVector<Vec> word(basis), rows;
  SmallVector<Vec> shared = intersect(ofStore, ofLoad, word);
  Subspace sum;
  sum.insertAll(word);
  SmallVector<Vec> banks, ownStore, ownLoad;
  for (Vec v : shared)
    if (sum.insert(v))
      banks.push_back(v);
  Subspace storeSum = sum, loadSum = sum;
  for (Vec v : ofStore)
    if (storeSum.insert(v))
      ownStore.push_back(v);
  for (Vec v : ofLoad)
    if (loadSum.insert(v))
      ownLoad.push_back(v);
  size_t pairs = std::min(ownStore.size(), ownLoad.size());
  for (size_t i = 0; i < pairs; ++i) {
    banks.push_back(ownStore[i]);
    rows.push_back(ownStore[i] ^ ownLoad[i]);
  }
  banks.append(ownStore.begin() + pairs, ownStore.end());
  banks.append(ownLoad.begin() + pairs, ownLoad.end());
  for (Vec v : banks)
    append(v);
  // What no lane moves: first the banks that are left, then rows.
  Subspace all = spanned;
  all.insertAll(rows);
  SmallVector<Vec> rest;
  for (Vec v : units)
    if (all.insert(v))
      rest.push_back(v);
  for (Vec v : rest)
    if ((elementBytes << basis.size()) < 128)
      append(v);
  for (Vec v : rows)
    append(v);
  for (Vec v : rest)
    append(v);
  assert(basis.size() == space.size && "a basis of the tile");

  // The offset of each coordinate bit: its coefficients in the basis.
  SmallVector<std::pair<Vec, Vec>> solved; // vector, offset; by leading bit
  auto solve = [&](Vec v) {
    Vec offset = 0;
    for (auto [pivot, place] : solved)
      if ((v ^ pivot) < v) {
        v ^= pivot;
        offset ^= place;
      }
    return std::pair(v, offset);
  };
  for (auto [i, v] : enumerate(basis)) {
    auto [left, offset] = solve(v);
    solved.push_back({left, offset ^ (Vec(1) << i)});
    llvm::sort(solved, [](auto &x, auto &y) { return x.first > y.first; });
  }
  for (auto [dim, extent] : enumerate(store.tileShape())) {
    result.linear.push_back(space.linear[dim]);
    result.copies.push_back(extent / space.linear[dim]);
    result.linearSize *= space.linear[dim];
    auto &offsets = result.bits.emplace_back();
    for (int64_t bit = 1, i = 0; bit < space.linear[dim]; bit *= 2, ++i)
      offsets.push_back(
          static_cast<int64_t>(solve(Vec(1) << (space.first[dim] + i)).second));
  }
  return result;
}

int64_t SharedLayout::offset(ArrayRef<int64_t> coords) const {
  int64_t place = 0, copy = 0;
  for (auto [dim, coord] : enumerate(coords)) {
    copy = copy * copies[dim] + coord / linear[dim];
    int64_t inside = coord % linear[dim];
    for (auto [i, offset] : enumerate(bits[dim]))
      if (inside >> i & 1)
        place ^= offset;
  }
  return copy * linearSize + place;
}
