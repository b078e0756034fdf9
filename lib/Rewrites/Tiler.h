//===- Tiler.h - Builds the form-2 kernel of tile_to_grid -------*- C++ -*-===//
//
// TileToGrid.cpp decides how each class of dimensions is tiled and starts the
// kernel; TileEmit.cpp emits its tiles.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_TILER_H
#define LIB_REWRITES_TILER_H

#include "lib/Rewrites/DimClasses.h"
#include "lib/Rewrites/TileBody.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace kopt {

/// How one class of dimensions is tiled.
struct Tiling {
  enum Kind { Grid, Loop, Whole } kind = Grid;
  int64_t tile = 1;
  /// First coordinate of the tile; set when emission starts.
  mlir::Value offset;
  int64_t extent = mlir::ShapedType::kDynamic;
  /// Whether a tile may reach past the extent.
  bool padded() const {
    return mlir::ShapedType::isDynamic(extent) || extent % tile != 0;
  }
};

/// Tiles that exist already, by the value of form 1.
using TileCache = llvm::DenseMap<mlir::Value, mlir::Value>;

/// Builds the form-2 kernel. Values that have the looped class as a dimension
/// are *wide* and live inside a loop over it; all others are narrow and live at
/// the top of the kernel.
class Tiler {
public:
  Tiler(KernelOp kernel, std::string &reason)
      : source(kernel), classes(kernel), builder(kernel), reason(reason) {}

  mlir::LogicalResult run(int64_t rows, int64_t cols, int64_t depth);

private:
  mlir::LogicalResult plan(int64_t rows, int64_t cols, int64_t depth);
  mlir::IntegerSetAttr assumption();
  void startKernel();
  mlir::LogicalResult emitStores();

  bool isWide(mlir::Value value) {
    return loopClass && llvm::is_contained(classes.all(value), *loopClass);
  }
  bool reducesLoop(mlir::linalg::GenericOp op);
  /// Emits every narrow value that the wide `value` needs.
  mlir::LogicalResult prepare(mlir::Value value,
                              llvm::DenseSet<mlir::Value> &seen);
  mlir::FailureOr<mlir::Value> narrow(mlir::Value value);
  mlir::FailureOr<mlir::Value> emit(mlir::Value value, TileCache &cache);
  mlir::FailureOr<mlir::Value> emitGeneric(mlir::linalg::GenericOp op,
                                           unsigned result, TileCache &cache);
  mlir::FailureOr<mlir::Value> emitLoopReduction(mlir::linalg::GenericOp op);
  mlir::Value emitLoad(LoadOp load, llvm::ArrayRef<unsigned> order);
  /// The iteration dimensions of `op` in the order of its tile.
  mlir::LogicalResult iterationOrder(mlir::linalg::GenericOp op,
                                     llvm::SmallVectorImpl<unsigned> &order);
  /// Sets `body` up: operands as tiles, all operations but `skip` emitted.
  mlir::LogicalResult emitBody(mlir::linalg::GenericOp op, TileBody &body,
                               llvm::ArrayRef<unsigned> order,
                               mlir::Operation *skip, TileCache &cache);
  /// What the tile contributes to a reduction, reduced over all reduced dims.
  mlir::FailureOr<mlir::Value> emitPartial(mlir::linalg::GenericOp op,
                                           mlir::Operation *combiner,
                                           TileCache &cache);
  mlir::Value initTile(mlir::linalg::GenericOp op, TileCache &cache);
  mlir::Value extentOf(unsigned cls);
  llvm::SmallVector<int64_t> tileShape(llvm::ArrayRef<unsigned> cls);
  mlir::FailureOr<mlir::Value> fail(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }
  mlir::LogicalResult no(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }
  template <typename Fn>
  mlir::FailureOr<mlir::scf::ForOp> overLoop(mlir::ValueRange init, Fn fn);

  KernelOp source, target;
  DimClasses classes;
  mlir::OpBuilder builder;
  std::string &reason;
  llvm::MapVector<unsigned, Tiling> tilings;
  std::optional<unsigned> loopClass;
  llvm::SmallVector<unsigned> gridClasses;
  TileCache top;
  mlir::IRMapping arguments;
};

/// The combiner of a one-result reduction (isLiftable checked its shape); null
/// where it is no operation with a neutral element.
mlir::Operation *combinerOf(mlir::linalg::GenericOp op);

} // namespace kopt

#endif // LIB_REWRITES_TILER_H
