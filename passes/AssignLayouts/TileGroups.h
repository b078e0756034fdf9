//===- TileGroups.h - Which tiles share a layout ----------------*- C++ -*-===//

#ifndef PASSES_ASSIGNLAYOUTS_TILEGROUPS_H
#define PASSES_ASSIGNLAYOUTS_TILEGROUPS_H

#include "dialects/Kopt/AccessInfo.h"
#include "llvm/ADT/DenseMap.h"

#include <map>

namespace kopt {

/// Groups of the tiles of one kernel and the layout chosen for each: steps 1 to
/// 3 of kopt-assign-layouts. Does not change the kernel.
class TileGroups {
public:
  explicit TileGroups(KernelOp kernel);

  /// Forms the groups and chooses; an error has been emitted on failure.
  mlir::LogicalResult run();

  /// Whether `value` is a tile that is made again for each layout.
  static bool isFree(mlir::Value value);

  /// The layout of a tile of this kernel; of a free one the layout of its
  /// shape.
  LayoutAttr layoutOf(mlir::Value tile);
  /// The layout of the tile that an access moves.
  LayoutAttr accessLayout(const AccessInfo &access);
  /// The layout the inputs of a reduction or scan have.
  LayoutAttr inputLayout(mlir::ValueRange inputs);
  /// All tiles that are not free, in program order.
  llvm::ArrayRef<mlir::Value> getTiles() const { return tiles; }

private:
  /// `low` is a slice of the tile that `op` (a reduce, scan, broadcast or
  /// access) has, or `op` (transpose) makes it of another; index tile `index`
  /// of an access.
  struct Relation {
    mlir::Value low;
    mlir::Operation *op;
    unsigned index = 0;
  };

  mlir::LogicalResult visit(mlir::Operation *op);
  mlir::LogicalResult addAnchor(mlir::Operation *op,
                                mlir::RankedTensorType tile,
                                mlir::Attribute layout, mlir::Attribute via);
  void relateIndices(mlir::Operation *op, const AccessInfo &access);
  LayoutAttr shapeLayout(llvm::ArrayRef<int64_t> shape);
  unsigned idOf(mlir::Value tile);
  unsigned find(unsigned id);
  void unite(mlir::Value a, mlir::Value b);
  void uniteAll(mlir::ValueRange values);

  KernelOp kernel;
  unsigned warps;
  llvm::SmallVector<mlir::Value> tiles;
  llvm::DenseMap<mlir::Value, unsigned> ids;
  llvm::SmallVector<unsigned> parents;
  llvm::SmallVector<Relation> relations;
  /// Tiles that are loaded or stored, with the layout that the access states.
  llvm::SmallVector<std::pair<mlir::Value, LayoutAttr>> anchors;
  /// By shape: the explicit layout, and the most elements a thread.
  std::map<llvm::SmallVector<int64_t>, LayoutAttr> explicitLayouts;
  std::map<llvm::SmallVector<int64_t>, int64_t> elements;
  /// By the representative of a group.
  llvm::DenseMap<unsigned, LayoutAttr> chosen;
};

} // namespace kopt

#endif // PASSES_ASSIGNLAYOUTS_TILEGROUPS_H
