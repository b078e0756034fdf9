//===- Tile.h - What one thread holds of a tile -----------------*- C++ -*-===//

#ifndef PASSES_TOSIMT_TILE_H
#define PASSES_TOSIMT_TILE_H

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Layout/Layout.h"

namespace kopt {

/// What one thread holds of a tile: `groups` rows of `width` elements. Element
/// `v` of row `g` is register `g * width + v` of the layout; within a row the
/// coordinate `rowDim` counts up by one and the others are constant.
struct Tile {
  mlir::RankedTensorType type;
  Layout layout;
  int64_t groups;
  int64_t width;
  /// The dimension a row runs along; -1 where rows have one element.
  int64_t rowDim;

  /// The tile of a tensor type with a layout; an error at `loc` otherwise.
  static mlir::FailureOr<Tile> get(mlir::Type type, mlir::Location loc);

  /// The tile of the same layout whose elements are of the type of `element`.
  Tile withElement(mlir::Value element) const {
    Tile tile = *this;
    tile.type = tile.type.clone(element.getType());
    return tile;
  }

  int64_t getRank() const { return type.getRank(); }
  mlir::Type getElementType() const { return type.getElementType(); }
  mlir::VectorType getVectorType() const {
    return mlir::VectorType::get({groups, width}, getElementType());
  }
  mlir::VectorType getRowType() const {
    return mlir::VectorType::get({width}, getElementType());
  }
  /// The part of the coordinates of a register that all threads share.
  llvm::SmallVector<int64_t> coords(int64_t reg) const {
    return layout.coords(reg, 0, 0);
  }
  /// What bit `i` of the thread id adds to the coordinates: lanes, then warps.
  llvm::SmallVector<llvm::SmallVector<int64_t>> threadBases() const;
  /// The bits of the thread id that move dimension `dim`.
  int64_t threadMask(int64_t dim) const;
  /// The bits of the thread id that move nothing: threads that differ in these
  /// hold the same elements.
  int64_t freeMask() const;
};

/// Whether threads hold corresponding coordinates of two tiles, where dimension
/// `i` of `from` is dimension `dims[i]` of `to`.
bool threadsAgree(const Tile &from, const Tile &to,
                  llvm::ArrayRef<int64_t> dims);

/// The register of `from` that holds what register `reg` of `to` needs, or -1;
/// `dims` as above.
int64_t findRegister(const Tile &from, const Tile &to,
                     llvm::ArrayRef<int64_t> dims, int64_t reg);

} // namespace kopt

#endif // PASSES_TOSIMT_TILE_H
