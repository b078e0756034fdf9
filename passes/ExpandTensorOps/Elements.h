//===- Elements.h - Tensors said element by element -------------*- C++ -*-===//

#ifndef PASSES_EXPANDTENSOROPS_ELEMENTS_H
#define PASSES_EXPANDTENSOROPS_ELEMENTS_H

#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"

namespace kopt::elements {

using Sizes = llvm::SmallVector<mlir::OpFoldResult>;
using Indices = llvm::SmallVector<mlir::Value>;

/// Arithmetic on indices at one place; folds what is constant.
struct At {
  mlir::OpBuilder &b;
  mlir::Location loc;

  mlir::Value constant(int64_t value) const {
    return mlir::arith::ConstantIndexOp::create(b, loc, value);
  }
  mlir::Value value(mlir::OpFoldResult folded) const {
    return mlir::getValueOrCreateConstantIndexOp(b, loc, folded);
  }
  template <typename Op>
  mlir::Value make(mlir::Value lhs, mlir::Value rhs) const {
    return b.createOrFold<Op>(loc, lhs, rhs);
  }
  mlir::Value add(mlir::Value lhs, mlir::OpFoldResult rhs) const {
    return mlir::isConstantIntValue(rhs, 0)
               ? lhs
               : make<mlir::arith::AddIOp>(lhs, value(rhs));
  }
  mlir::Value sub(mlir::Value lhs, mlir::OpFoldResult rhs) const {
    return mlir::isConstantIntValue(rhs, 0)
               ? lhs
               : make<mlir::arith::SubIOp>(lhs, value(rhs));
  }
  mlir::Value mul(mlir::Value lhs, mlir::OpFoldResult rhs) const {
    return mlir::isConstantIntValue(rhs, 1)
               ? lhs
               : make<mlir::arith::MulIOp>(lhs, value(rhs));
  }
  mlir::Value test(mlir::arith::CmpIPredicate predicate, mlir::Value lhs,
                   mlir::Value rhs) const {
    return b.createOrFold<mlir::arith::CmpIOp>(loc, predicate, lhs, rhs);
  }
  mlir::Value equal(mlir::Value lhs, mlir::Value rhs) const {
    return test(mlir::arith::CmpIPredicate::eq, lhs, rhs);
  }
  /// The conjunction, where a null `lhs` stands for true.
  mlir::Value both(mlir::Value lhs, mlir::Value rhs) const {
    return lhs ? make<mlir::arith::AndIOp>(lhs, rhs) : rhs;
  }
  /// `index` within 0 and `extent` - 1; `inside` gets whether it was.
  mlir::Value clamp(mlir::Value index, mlir::OpFoldResult extent,
                    mlir::Value &inside) const;
  /// The element of `tensor` at `indices`.
  mlir::Value extract(mlir::Value tensor, mlir::ValueRange indices) const {
    return mlir::tensor::ExtractOp::create(b, loc, tensor, indices);
  }
  /// An integer element as an index.
  mlir::Value asIndex(mlir::Value integer) const {
    return integer.getType().isIndex() ? integer
                                       : mlir::arith::IndexCastOp::create(
                                             b, loc, b.getIndexType(), integer)
                                             .getResult();
  }
  /// `element` where `inside`, which may be null for true, else `other`.
  mlir::Value choose(mlir::Value inside, mlir::Value element,
                     mlir::Value other) const {
    return inside
               ? mlir::arith::SelectOp::create(b, loc, inside, element, other)
                     .getResult()
               : element;
  }
  /// The values that `block` yields for `arguments`, its operations put here.
  llvm::SmallVector<mlir::Value> inlined(mlir::Block &block,
                                         mlir::ValueRange arguments) const;
  /// An element a coordinate of the linalg.generic around.
  Indices indices(int64_t rank) const;
};

/// A tensor of `type`, whose dynamic extents are those of `sizes`.
mlir::Value emptyLike(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::RankedTensorType type, const Sizes &sizes);

/// The same, filled with zeros.
mlir::Value zeros(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::RankedTensorType type, const Sizes &sizes);

/// A tensor whose elements are what `body` says for their coordinates.
mlir::Value
perElement(mlir::OpBuilder &builder, mlir::Location loc,
           mlir::RankedTensorType type, const Sizes &sizes,
           llvm::function_ref<mlir::Value(const At &, const Indices &)> body);

/// A fold of each element of `init` over one more dimension, the last one of
/// `maps`, which take the coordinates to those of `inputs`. `body` gets the
/// coordinates, the inputs' elements and, last, what was folded so far.
mlir::Value fold(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::ValueRange inputs, llvm::ArrayRef<mlir::AffineMap> maps,
                 mlir::Value init,
                 llvm::function_ref<mlir::Value(const At &, const Indices &,
                                                mlir::ValueRange)>
                     body);

} // namespace kopt::elements

#endif // PASSES_EXPANDTENSOROPS_ELEMENTS_H
