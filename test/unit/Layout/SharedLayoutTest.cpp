//===- SharedLayoutTest.cpp - Swizzles against brute force ----------------===//
//
// For pairs of layouts of many shapes: the map is one to one, vectors are whole
// on both sides, and every access of every warp takes the fewest wavefronts.
//
//===----------------------------------------------------------------------===//

#include "kopt/Layout/SharedLayout.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace llvm;
using namespace kopt;

namespace {

using Coords = SmallVector<int64_t>;
unsigned failures = 0, checks = 0;

void expect(bool condition, const Layout &layout, unsigned bytes,
            StringRef what) {
  ++checks;
  if (condition)
    return;
  ++failures;
  errs() << "failed: " << what << "; " << bytes << " bytes, tile";
  for (int64_t extent : layout.tileShape())
    errs() << " " << extent;
  errs() << ", " << layout.numWarps() << " warps\n";
}

/// Registers grouped by the vector their element is in.
std::map<int64_t, unsigned> vectorsOf(const Layout &layout,
                                      const SharedLayout &shared, unsigned l,
                                      unsigned w) {
  std::map<int64_t, unsigned> vectors;
  for (unsigned r = 0; r < layout.numRegisters(); ++r)
    ++vectors[shared.offset(layout.coords(r, l, w)) / shared.vectorElements()];
  return vectors;
}

/// Whole vectors, and no bank twice in what the hardware serves at once, for
/// the vector that starts at register `r` in every lane.
void checkSide(const Layout &layout, const SharedLayout &shared,
               unsigned elementBytes, StringRef side) {
  unsigned n = shared.vectorElements(), bytes = n * elementBytes;
  unsigned lanesAtOnce = std::min(32u, 128 / bytes);
  for (unsigned w = 0; w < layout.numWarps(); ++w) {
    for (unsigned l = 0; l < Layout::kLanes; ++l)
      for (auto [vector, count] : vectorsOf(layout, shared, l, w))
        expect(count == n, layout, elementBytes,
               (side + ": vectors are whole").str());
    for (unsigned r = 0; r < layout.numRegisters(); ++r)
      for (unsigned l = 0; l < Layout::kLanes; l += lanesAtOnce) {
        // By bank the different words; replicas read one word together.
        std::map<int64_t, std::set<int64_t>> words;
        for (unsigned k = l; k < l + lanesAtOnce; ++k) {
          int64_t vector = shared.offset(layout.coords(r, k, w)) / n;
          for (unsigned b = 0; b < bytes; b += 4) {
            int64_t word = (vector * bytes + b) / 4;
            words[word % 32].insert(word);
          }
        }
        bool isFree = llvm::all_of(
            words, [](auto &entry) { return entry.second.size() == 1; });
        expect(isFree, layout, elementBytes, (side + ": no conflicts").str());
      }
  }
}

void check(const Layout &store, const Layout &load, unsigned elementBytes,
           unsigned maxVector) {
  SharedLayout shared =
      SharedLayout::swizzleFor(store, load, elementBytes, maxVector);
  expect(shared.vectorElements() <= maxVector &&
             shared.vectorElements() * elementBytes <= 16,
         store, elementBytes, "vector width");
  int64_t elements = 1;
  for (int64_t extent : store.tileShape())
    elements *= extent;
  std::set<int64_t> places;
  Coords coords(store.rank(), 0);
  for (int64_t e = 0; e < elements; ++e) {
    int64_t left = e;
    for (int64_t d = store.rank() - 1; d >= 0; --d) {
      coords[d] = left % store.tileShape()[d];
      left /= store.tileShape()[d];
    }
    places.insert(shared.offset(coords));
  }
  expect(static_cast<int64_t>(places.size()) == elements &&
             *places.begin() == 0 && *places.rbegin() == elements - 1,
         store, elementBytes, "one to one");
  checkSide(store, shared, elementBytes, "store");
  checkSide(load, shared, elementBytes, "load");
}

/// A layout of `shape` whose bits go to registers, lanes and warps at random.
Layout randomLayout(ArrayRef<int64_t> shape, unsigned warpBits,
                    std::mt19937 &random) {
  SmallVector<Layout::Basis> all;
  SmallVector<int64_t> reps;
  for (auto [dim, extent] : enumerate(shape)) {
    int64_t atom = 1;
    while (extent % (atom * 2) == 0) {
      Layout::Basis basis(shape.size(), 0);
      basis[dim] = atom;
      all.push_back(basis);
      atom *= 2;
    }
    reps.push_back(extent / atom);
  }
  std::shuffle(all.begin(), all.end(), random);
  Layout::Basis zero(shape.size(), 0);
  SmallVector<Layout::Basis> lane, warp, reg;
  for (unsigned i = 0; i < Layout::kLaneBits; ++i)
    lane.push_back(all.empty() || random() % 8 == 0 ? zero
                                                    : all.pop_back_val());
  for (unsigned i = 0; i < warpBits; ++i)
    warp.push_back(all.empty() || random() % 8 == 0 ? zero
                                                    : all.pop_back_val());
  return *Layout::get(all, lane, warp, reps);
}

} // namespace

int main() {
  std::mt19937 random(7);
  const SmallVector<int64_t> shapes[] = {
      {64, 64},   {32, 32}, {128},    {8, 16}, {48, 32}, {3, 64},
      {4, 8, 16}, {96, 24}, {1, 256}, {1},     {16, 5},  {2, 2, 2, 64}};
  for (ArrayRef<int64_t> shape : shapes)
    for (unsigned bytes : {1u, 2u, 4u, 8u})
      for (unsigned round = 0; round < 8; ++round) {
        unsigned warpBits = random() % 3;
        check(randomLayout(shape, warpBits, random),
              randomLayout(shape, warpBits, random), bytes, 1u << random() % 5);
        check(Layout::blocked(shape, 16 / bytes, 1u << warpBits),
              randomLayout(shape, warpBits, random), bytes, 16);
      }
  // An 8 x 8 block of two-byte elements a thread is transposed in whole
  // vectors.
  Layout rows = *Layout::get({{0, 1}, {0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}},
                             {{0, 8}, {0, 16}, {0, 32}, {8, 0}, {16, 0}},
                             {{32, 0}}, {1, 1});
  Layout columns = *Layout::get(
      {{1, 0}, {2, 0}, {4, 0}, {0, 1}, {0, 2}, {0, 4}},
      {{8, 0}, {16, 0}, {32, 0}, {0, 8}, {0, 16}}, {{0, 32}}, {1, 1});
  expect(SharedLayout::swizzleFor(rows, columns, 2, 8).vectorElements() == 8,
         rows, 2, "vectors of a transposed block");
  check(rows, columns, 2, 8);
  outs() << checks << " checks, " << failures << " failed\n";
  return failures != 0;
}
