//===- Tiler.h - Builds the form-2 kernel of tile_to_grid -------*- C++ -*-===//
//
// TileToGrid.cpp decides how each class of dimensions is tiled and starts the
// kernel; TileEmit.cpp emits its tiles.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_TILER_H
#define LIB_REWRITES_TILER_H

#include "dialects/Kopt/StructuredOps.h"
#include "lib/Rewrites/DimClasses.h"
#include "lib/Rewrites/TileBody.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace kopt {

/// How one class of dimensions is tiled.
struct Tiling {
  enum Kind { Grid, Loop, Whole } kind = Grid;
  int64_t tile = 1;
  /// First coordinate of the tile, which a loop's scope has instead; set when
  /// emission starts.
  mlir::Value offset;
  int64_t extent = mlir::ShapedType::kDynamic;
  /// Whether the grid axis may have more tiles than the extent needs.
  bool isShort = false;
  /// Whether a tile may reach past the extent.
  bool padded() const {
    return mlir::ShapedType::isDynamic(extent) || extent % tile != 0;
  }
};

/// Tiles that exist already, by the value of form 1.
using TileCache = llvm::DenseMap<mlir::Value, mlir::Value>;

/// The body of a loop that is open, or the kernel's, with what is there.
struct Scope {
  unsigned cls = 0;
  mlir::scf::ForOp loop; ///< null: the kernel's body
  TileCache tiles;
};

/// Builds the form-2 kernel. Loops run over classes that some operation
/// reduces. A value lives in the body of the innermost open loop over one of
/// its dimensions, and at the top of the kernel where it has none.
class Tiler {
public:
  Tiler(KernelOp kernel, std::string &reason)
      : source(kernel), classes(kernel), builder(kernel), reason(reason) {}

  mlir::LogicalResult run(int64_t rows, int64_t cols, int64_t depth);

private:
  mlir::LogicalResult plan(int64_t rows, int64_t cols, int64_t depth);
  mlir::LogicalResult shareAxes(llvm::ArrayRef<unsigned> reduced);
  mlir::IntegerSetAttr assumption();
  void startKernel();
  mlir::LogicalResult emitStores(llvm::ArrayRef<unsigned> loops,
                                 llvm::ArrayRef<StoreOp> stores);

  /// The looped classes of `value`, from the outermost loop to the innermost.
  llvm::SmallVector<unsigned> loopsOf(mlir::Value value) {
    return loopsAmong(classes.all(value));
  }
  /// The looped classes that `op` reduces, in the same order.
  llvm::SmallVector<unsigned> loopsReducedBy(mlir::linalg::GenericOp op);
  llvm::SmallVector<unsigned> loopsAmong(llvm::ArrayRef<unsigned> cls);
  /// Whether a loop may make `value` anew in each iteration, all alike.
  bool repeats(mlir::Value value);
  /// First coordinate of the tile of `cls` where emission is now.
  mlir::Value offsetOf(unsigned cls);
  /// The tile of `value`, made where it belongs unless it is there.
  mlir::FailureOr<mlir::Value> emit(mlir::Value value);
  mlir::FailureOr<mlir::Value> emitHere(mlir::Value value);
  mlir::FailureOr<mlir::Value> emitGeneric(mlir::linalg::GenericOp op,
                                           unsigned result);
  mlir::FailureOr<mlir::Value> emitReduction(mlir::linalg::GenericOp op,
                                             unsigned result);
  /// Puts both results of a selection into the innermost scope.
  mlir::LogicalResult emitSelection(mlir::linalg::GenericOp op,
                                    const Selection &selection);
  mlir::Value emitLoad(LoadOp load, llvm::ArrayRef<unsigned> order);
  mlir::AffineMapAttr partOfMap(mlir::AffineMap whole,
                                llvm::ArrayRef<mlir::AffineExpr> exprs,
                                mlir::ValueRange symbols,
                                llvm::SmallVectorImpl<mlir::Value> &offsets);
  /// The iteration dimensions of `op` in the order of its tile, and their
  /// classes.
  mlir::LogicalResult iterationOrder(mlir::linalg::GenericOp op,
                                     llvm::SmallVectorImpl<unsigned> &order,
                                     llvm::SmallVectorImpl<unsigned> &cls);
  /// Sets `body` up: operands as tiles, all operations emitted but those that
  /// fold into an accumulator.
  mlir::LogicalResult emitBody(mlir::linalg::GenericOp op, TileBody &body,
                               llvm::ArrayRef<unsigned> order);
  /// The tile of what the body of `op` reads by index.
  TileValue emitRead(mlir::linalg::GenericOp op, mlir::tensor::ExtractOp read,
                     TileBody &body, llvm::ArrayRef<unsigned> order);
  /// What the tile contributes to a reduction, reduced over all reduced dims.
  mlir::FailureOr<mlir::Value> emitPartial(mlir::linalg::GenericOp op,
                                           unsigned result);
  /// `tiles` reduced along dimension `position`.
  llvm::SmallVector<mlir::Value>
  reduceTile(mlir::linalg::GenericOp op, unsigned position,
             llvm::ArrayRef<mlir::Value> tiles,
             llvm::ArrayRef<mlir::Attribute> identities,
             llvm::function_ref<void(mlir::Block *)> combiner);
  mlir::FailureOr<mlir::Value> initTile(mlir::linalg::GenericOp op,
                                        unsigned result);
  llvm::SmallVector<mlir::Value> boundsOf(StoreOp store);
  mlir::Value extentOf(unsigned cls);
  llvm::SmallVector<int64_t> tileShape(llvm::ArrayRef<unsigned> cls);
  mlir::LogicalResult no(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }
  using Values = llvm::SmallVector<mlir::Value>;
  /// Calls `body` inside a loop over `cls` that carries some values; `body`
  /// makes the next of them.
  mlir::FailureOr<Values> overLoop(
      unsigned cls, llvm::ArrayRef<mlir::Value> carried,
      llvm::function_ref<mlir::FailureOr<Values>(llvm::ArrayRef<mlir::Value>)>
          body);
  /// `before` combined with what `op` reduces inside loops over `loops`.
  mlir::FailureOr<mlir::Value> reduceOver(llvm::ArrayRef<unsigned> loops,
                                          mlir::linalg::GenericOp op,
                                          unsigned result, mlir::Value before);

  KernelOp source, target;
  DimClasses classes;
  mlir::OpBuilder builder;
  std::string &reason;
  llvm::MapVector<unsigned, Tiling> tilings;
  /// Classes that loops run over, from the outermost to the innermost.
  llvm::SmallVector<unsigned> loopClasses;
  llvm::SmallVector<unsigned> gridClasses;
  /// Classes that run over the axis of another one, and that one: parts of one
  /// dimension, of which a program does a tile each.
  llvm::MapVector<unsigned, unsigned> axisOf;
  /// What is open where emission is, from the kernel's body inwards.
  llvm::SmallVector<Scope *> scopes;
  mlir::IRMapping arguments;
};

} // namespace kopt

#endif // LIB_REWRITES_TILER_H
