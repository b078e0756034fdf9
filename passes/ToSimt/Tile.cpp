//===- Tile.cpp - What one thread holds of a tile -------------------------===//

#include "passes/ToSimt/Tile.h"

using namespace mlir;
using namespace kopt;

/// The longest row of vector code; longer runs are cut.
static constexpr int64_t maxRow = 16;

FailureOr<Tile> Tile::get(Type type, Location loc) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return emitError(loc) << "expected a static tile, but got " << type;
  auto attr = dyn_cast_or_null<LayoutAttr>(tensor.getEncoding());
  if (!attr)
    return emitError(loc) << "expected a tile with a #kopt.layout, but got "
                          << type;
  Layout layout = attr.getLayout();
  if (layout.tileShape() != tensor.getShape())
    return emitError(loc) << "expected a layout of shape " << tensor.getShape()
                          << ", but got " << layout.tileShape();
  int64_t registers = layout.numRegisters();
  int64_t width = std::min<int64_t>(layout.contiguousRun(), maxRow);
  while (registers % width != 0)
    width /= 2;
  int64_t rowDim = -1;
  if (width > 1) {
    SmallVector<int64_t> first = layout.coords(0, 0, 0);
    SmallVector<int64_t> second = layout.coords(1, 0, 0);
    for (int64_t i = 0; i < tensor.getRank(); ++i)
      if (first[i] != second[i])
        rowDim = i;
  }
  Tile tile{tensor, layout, registers / width, width, rowDim};
  // Coordinates are combined by addition, so no bit may be set twice.
  SmallVector<int64_t> seen(tensor.getRank(), 0);
  SmallVector<SmallVector<int64_t>> bases = tile.threadBases();
  for (const auto &basis : layout.regBases())
    bases.emplace_back(basis.begin(), basis.end());
  for (ArrayRef<int64_t> basis : bases)
    for (auto [used, step] : llvm::zip(seen, basis)) {
      if (used & step)
        return emitError(loc) << "expected a blocked layout, whose basis "
                                 "vectors have distinct "
                                 "bits, but got "
                              << attr;
      used |= step;
    }
  return tile;
}

SmallVector<SmallVector<int64_t>> Tile::threadBases() const {
  SmallVector<SmallVector<int64_t>> bases;
  for (const auto &basis : layout.laneBases())
    bases.emplace_back(basis.begin(), basis.end());
  for (const auto &basis : layout.warpBases())
    bases.emplace_back(basis.begin(), basis.end());
  return bases;
}

int64_t Tile::threadMask(int64_t dim) const {
  int64_t mask = 0;
  for (auto [bit, basis] : llvm::enumerate(threadBases()))
    if (basis[dim] != 0)
      mask |= int64_t(1) << bit;
  return mask;
}

int64_t Tile::freeMask() const {
  int64_t mask = 0;
  for (auto [bit, basis] : llvm::enumerate(threadBases()))
    if (llvm::all_of(basis, [](int64_t step) { return step == 0; }))
      mask |= int64_t(1) << bit;
  return mask;
}

bool kopt::threadsAgree(const Tile &from, const Tile &to,
                        ArrayRef<int64_t> dims) {
  auto a = from.threadBases(), c = to.threadBases();
  if (a.size() != c.size())
    return false;
  for (auto [basis, other] : llvm::zip(a, c))
    for (auto [i, dim] : llvm::enumerate(dims))
      if (basis[i] != other[dim])
        return false;
  return true;
}

int64_t kopt::findRegister(const Tile &from, const Tile &to,
                           ArrayRef<int64_t> dims, int64_t reg) {
  SmallVector<int64_t> wanted, coords = to.coords(reg);
  for (int64_t dim : dims)
    wanted.push_back(coords[dim]);
  for (int64_t r = 0; r < from.groups * from.width; ++r)
    if (from.coords(r) == wanted)
      return r;
  return -1;
}
