//===- Layout.cpp - How a tile lies over registers and threads ------------===//

#include "kopt/Layout/Layout.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace kopt;

/// The dimension a vector moves along; -1 for a zero vector, -2 for several.
static int movesAlong(ArrayRef<int64_t> basis) {
  int along = -1;
  for (auto [dim, value] : enumerate(basis)) {
    if (value == 0)
      continue;
    if (along >= 0)
      return -2;
    along = static_cast<int>(dim);
  }
  return along;
}

/// The smallest power of two above all vectors' coordinate along `dim`.
static int64_t atomExtent(ArrayRef<ArrayRef<Layout::Basis>> groups,
                          unsigned dim) {
  uint64_t all = 0;
  for (ArrayRef<Layout::Basis> bases : groups)
    for (const Layout::Basis &basis : bases)
      all |= static_cast<uint64_t>(basis[dim]);
  return static_cast<int64_t>(all == 0 ? 1 : bit_floor(all) * 2);
}

LogicalResult Layout::verify(ArrayRef<Basis> regBases,
                             ArrayRef<Basis> laneBases,
                             ArrayRef<Basis> warpBases, ArrayRef<int64_t> reps,
                             std::string &reason) {
  auto fail = [&](const Twine &message) {
    reason = message.str();
    return failure();
  };
  if (laneBases.size() != kLaneBits)
    return fail("expected 5 lane vectors, but got " + Twine(laneBases.size()));
  // 32 warps in each of 8 blocks.
  if (warpBases.size() > 8)
    return fail("expected at most 8 warp vectors, but got " +
                Twine(warpBases.size()));
  // More registers than a thread can have in any program; keeps sizes in range.
  if (regBases.size() > 16)
    return fail("expected at most 16 register vectors, but got " +
                Twine(regBases.size()));
  int64_t repetitions = 1;
  for (int64_t count : reps) {
    if (count < 1 || count > (1 << 16))
      return fail("expected repetitions from 1 to 65536, but got " +
                  Twine(count));
    if ((repetitions *= count) > (1 << 16))
      return fail("expected at most 65536 repetitions in all");
  }
  unsigned rank = reps.size();
  ArrayRef<Basis> groups[] = {regBases, laneBases, warpBases};
  const char *const names[] = {"register", "lane", "warp"};
  // Row-reduced vectors of each dimension, by their leading bit.
  SmallVector<SmallVector<uint64_t>> pivots(rank);
  for (auto [name, bases] : zip(names, groups)) {
    for (auto [index, basis] : enumerate(bases)) {
      std::string what = (Twine(name) + " vector " + Twine(index)).str();
      if (basis.size() != rank)
        return fail("expected " + what + " to have " + Twine(rank) +
                    " coordinates as there are repetitions, but got " +
                    Twine(basis.size()));
      for (int64_t value : basis)
        if (value < 0 || value >= (int64_t(1) << 31))
          return fail("expected " + what +
                      " to have coordinates from 0 to 2^31-1, but got " +
                      Twine(value));
      int dim = movesAlong(basis);
      if (dim == -2)
        return fail("expected " + what + " to move along one dimension");
      if (dim == -1) {
        if (name == names[0])
          return fail("expected " + what + " not to be zero");
        continue;
      }
      uint64_t value = static_cast<uint64_t>(basis[dim]);
      for (uint64_t pivot : pivots[dim])
        value = std::min(value, value ^ pivot);
      if (value == 0)
        return fail("expected " + what + " to be independent of those before");
      pivots[dim].push_back(value);
      // Each pivot reduces by its leading bit, so larger ones come first.
      sort(pivots[dim], std::greater<uint64_t>());
    }
  }
  for (unsigned dim = 0; dim < rank; ++dim) {
    unsigned bits = Log2_64(atomExtent(groups, dim));
    if (pivots[dim].size() != bits)
      return fail("expected the vectors to span the atom along dimension " +
                  Twine(dim) + " (" + Twine(bits) + " bits), but got " +
                  Twine(pivots[dim].size()) + " independent ones");
  }
  return success();
}

FailureOr<Layout> Layout::get(ArrayRef<Basis> regBases,
                              ArrayRef<Basis> laneBases,
                              ArrayRef<Basis> warpBases, ArrayRef<int64_t> reps,
                              std::string *reason) {
  std::string local;
  if (failed(verify(regBases, laneBases, warpBases, reps,
                    reason ? *reason : local)))
    return failure();
  Layout layout;
  layout.reg.assign(regBases.begin(), regBases.end());
  layout.lane.assign(laneBases.begin(), laneBases.end());
  layout.warp.assign(warpBases.begin(), warpBases.end());
  layout.repetitions.assign(reps.begin(), reps.end());
  layout.computeShapes();
  return layout;
}

void Layout::computeShapes() {
  atom.clear();
  shape.clear();
  for (unsigned dim = 0; dim < rank(); ++dim) {
    atom.push_back(atomExtent({reg, lane, warp}, dim));
    shape.push_back(atom.back() * repetitions[dim]);
  }
}

Layout Layout::blocked(ArrayRef<int64_t> shape, unsigned elemsPerThread,
                       unsigned numWarps) {
  assert(isPowerOf2_32(numWarps) && "the number of warps is a power of two");
  Layout layout;
  unsigned rank = shape.size();
  // What bits may still cover of each dimension, and what they have covered.
  SmallVector<int64_t> left, done(rank, 1);
  for (int64_t extent : shape) {
    assert(extent > 0 && "extents are positive");
    left.push_back(extent & -extent);
  }
  auto take = [&](int dim) {
    Basis basis(rank, 0);
    basis[dim] = done[dim];
    done[dim] *= 2;
    left[dim] /= 2;
    return basis;
  };
  // A bit goes along the innermost dimension that is not covered.
  auto next = [&]() {
    for (int dim = static_cast<int>(rank) - 1; dim >= 0; --dim)
      if (left[dim] > 1)
        return take(dim);
    return Basis(rank, 0);
  };
  if (rank > 0)
    for (unsigned elems = elemsPerThread; elems > 1 && left[rank - 1] > 1;
         elems /= 2)
      layout.reg.push_back(take(rank - 1));
  for (unsigned bit = 0; bit < kLaneBits; ++bit)
    layout.lane.push_back(next());
  for (unsigned warps = numWarps; warps > 1; warps /= 2)
    layout.warp.push_back(next());
  for (unsigned dim = 0; dim < rank; ++dim)
    layout.repetitions.push_back(shape[dim] / done[dim]);
  layout.computeShapes();
  return layout;
}

unsigned Layout::numRegisters() const {
  int64_t count = numAtomRegisters();
  for (int64_t repetition : repetitions)
    count *= repetition;
  return static_cast<unsigned>(count);
}

SmallVector<int64_t> Layout::coords(unsigned r, unsigned l, unsigned w) const {
  assert(r < numRegisters() && l < kLanes && w < numWarps());
  SmallVector<int64_t> result(rank(), 0);
  auto combine = [&](ArrayRef<Basis> bases, unsigned bits) {
    for (unsigned bit = 0; bit < bases.size(); ++bit)
      if ((bits >> bit) & 1)
        for (unsigned dim = 0; dim < rank(); ++dim)
          result[dim] ^= bases[bit][dim];
  };
  combine(reg, r % numAtomRegisters());
  combine(lane, l);
  combine(warp, w);
  int64_t repetition = r / numAtomRegisters();
  for (unsigned dim = rank(); dim-- > 0;) {
    result[dim] += repetition % repetitions[dim] * atom[dim];
    repetition /= repetitions[dim];
  }
  return result;
}

unsigned Layout::contiguousRun() const {
  if (rank() == 0)
    return 1;
  unsigned inner = rank() - 1, bits = 0;
  while (bits < reg.size() && reg[bits][inner] == int64_t(1) << bits)
    ++bits;
  // The other bits must keep the run together: multiples of its length.
  auto keeps = [&](ArrayRef<Basis> bases, unsigned first) {
    return all_of(bases.drop_front(std::min<size_t>(first, bases.size())),
                  [&](const Basis &basis) {
                    return basis[inner] % (int64_t(1) << bits) == 0;
                  });
  };
  while (!keeps(reg, bits) || !keeps(lane, 0) || !keeps(warp, 0))
    --bits;
  return 1u << bits;
}

unsigned Layout::freeMask(ArrayRef<Basis> bases) {
  unsigned mask = 0;
  for (auto [bit, basis] : enumerate(bases))
    if (movesAlong(basis) == -1)
      mask |= 1u << bit;
  return mask;
}

unsigned Layout::maskAlong(ArrayRef<Basis> bases, unsigned dim) {
  unsigned mask = 0;
  for (auto [bit, basis] : enumerate(bases))
    if (basis[dim] != 0)
      mask |= 1u << bit;
  return mask;
}

Layout Layout::slice(unsigned dim,
                     SmallVectorImpl<unsigned> *registerMap) const {
  assert(dim < rank() && "a dimension of the tile");
  Layout result;
  auto drop = [&](Basis basis) {
    basis.erase(basis.begin() + dim);
    return basis;
  };
  unsigned kept = 0; // atom register bits that stay
  for (auto [bit, basis] : enumerate(reg)) {
    if (basis[dim] != 0)
      continue;
    kept |= 1u << bit;
    result.reg.push_back(drop(basis));
  }
  for (const Basis &basis : lane)
    result.lane.push_back(drop(basis));
  for (const Basis &basis : warp)
    result.warp.push_back(drop(basis));
  result.repetitions = repetitions;
  result.repetitions.erase(result.repetitions.begin() + dim);
  result.computeShapes();
  if (!registerMap)
    return result;
  registerMap->clear();
  // A repetition is (outer, along dim, inner) in row-major order.
  unsigned along = repetitions[dim], inner = 1;
  for (unsigned i = dim + 1; i < rank(); ++i)
    inner *= repetitions[i];
  for (unsigned r = 0, end = numRegisters(); r < end; ++r) {
    unsigned atomReg = r % numAtomRegisters(), rep = r / numAtomRegisters();
    unsigned newRep = rep / (inner * along) * inner + rep % inner;
    unsigned newReg = 0, position = 0;
    for (unsigned bit = 0; bit < reg.size(); ++bit)
      if ((kept >> bit) & 1)
        newReg |= ((atomReg >> bit) & 1) << position++;
    registerMap->push_back(newRep * result.numAtomRegisters() + newReg);
  }
  return result;
}

Layout Layout::broadcastOperand(ArrayRef<int64_t> dims,
                                SmallVectorImpl<unsigned> *registerMap) const {
  Layout result = *this;
  SmallVector<unsigned> total = to_vector(seq<unsigned>(0, numRegisters()));
  SmallVector<unsigned> step;
  for (unsigned dim = rank(); dim-- > 0;) {
    if (is_contained(dims, static_cast<int64_t>(dim)))
      continue;
    result = result.slice(dim, &step);
    for (unsigned &r : total)
      r = step[r];
  }
  if (registerMap)
    registerMap->assign(total.begin(), total.end());
  return result;
}

Layout Layout::permute(ArrayRef<int64_t> perm) const {
  auto permuted = [&](const Basis &basis) {
    Basis moved;
    for (int64_t dim : perm)
      moved.push_back(basis[dim]);
    return moved;
  };
  Layout result = *this;
  for (SmallVector<Basis> *bases : {&result.reg, &result.lane, &result.warp})
    for (Basis &basis : *bases)
      basis = permuted(basis);
  result.repetitions = permuted(Basis(repetitions));
  result.computeShapes();
  return result;
}

bool Layout::operator==(const Layout &other) const {
  return reg == other.reg && lane == other.lane && warp == other.warp &&
         repetitions == other.repetitions;
}
