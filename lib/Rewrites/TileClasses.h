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
  /// Whether some access takes one element for each step of the class's loop or
  /// program of its axis, in a tile without a dimension for it: then other
  /// extents would leave elements out.
  bool isSingle(unsigned cls) {
    return llvm::any_of(single, [&](unsigned n) { return find(n) == cls; });
  }
  /// A memref argument's dimension in the class, or a null value.
  std::pair<mlir::Value, unsigned> argument(unsigned cls);

private:
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
              mlir::ValueRange offsets);
  void visit(mlir::Operation *op);

  KernelOp kernel;
  llvm::DenseMap<std::pair<void *, unsigned>, unsigned> nodes;
  std::vector<unsigned> parent;
  std::string reason;
  llvm::SmallVector<unsigned> single; ///< nodes, see isSingle
};

/// Whether `value` is a splat that can be made again in any shape.
bool isSplat(mlir::Value value);

} // namespace kopt

#endif // LIB_REWRITES_TILECLASSES_H
