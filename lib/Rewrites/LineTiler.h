//===- LineTiler.h - A program of a grid for each line ----------*- C++ -*-===//
//
// What the rewrites of scans and orders have in common: a form-1 kernel whose
// tensors have one shape up to the extent of the lines, and elementwise work
// around the operation on lines.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_LINETILER_H
#define LIB_REWRITES_LINETILER_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace kopt {

/// Whether `op` reads or writes a whole argument, and which; null otherwise.
mlir::BlockArgument wholeArgument(mlir::Operation *op);

/// `scalars` on tiles of `shape`: the operations of a region between its
/// arguments, which are mapped, and its terminator.
llvm::SmallVector<mlir::Value> emitOnTiles(mlir::OpBuilder &builder,
                                           mlir::Block &block,
                                           mlir::ValueRange arguments,
                                           llvm::ArrayRef<int64_t> shape);

/// Builds a form-2 kernel in the place of `source`, a program a line.
class LineTiler {
public:
  LineTiler(KernelOp source, std::string &reason)
      : source(source), builder(source), reason(reason) {}

protected:
  mlir::LogicalResult no(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }
  /// Starts the kernel: programs for the lines along `axis` of `argument`,
  /// `width` of them where they lie beside one another in memory.
  void start(mlir::BlockArgument argument, int64_t axis, int64_t width);
  /// The extent of dimension `dim` of the argument, in the kernel.
  mlir::Value extentOf(unsigned dim);
  /// A tile of `extent` places along the lines, of `element`.
  mlir::RankedTensorType tileType(int64_t extent, mlir::Type element);
  /// Reads `argument` of the source from place `from` of the lines on.
  mlir::Value load(mlir::BlockArgument argument, mlir::Value from,
                   int64_t extent, mlir::TypedAttr pad = {});
  /// Reads `argument` where `places`, a tile of i32, says along the lines; what
  /// is outside is not read.
  mlir::Value gather(mlir::BlockArgument argument, mlir::Value places);
  void store(mlir::Value tile, mlir::BlockArgument argument, mlir::Value from);
  /// Does `op`, which is elementwise, makes a constant or repeats one, on tiles
  /// of `extent`; failure for another one.
  mlir::LogicalResult emit(mlir::Operation &op, int64_t extent);

  KernelOp source, target;
  mlir::OpBuilder builder;
  std::string &reason;
  mlir::IRMapping arguments; ///< source → target
  mlir::IRMapping tiles;     ///< whole tensors of the source → tiles
  unsigned axis = 0;
  mlir::Value zero;

private:
  llvm::SmallVector<mlir::Value> offsetsAt(mlir::Value from);

  mlir::BlockArgument shaped;
  llvm::SmallVector<int64_t> shape;      ///< of tiles, but for the lines
  llvm::SmallVector<mlir::Value> coords; ///< by dimension; null: the lines'
};

} // namespace kopt

#endif // LIB_REWRITES_LINETILER_H
