//===- LayoutTest.cpp - Layouts against brute force -----------------------===//
//
// Every property is recomputed from `coords` alone, thread by thread, over all
// blocked layouts of small shapes and over layouts whose bits are shuffled.
//
//===----------------------------------------------------------------------===//

#include "kopt/Layout/Layout.h"
#include "kopt/Layout/AxisSteps.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace llvm;
using namespace kopt;

namespace {

using Coords = SmallVector<int64_t>;
unsigned failures = 0;
unsigned checks = 0;

void expect(bool condition, const Layout &layout, StringRef what) {
  ++checks;
  if (condition)
    return;
  ++failures;
  errs() << "failed: " << what << "; tile";
  for (int64_t extent : layout.tileShape())
    errs() << " " << extent;
  errs() << ", atom";
  for (int64_t extent : layout.atomShape())
    errs() << " " << extent;
  errs() << ", " << layout.numWarps() << " warps\n";
}

/// Calls `body(register, lane, warp)` for all of them.
template <typename Body> void forEach(const Layout &layout, Body body) {
  for (unsigned w = 0; w < layout.numWarps(); ++w)
    for (unsigned l = 0; l < Layout::kLanes; ++l)
      for (unsigned r = 0; r < layout.numRegisters(); ++r)
        body(r, l, w);
}

/// Every element lies inside the tile, in as many threads as the free bits say,
/// and in a thread once.
void checkCover(const Layout &layout) {
  std::map<Coords, unsigned> holders;
  bool inside = true;
  forEach(layout, [&](unsigned r, unsigned l, unsigned w) {
    Coords c = layout.coords(r, l, w);
    for (unsigned dim = 0; dim < layout.rank(); ++dim)
      inside &= c[dim] >= 0 && c[dim] < layout.tileShape()[dim];
    ++holders[c];
  });
  expect(inside, layout, "coordinates inside the tile");
  size_t elements = 1;
  for (int64_t extent : layout.tileShape())
    elements *= extent;
  expect(holders.size() == elements, layout, "every element is held");
  unsigned copies =
      1u << (popcount(layout.freeLaneMask()) + popcount(layout.freeWarpMask()));
  bool even = true;
  for (auto &[c, count] : holders)
    even &= count == copies;
  expect(even, layout, "every element has the copies of the free masks");
}

/// The free masks: clearing a free bit does not change what a thread holds.
void checkMasks(const Layout &layout) {
  bool same = true, along = true;
  forEach(layout, [&](unsigned r, unsigned l, unsigned w) {
    Coords c = layout.coords(r, l, w);
    same &= c == layout.coords(r, l & ~layout.freeLaneMask(),
                               w & ~layout.freeWarpMask());
    for (unsigned dim = 0; dim < layout.rank(); ++dim)
      along &= c[dim] == layout.coords(r, l & layout.laneMaskAlong(dim),
                                       w & layout.warpMaskAlong(dim))[dim];
  });
  expect(same, layout, "free bits hold replicas");
  expect(along, layout, "only the bits along a dimension move along it");
}

/// The longest power-of-two run, by trying.
void checkRun(const Layout &layout) {
  if (layout.rank() == 0)
    return expect(layout.contiguousRun() == 1, layout, "run of a scalar");
  unsigned inner = layout.rank() - 1;
  auto works = [&](unsigned run) {
    bool good = true;
    forEach(layout, [&](unsigned r, unsigned l, unsigned w) {
      Coords first = layout.coords(r / run * run, l, w);
      good &= first[inner] % run == 0;
      first[inner] += r % run;
      good &= first == layout.coords(r, l, w);
    });
    return good;
  };
  unsigned best = 1;
  for (unsigned run = 2; run <= layout.numAtomRegisters(); run *= 2)
    if (works(run))
      best = run;
  expect(layout.contiguousRun() == best, layout, "contiguous run");
}

/// Slicing drops a coordinate and leaves threads in place.
void checkSlices(const Layout &layout) {
  for (unsigned dim = 0; dim < layout.rank(); ++dim) {
    SmallVector<unsigned> map;
    Layout slice = layout.slice(dim, &map);
    std::string reason;
    expect(succeeded(Layout::verify(slice.regBases(), slice.laneBases(),
                                    slice.warpBases(), slice.reps(), reason)),
           layout, "a slice is a layout: " + reason);
    checkCover(slice);
    bool agree = map.size() == layout.numRegisters();
    forEach(layout, [&](unsigned r, unsigned l, unsigned w) {
      Coords c = layout.coords(r, l, w);
      c.erase(c.begin() + dim);
      agree &= map[r] < slice.numRegisters() && c == slice.coords(map[r], l, w);
    });
    expect(agree, layout, "the register map of a slice");
  }
}

/// Operands of a broadcast for every subset of dimensions.
void checkBroadcast(const Layout &layout) {
  for (unsigned subset = 0; subset < (1u << layout.rank()); ++subset) {
    SmallVector<int64_t> dims;
    for (unsigned dim = 0; dim < layout.rank(); ++dim)
      if ((subset >> dim) & 1)
        dims.push_back(dim);
    SmallVector<unsigned> map;
    Layout operand = layout.broadcastOperand(dims, &map);
    bool agree = true;
    forEach(layout, [&](unsigned r, unsigned l, unsigned w) {
      Coords from = operand.coords(map[r], l, w), to = layout.coords(r, l, w);
      for (auto [i, dim] : enumerate(dims))
        agree &= from[i] == to[dim];
    });
    expect(agree, layout, "the operand of a broadcast");
  }
}

void checkAll(const Layout &layout) {
  checkCover(layout);
  checkMasks(layout);
  checkRun(layout);
  checkSlices(layout);
  checkBroadcast(layout);
}

/// The kind of conversion by sets of coordinates.
ConversionKind naiveKind(const Layout &from, const Layout &to) {
  if (from == to)
    return ConversionKind::Identity;
  // Registers: for each wanted register one source, right in all threads.
  bool registers = true, warp = true;
  for (unsigned r = 0; r < to.numRegisters(); ++r) {
    bool found = false;
    for (unsigned source = 0; source < from.numRegisters(); ++source) {
      bool always = true;
      for (unsigned w = 0; w < from.numWarps(); ++w)
        for (unsigned l = 0; l < Layout::kLanes && always; ++l)
          always &= from.coords(source, l, w) == to.coords(r, l, w);
      found |= always;
    }
    registers &= found;
  }
  for (unsigned w = 0; w < from.numWarps(); ++w) {
    std::set<Coords> inWarp;
    for (unsigned l = 0; l < Layout::kLanes; ++l)
      for (unsigned r = 0; r < from.numRegisters(); ++r)
        inWarp.insert(from.coords(r, l, w));
    for (unsigned l = 0; l < Layout::kLanes; ++l)
      for (unsigned r = 0; r < to.numRegisters(); ++r)
        warp &= inWarp.count(to.coords(r, l, w)) > 0;
  }
  return registers ? ConversionKind::Registers
         : warp    ? ConversionKind::Shuffle
                   : ConversionKind::Shared;
}

/// A layout of `dims` extents whose bits are dealt to registers, lanes and
/// warps at random, some of them mixed within their dimension.
Layout randomLayout(ArrayRef<unsigned> bits, ArrayRef<int64_t> reps,
                    unsigned warpBits, std::mt19937 &random) {
  unsigned rank = bits.size();
  SmallVector<Layout::Basis> pool;
  for (unsigned dim = 0; dim < rank; ++dim)
    for (unsigned bit = 0; bit < bits[dim]; ++bit) {
      Layout::Basis basis(rank, 0);
      basis[dim] = int64_t(1) << bit;
      // A lower bit on top keeps the vectors independent.
      if (bit > 0 && random() % 4 == 0)
        basis[dim] |= 1;
      pool.push_back(basis);
    }
  std::shuffle(pool.begin(), pool.end(), random);
  SmallVector<Layout::Basis> reg, lane, warp;
  auto deal = [&](SmallVectorImpl<Layout::Basis> &to) {
    if (pool.empty() || random() % 4 == 0)
      return to.push_back(Layout::Basis(rank, 0));
    to.push_back(pool.pop_back_val());
  };
  for (unsigned bit = 0; bit < Layout::kLaneBits; ++bit)
    deal(lane);
  for (unsigned bit = 0; bit < warpBits; ++bit)
    deal(warp);
  reg = pool;
  FailureOr<Layout> layout = Layout::get(reg, lane, warp, reps);
  if (failed(layout)) {
    errs() << "failed: random layout does not verify\n";
    std::exit(1);
  }
  return *layout;
}

void expectReason(ArrayRef<Layout::Basis> reg, ArrayRef<Layout::Basis> lane,
                  ArrayRef<Layout::Basis> warp, ArrayRef<int64_t> reps,
                  StringRef expected) {
  ++checks;
  std::string reason;
  if (failed(Layout::get(reg, lane, warp, reps, &reason)) && reason == expected)
    return;
  ++failures;
  errs() << "failed: expected reason '" << expected << "', but got '" << reason
         << "'\n";
}

/// One broken invariant each.
void checkReasons() {
  SmallVector<Layout::Basis> lanes = {{1}, {2}, {4}, {8}, {16}};
  expectReason({}, ArrayRef<Layout::Basis>(lanes).drop_back(), {}, {1},
               "expected 5 lane vectors, but got 4");
  expectReason({}, lanes, {}, {0},
               "expected repetitions from 1 to 65536, but got 0");
  expectReason({{32, 0}}, lanes, {}, {1},
               "expected register vector 0 to have 1 coordinates as there are "
               "repetitions, but got 2");
  expectReason({{0}}, lanes, {}, {1},
               "expected register vector 0 not to be zero");
  expectReason({}, lanes, {{3}}, {1},
               "expected warp vector 0 to be independent of those before");
  expectReason({}, lanes, {{64}}, {1},
               "expected the vectors to span the atom along dimension 0 (7 "
               "bits), but got 6 independent ones");
  expectReason({}, lanes, {{-1}}, {1},
               "expected warp vector 0 to have coordinates from 0 to 2^31-1, "
               "but got -1");
  SmallVector<Layout::Basis> two = {{1, 1}, {2, 0}, {4, 0}, {8, 0}, {16, 0}};
  expectReason({}, two, {}, {1, 1},
               "expected lane vector 0 to move along one dimension");
}

/// Spelt-out cases of the default layout.
void checkBlocked() {
  Layout row = Layout::blocked({4, 1024}, 4, 4);
  expect(row.reps() == ArrayRef<int64_t>({4, 2}) && row.contiguousRun() == 4 &&
             row.numRegisters() == 32,
         row, "4x1024 by 4 over 4 warps");
  Layout odd = Layout::blocked({192}, 4, 1);
  expect(odd.reps() == ArrayRef<int64_t>({3}) && odd.atomShape()[0] == 64 &&
             odd.freeLaneMask() == 16,
         odd, "192 by 4 over one warp: 64 * 3, half of the lanes replicate");
  Layout small = Layout::blocked({2, 16}, 4, 4);
  expect(small.freeLaneMask() == 0b11000 && small.freeWarpMask() == 0b11, small,
         "2x16 by 4 over 4 warps: 8 threads of 128");
  Layout scalar = Layout::blocked({}, 4, 2);
  expect(scalar.numRegisters() == 1 && scalar.freeLaneMask() == 31, scalar,
         "a scalar is replicated");
}

/// Setting the bits of the steps one by one moves along the axis by 1, 2, 4 …
/// and nowhere else, in registers, lanes and warps.
void checkAxisSteps(const Layout &layout) {
  for (unsigned axis = 0; axis < layout.rank(); ++axis) {
    FailureOr<SmallVector<AxisStep>> steps = axisSteps(layout, axis);
    // A coordinate bit that two bits of the layout move has no holder.
    bool isPlain = true;
    for (ArrayRef<Layout::Basis> bases :
         {layout.regBases(), layout.laneBases(), layout.warpBases()})
      for (const Layout::Basis &basis : bases)
        isPlain &= has_single_bit(uint64_t(std::max<int64_t>(basis[axis], 1)));
    expect(succeeded(steps) == isPlain, layout, "steps where bits are plain");
    if (failed(steps))
      continue;
    int64_t distance = 1;
    bool right = true;
    for (const AxisStep &step : *steps)
      for (unsigned bit : step.bits) {
        unsigned r = 0, l = 0, w = 0;
        if (step.kind == AxisStep::Kind::Registers)
          r = 1u << bit;
        else if (step.kind == AxisStep::Kind::Lanes)
          l = 1u << bit;
        else
          w = 1u << (bit - Layout::kLaneBits);
        Coords coords = layout.coords(r, l, w);
        for (unsigned dim = 0; dim < layout.rank(); ++dim)
          right &= coords[dim] == (dim == axis ? distance : 0);
        distance *= 2;
      }
    expect(right && distance == layout.atomShape()[axis], layout,
           "steps by 1, 2, 4 …");
  }
}

} // namespace

int main() {
  checkReasons();
  checkBlocked();
  SmallVector<SmallVector<int64_t>> shapes = {{}};
  const int64_t extents[] = {1, 2, 3, 4, 6, 8, 12, 64};
  for (int64_t a : extents) {
    shapes.push_back({a});
    for (int64_t b : extents) {
      shapes.push_back({a, b});
      if (a * b <= 24)
        for (int64_t c : {1, 2, 3, 8})
          shapes.push_back({a, b, c});
    }
  }
  for (ArrayRef<int64_t> shape : shapes)
    for (unsigned elems : {1, 2, 3, 8})
      for (unsigned warps : {1, 2, 4}) {
        Layout layout = Layout::blocked(shape, elems, warps);
        expect(layout.tileShape() == shape, layout, "the shape of the tile");
        checkAll(layout);
        checkAxisSteps(layout);
      }
  std::mt19937 random(1);
  for (unsigned round = 0; round < 400; ++round) {
    SmallVector<unsigned> bits = {unsigned(random() % 4),
                                  unsigned(random() % 6)};
    SmallVector<int64_t> reps = {int64_t(1 + random() % 2),
                                 int64_t(1 + random() % 3)};
    unsigned warpBits = random() % 3;
    Layout a = randomLayout(bits, reps, warpBits, random);
    Layout b = randomLayout(bits, reps, warpBits, random);
    checkAll(a);
    checkAxisSteps(a);
    expect(conversionKind(a, b) == naiveKind(a, b), a, "kind of conversion");
    SmallVector<Layout::Basis> permuted(a.regBases());
    std::shuffle(permuted.begin(), permuted.end(), random);
    Layout c = *Layout::get(permuted, a.laneBases(), a.warpBases(), a.reps());
    expect(conversionKind(a, c) == naiveKind(a, c), a, "register permutation");
    expect(conversionKind(a, a) == ConversionKind::Identity, a, "identity");
  }
  outs() << checks << " checks, " << failures << " failures\n";
  return failures == 0 ? 0 : 1;
}
