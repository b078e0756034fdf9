//===- Access.h - One load, store or update of memory -----------*- C++ -*-===//

#ifndef PASSES_TOSIMT_ACCESS_H
#define PASSES_TOSIMT_ACCESS_H

#include "passes/ToSimt/KernelLowering.h"

namespace kopt {

/// How much `expr` grows when the dimensions grow by `steps`, if constant.
std::optional<int64_t> growth(mlir::AffineExpr expr, mlir::AffineMap map,
                              llvm::ArrayRef<int64_t> steps);

/// One index tile of an access, in the slice of the access's layout.
struct IndexTile {
  Tile tile;
  mlir::Value value;
  /// Its register for each register of the access's tile.
  llvm::SmallVector<unsigned> registers;
  /// The dimensions of the access's tile it lies along.
  llvm::SmallVector<int64_t> dims;
};

/// One load, store or update, as far as all its registers share it.
struct KernelLowering::Access {
  Tile tile;
  mlir::Value memref;
  mlir::MemRefType memrefType;
  mlir::AffineMap map;
  Values offsets;
  llvm::SmallVector<IndexTile, 0> indices;
  /// The map at the thread's part of the coordinates, register 0, as
  /// expressions; and their values, null where these need an index tile.
  llvm::SmallVector<mlir::AffineExpr> atZero;
  Values base;
  /// Per memref dimension the limit that is to be tested; null where the whole
  /// tile is inside.
  Values limits;
  /// Elements of one access; divides the row width.
  int64_t width = 1;
  /// All elements of a row are at one address.
  bool isRowUniform = false;
  bool nontemporal = false;
  bool keep = false;

  /// The index tiles that memref dimension `dim` depends on.
  llvm::SmallVector<unsigned> usesOf(unsigned dim) const;
  /// Whether one of these differs along tile dimension `along`.
  bool variesAlong(unsigned dim, int64_t along) const;
  /// Adds the registers of these that go with register `reg` of the tile.
  void appendIndexRegisters(llvm::SmallVectorImpl<int64_t> &key, unsigned dim,
                            int64_t reg) const;
};

} // namespace kopt

#endif // PASSES_TOSIMT_ACCESS_H
