//===- MemoryOps.cpp - Tiles from and to memory ---------------------------===//

#include "dialects/Kopt/KoptDialect.h"

using namespace mlir;
using namespace kopt;

/// The default access map: identity, plus one offset a dimension if any.
static AffineMap defaultMap(unsigned rank, unsigned offsets,
                            MLIRContext *context) {
  SmallVector<AffineExpr> exprs;
  for (unsigned i = 0; i < rank; ++i) {
    AffineExpr expr = getAffineDimExpr(i, context);
    if (offsets)
      expr = expr + getAffineSymbolExpr(i, context);
    exprs.push_back(expr);
  }
  return AffineMap::get(rank, offsets, exprs, context);
}

/// Index tiles: each lies along dimensions of the tile, and a map takes them.
template <typename OpTy>
static LogicalResult verifyIndexTiles(OpTy op, RankedTensorType tile) {
  size_t count = op.getIndices().size();
  size_t lists = op.getIndexDims() ? op.getIndexDims()->size() : 0;
  if (lists != count)
    return op.emitOpError() << "expected dims for each of " << count
                            << " index tiles, but got " << lists;
  if (count == 0)
    return success();
  if (!op.getMap())
    return op.emitOpError("expected a map that takes the index tiles");
  for (auto [i, value] : llvm::enumerate(op.getIndices())) {
    auto type = cast<RankedTensorType>(value.getType());
    auto dims = cast<DenseI64ArrayAttr>((*op.getIndexDims())[i]).asArrayRef();
    if (static_cast<int64_t>(dims.size()) != type.getRank())
      return op.emitOpError()
             << "expected " << type.getRank() << " dims for index tile " << i
             << ", but got " << dims.size();
    for (unsigned k = 0; k < dims.size(); ++k) {
      if (dims[k] < 0 || dims[k] >= tile.getRank() ||
          (k > 0 && dims[k] <= dims[k - 1]))
        return op.emitOpError() << "expected dims of index tile " << i
                                << " to be increasing dimensions of the tile, "
                                   "but got ["
                                << dims << "]";
      if (type.getDimSize(k) != tile.getDimSize(dims[k]))
        return op.emitOpError()
               << "expected extent " << tile.getDimSize(dims[k])
               << " of dimension " << k << " of index tile " << i
               << ", but got " << type.getDimSize(k);
    }
  }
  return success();
}

/// What loads and stores have in common: types, offsets, index tiles, map,
/// bounds.
template <typename OpTy>
static LogicalResult verifyAccess(OpTy op, RankedTensorType tile,
                                  MemRefType memref) {
  if (tile.getElementType() != memref.getElementType())
    return op.emitOpError()
           << "expected element type " << memref.getElementType()
           << ", but got " << tile.getElementType();
  if (failed(verifyIndexTiles(op, tile)))
    return failure();
  unsigned offsets = op.getOffsets().size();
  unsigned symbols = offsets + op.getIndices().size();
  if (std::optional<AffineMap> map = op.getMap()) {
    if (map->getNumDims() != tile.getRank() ||
        map->getNumSymbols() != symbols ||
        map->getNumResults() != memref.getRank())
      return op.emitOpError()
             << "expected map with " << tile.getRank() << " dimensions, "
             << symbols << " symbols and " << memref.getRank()
             << " results, but got " << map->getNumDims() << ", "
             << map->getNumSymbols() << " and " << map->getNumResults();
  } else {
    if (tile.getRank() != memref.getRank())
      return op.emitOpError()
             << "expected a map, as the tile has rank " << tile.getRank()
             << " and the memref rank " << memref.getRank();
    if (offsets != 0 && offsets != memref.getRank())
      return op.emitOpError() << "expected no or " << memref.getRank()
                              << " offsets, but got " << offsets;
  }
  int64_t bounds = op.getBounds().size();
  if (bounds != 0 && bounds != memref.getRank())
    return op.emitOpError()
           << "expected " << memref.getRank() << " bounds, but got " << bounds;
  return success();
}

AffineMap LoadOp::getAccessMap() {
  if (std::optional<AffineMap> map = getMap())
    return *map;
  return defaultMap(getTileType().getRank(), getOffsets().size(), getContext());
}

LogicalResult LoadOp::verify() {
  if (failed(verifyAccess(*this, getTileType(), getMemRefType())))
    return failure();
  if (TypedAttr pad = getPadAttr())
    if (pad.getType() != getTileType().getElementType())
      return emitOpError() << "expected pad of type "
                           << getTileType().getElementType() << ", but got "
                           << pad.getType();
  return success();
}

AffineMap StoreOp::getAccessMap() {
  if (std::optional<AffineMap> map = getMap())
    return *map;
  return defaultMap(getTileType().getRank(), getOffsets().size(), getContext());
}

LogicalResult StoreOp::verify() {
  return verifyAccess(*this, getTileType(), getMemRefType());
}

AffineMap ScatterReduceOp::getAccessMap() {
  if (std::optional<AffineMap> map = getMap())
    return *map;
  return defaultMap(getTileType().getRank(), getOffsets().size(), getContext());
}

LogicalResult ScatterReduceOp::verify() {
  if (failed(verifyAccess(*this, getTileType(), getMemRefType())))
    return failure();
  return verifyScatterReduce(*this);
}
