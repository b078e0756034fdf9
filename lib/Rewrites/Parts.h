//===- Parts.h - Parts of tensors in form 1 ---------------------*- C++ -*-===//
//
// In form 1 a load may read, and a store may write, a part of an argument: a
// box of it with strides, said by the access's map. What is computed from whole
// tensors can be computed of a part alone, by taking that part of each operand.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_REWRITES_PARTS_H
#define LIB_REWRITES_PARTS_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace kopt {

/// One dimension of what a part is of.
struct PartDim {
  /// The part's dimension that runs along it; none where the part has one
  /// coordinate.
  std::optional<unsigned> dim;
  int64_t stride = 1;
  /// The first coordinate: a constant plus multiples of symbols.
  mlir::AffineExpr offset;
};

/// A part of a tensor or memref. Coordinate (d0, …) of the part is
/// `map(d0, …)[symbols]` of the whole, and lies in it.
struct Part {
  mlir::AffineMap map;
  llvm::SmallVector<mlir::Value> symbols;
  /// Extents of the part.
  llvm::SmallVector<int64_t> shape;
  /// Extents that are dynamic, as values; null where the whole has the same.
  llvm::SmallVector<mlir::Value> sizes;

  /// What a form-1 access reads or writes.
  static Part of(LoadOp load);
  static Part of(StoreOp store);
  /// All of a tensor of `type`.
  static Part whole(mlir::RankedTensorType type);
};

/// The dimensions of what `map` takes parts of; nothing where a coordinate is
/// not one dimension times a positive number plus an offset, or a dimension
/// does not run along exactly one.
std::optional<llvm::SmallVector<PartDim>> partDims(mlir::AffineMap map);

/// Whether dimension `dim` of a whole of extent `extent` is all in the part.
bool isWholeDim(const PartDim &dim, int64_t extent, const Part &part);

/// Makes parts of values of form 1.
class PartBuilder {
public:
  explicit PartBuilder(mlir::OpBuilder &builder, std::string &reason)
      : builder(builder), reason(reason) {}
  /// `part` of `value`, computed at the builder's place; failure sets the
  /// reason.
  mlir::FailureOr<mlir::Value> take(mlir::Value value, const Part &part);

private:
  mlir::FailureOr<mlir::Value> make(mlir::Value value, const Part &part,
                                    llvm::ArrayRef<PartDim> dims);
  mlir::FailureOr<mlir::Value> ofGeneric(mlir::OpResult result,
                                         const Part &part,
                                         llvm::ArrayRef<PartDim> dims);
  mlir::FailureOr<mlir::Value> no(const llvm::Twine &text) {
    reason = text.str();
    return mlir::failure();
  }

  struct Known {
    mlir::Value value;
    Part part;
    mlir::Value result;
  };
  llvm::SmallVector<Known> known;
  mlir::OpBuilder &builder;
  std::string &reason;
};

/// Makes values of the loads of `intermediate`, an argument of the form-1
/// `kernel` that it stores before. A load that crosses from one stored part to
/// another splits the stores that depend on it. `live` says which arguments
/// have extents to refer to.
mlir::LogicalResult forwardStores(KernelOp kernel,
                                  mlir::BlockArgument intermediate,
                                  llvm::function_ref<bool(mlir::Value)> live,
                                  std::string &reason);

} // namespace kopt

#endif // LIB_REWRITES_PARTS_H
