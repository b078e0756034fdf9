//===- AccessInfo.h - What loads, stores and updates share ------*- C++ -*-===//

#ifndef DIALECTS_KOPT_ACCESSINFO_H
#define DIALECTS_KOPT_ACCESSINFO_H

#include "dialects/Kopt/KoptDialect.h"

namespace kopt {

/// One kopt.load, kopt.store or kopt.scatter_reduce.
struct AccessInfo {
  /// The tile: what a load makes, what others take.
  mlir::Value tile;
  mlir::Value memref;
  /// From (tile dimensions)[offsets, index tiles] to memref coordinates.
  mlir::AffineMap map;
  mlir::ValueRange offsets;
  mlir::MutableArrayRef<mlir::OpOperand> indices;
  std::optional<mlir::ArrayAttr> indexDims;
  /// The anchor layout; null where there is none.
  mlir::Attribute layout;

  /// Of `op`; none where it is another operation.
  static std::optional<AccessInfo> of(mlir::Operation *op);

  mlir::RankedTensorType getTileType() const {
    return mlir::cast<mlir::RankedTensorType>(tile.getType());
  }
  /// The dimensions of the tile that index tile `i` lies along.
  llvm::ArrayRef<int64_t> dimsOf(unsigned i) const {
    return mlir::cast<mlir::DenseI64ArrayAttr>((*indexDims)[i]).asArrayRef();
  }
  /// Whether `expr`, a result of the map, depends on an index tile that differs
  /// along tile dimension `dim`.
  bool variesAlong(mlir::AffineExpr expr, int64_t dim) const;
};

} // namespace kopt

#endif // DIALECTS_KOPT_ACCESSINFO_H
