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

/// What load and store have in common: types, offsets, map, bounds.
template <typename OpTy>
static LogicalResult verifyAccess(OpTy op, RankedTensorType tile,
                                  MemRefType memref) {
  if (tile.getElementType() != memref.getElementType())
    return op.emitOpError()
           << "expected element type " << memref.getElementType()
           << ", but got " << tile.getElementType();
  unsigned offsets = op.getOffsets().size();
  if (std::optional<AffineMap> map = op.getMap()) {
    if (map->getNumDims() != tile.getRank() ||
        map->getNumSymbols() != offsets ||
        map->getNumResults() != memref.getRank())
      return op.emitOpError()
             << "expected map with " << tile.getRank() << " dimensions, "
             << offsets << " symbols and " << memref.getRank()
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
