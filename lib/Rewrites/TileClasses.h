//===- TileClasses.h - Dimension classes of a form-2 kernel -----*- C++ -*-===//
//
// Ties together the tile dimensions, grid axes, loops and memref dimensions of
// a form-2 kernel that run over one coordinate, so that a tile extent can be
// changed everywhere at once.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_TILECLASSES_H
#define LIB_REWRITES_TILECLASSES_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <vector>

namespace kopt {

/// What an offset of an access counts: a grid axis, a loop, or nothing (0).
struct OffsetOrigin {
  enum Kind { None, Axis, Loop, Unknown } kind = Unknown;
  unsigned axis = 0;
  mlir::scf::ForOp loop;
  /// The offset is `scale` times the program id (Axis), or the induction
  /// variable (Loop).
  int64_t scale = 1;
};
OffsetOrigin originOf(mlir::Value offset);

/// The largest value of `index` if it is known at compile time: constants,
/// scaled program ids of static grids, induction variables of static loops.
std::optional<int64_t> staticMaximum(mlir::Value index, KernelOp kernel);

class TileClasses {
public:
  explicit TileClasses(KernelOp kernel);
  bool valid() const { return reason.empty(); }
  const std::string &whyNot() const { return reason; }

  unsigned ofAxis(unsigned axis) { return find(node(kernel, axis)); }
  unsigned ofLoop(mlir::scf::ForOp loop) { return find(node(loop, 0)); }
  unsigned of(mlir::Value value, unsigned dim) {
    return find(node(value, dim));
  }
  /// Why the tile extent of the class cannot be changed everywhere at once;
  /// empty if it can. Another extent would leave out elements where an access
  /// has a grid axis or loop of the class as a coordinate of its own; two axes
  /// would count each other's; a layout, or the end of a part, is of the extent
  /// as it is; or accesses disagree on whether tiles move.
  std::string whyFixed(unsigned cls);
  /// A memref argument's dimension in the class, or a null value.
  std::pair<mlir::Value, unsigned> argument(unsigned cls);

private:
  /// Whether the extent of tiles in the class is tied to more than the extent
  /// of one argument: they write parts, or results of different extents.
  bool endsWithParts(unsigned cls);
  bool has(llvm::ArrayRef<unsigned> some, unsigned cls);
  unsigned node(void *key, unsigned dim);
  unsigned node(mlir::Value value, unsigned dim) {
    return node(value.getAsOpaquePointer(), dim);
  }
  unsigned node(mlir::Operation *op, unsigned dim) {
    return node(static_cast<void *>(op), dim);
  }
  unsigned find(unsigned n);
  void unite(unsigned a, unsigned b);
  void same(mlir::Value a, mlir::Value b);
  void access(mlir::Value tile, mlir::Value memref, mlir::AffineMap map,
              mlir::ValueRange offsets, bool isWrite);
  void visit(mlir::Operation *op);
  void visitUses(mlir::Value counter, unsigned node);

  KernelOp kernel;
  llvm::DenseMap<std::pair<void *, unsigned>, unsigned> nodes;
  std::vector<unsigned> parent;
  /// Nodes: axes and loops that are coordinates of their own; dimensions of
  /// tiles at offset 0, and at others; dimensions of tiles with layouts.
  std::vector<unsigned> single, still, moving, laidOut;
  /// Axes and loops, and the dimensions of numbers that count from them.
  std::vector<std::pair<unsigned, unsigned>> numbered;
  /// Tile dimensions that run over parts of arguments; whether they are
  /// written.
  std::vector<std::pair<unsigned, bool>> parts;
  std::string reason;
};

/// Whether `value` is a splat that can be made again in any shape.
bool isSplat(mlir::Value value);

} // namespace kopt

#endif // LIB_REWRITES_TILECLASSES_H
