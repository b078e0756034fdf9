//===- AccessInfo.cpp - What loads, stores and updates share --------------===//

#include "dialects/Kopt/AccessInfo.h"

using namespace mlir;
using namespace kopt;

template <typename OpTy>
static AccessInfo infoOf(OpTy op, Value tile, Value memref) {
  return {tile,
          memref,
          op.getAccessMap(),
          op.getOffsets(),
          op.getIndicesMutable(),
          op.getIndexDims(),
          op.getLayoutAttr()};
}

std::optional<AccessInfo> AccessInfo::of(Operation *op) {
  if (auto load = dyn_cast<LoadOp>(op))
    return infoOf(load, load.getResult(), load.getSource());
  if (auto store = dyn_cast<StoreOp>(op))
    return infoOf(store, store.getValue(), store.getDest());
  if (auto scatter = dyn_cast<ScatterReduceOp>(op))
    return infoOf(scatter, scatter.getValue(), scatter.getDest());
  return std::nullopt;
}

bool AccessInfo::variesAlong(AffineExpr expr, int64_t dim) const {
  for (unsigned i = 0; i < indices.size(); ++i)
    if (expr.isFunctionOfSymbol(offsets.size() + i) &&
        llvm::is_contained(dimsOf(i), dim))
      return true;
  return false;
}
