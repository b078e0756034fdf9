//===- TileBody.h - A linalg body on tiles ----------------------*- C++ -*-===//
//
// Turns the scalar body of a linalg.generic into arith and math on tiles. Each
// value is kept at the lowest rank it needs: what depends on the row alone is
// computed once a row, and is broadcast where it meets a wider value.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_TILEBODY_H
#define LIB_REWRITES_TILEBODY_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/Builders.h"

namespace kopt {

/// A scalar of the body as a tile over some positions of the iteration tile
/// (strictly increasing). No positions: a scalar, or a tile of rank 0.
struct TileValue {
  mlir::Value value;
  llvm::SmallVector<unsigned> dims;
};

/// Emits a body at the builder's insertion point.
class TileBody {
public:
  /// `shape` is the iteration tile.
  TileBody(mlir::OpBuilder &builder, mlir::Location loc,
           llvm::ArrayRef<int64_t> shape)
      : builder(builder), loc(loc), shape(shape) {}

  void map(mlir::Value scalar, TileValue tile) { values[scalar] = tile; }
  /// The tile of a scalar; constants and values from outside the body become
  /// scalars.
  TileValue lookup(mlir::Value scalar);
  /// `tile` repeated to `dims`, of which its own are a subset. With no dims it
  /// stays what it is.
  mlir::Value broadcast(TileValue tile, llvm::ArrayRef<unsigned> dims);
  /// `value`, which has no dims, as a tile of rank 0.
  mlir::Value tile(TileValue value);
  /// Emits one elementwise operation of the body.
  void emit(mlir::Operation &op);
  /// The type of a tile over `dims`.
  mlir::RankedTensorType type(llvm::ArrayRef<unsigned> dims,
                              mlir::Type element) const;

private:
  mlir::OpBuilder &builder;
  mlir::Location loc;
  llvm::SmallVector<int64_t> shape;
  llvm::DenseMap<mlir::Value, TileValue> values;
};

} // namespace kopt

#endif // LIB_REWRITES_TILEBODY_H
