//===- Gather.cpp - Coordinates that come from index tiles ----------------===//

#include "passes/ToSimt/Access.h"

using namespace mlir;
using namespace kopt;

SmallVector<unsigned> KernelLowering::Access::usesOf(unsigned dim) const {
  SmallVector<unsigned> uses;
  for (unsigned i = 0; i < indices.size(); ++i)
    if (map.getResult(dim).isFunctionOfSymbol(offsets.size() + i))
      uses.push_back(i);
  return uses;
}

bool KernelLowering::Access::variesAlong(unsigned dim, int64_t along) const {
  return llvm::any_of(usesOf(dim), [&](unsigned i) {
    return llvm::is_contained(indices[i].dims, along);
  });
}

void KernelLowering::Access::appendIndexRegisters(SmallVectorImpl<int64_t> &key,
                                                  unsigned dim,
                                                  int64_t reg) const {
  for (unsigned i : usesOf(dim))
    key.push_back(indices[i].registers[reg]);
}

LogicalResult KernelLowering::addIndexTiles(Operation *op, Access &access,
                                            const AccessInfo &info) {
  for (auto [i, operand] : llvm::enumerate(info.indices)) {
    Value index = operand.get();
    FailureOr<Tile> tile = Tile::get(index.getType(), op->getLoc());
    if (failed(tile))
      return failure();
    ArrayRef<int64_t> dims = info.dimsOf(i);
    IndexTile entry{*tile, mapping.lookup(index), {}, {}};
    entry.dims.assign(dims.begin(), dims.end());
    Layout slice = access.tile.layout.broadcastOperand(dims, &entry.registers);
    if (slice != tile->layout)
      return op->emitOpError("expected the layout of index tile ")
             << i << " to be the slice of the tile's, but got "
             << tile->type.getEncoding();
    access.indices.push_back(std::move(entry));
  }
  return success();
}

/// The elements that go with register `reg` of the tile, of each index tile;
/// null where memref dimension `dim` does not depend on it. They are signed, so
/// that negative ones are outside.
KernelLowering::Values KernelLowering::getIndexElements(const Access &access,
                                                        unsigned dim,
                                                        int64_t reg) {
  Values elements(access.indices.size());
  for (unsigned i : access.usesOf(dim)) {
    const IndexTile &index = access.indices[i];
    Value element = getElement(index.value, index.tile, index.registers[reg]);
    if (!element.getType().isIndex())
      element = arith::IndexCastOp::create(b, b.getIndexType(), element);
    elements[i] = element;
  }
  return elements;
}
