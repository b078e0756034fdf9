//===- ComputeOps.cpp - Operations on tiles -------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/PatternMatch.h"

#include <limits>

using namespace mlir;
using namespace kopt;

LogicalResult IotaOp::verify() {
  auto type = cast<RankedTensorType>(getResult().getType());
  if (static_cast<int64_t>(getDim()) >= type.getRank())
    return emitOpError() << "expected dim to be less than the rank "
                         << type.getRank() << ", but got " << getDim();
  int64_t extent = type.getDimSize(getDim());
  auto element = dyn_cast<IntegerType>(type.getElementType());
  if (element && !ShapedType::isDynamic(extent) && element.getWidth() < 64 &&
      extent > (int64_t(1) << element.getWidth()))
    return emitOpError() << "coordinates up to " << extent - 1 << " do not fit "
                         << element;
  return success();
}

namespace {

/// Coordinates of type index that are cast to 32 bits, as such. Comparisons
/// stay as they are: in 32 bits, ptxas orders T22's loads so that it is 10 %
/// slower (measured on an H200).
struct NarrowIota : OpRewritePattern<arith::IndexCastOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(arith::IndexCastOp op,
                                PatternRewriter &rewriter) const override {
    auto iota = op.getIn().getDefiningOp<IotaOp>();
    if (!iota || !getElementTypeOrSelf(op.getType()).isInteger(32))
      return failure();
    auto type = cast<RankedTensorType>(op.getType());
    int64_t extent = type.getDimSize(iota.getDim());
    if (ShapedType::isDynamic(extent) ||
        extent > std::numeric_limits<int32_t>::max())
      return failure();
    rewriter.replaceOpWithNewOp<IotaOp>(op, type, iota.getDim());
    return success();
  }
};

} // namespace

void IotaOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<NarrowIota>(context);
}

LogicalResult BroadcastOp::verify() {
  auto from = cast<RankedTensorType>(getSource().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "expected element type " << from.getElementType()
                         << ", but got " << to.getElementType();
  ArrayRef<int64_t> dims = getDims();
  if (static_cast<int64_t>(dims.size()) != from.getRank())
    return emitOpError() << "expected " << from.getRank() << " dims, but got "
                         << dims.size();
  for (unsigned i = 0; i < dims.size(); ++i) {
    if (dims[i] < 0 || dims[i] >= to.getRank())
      return emitOpError() << "expected dims[" << i
                           << "] to be a dimension of the result, but got "
                           << dims[i];
    if (i > 0 && dims[i] <= dims[i - 1])
      return emitOpError("expected dims to increase strictly");
    if (from.getDimSize(i) != to.getDimSize(dims[i]))
      return emitOpError() << "expected extent " << from.getDimSize(i)
                           << " of result dimension " << dims[i] << ", but got "
                           << to.getDimSize(dims[i]);
  }
  return success();
}

LogicalResult TransposeOp::verify() {
  auto from = cast<RankedTensorType>(getSource().getType());
  auto to = cast<RankedTensorType>(getResult().getType());
  if (from.getElementType() != to.getElementType())
    return emitOpError() << "expected element type " << from.getElementType()
                         << ", but got " << to.getElementType();
  ArrayRef<int64_t> perm = getPerm();
  if (!isPermutationVector(perm) ||
      static_cast<int64_t>(perm.size()) != from.getRank())
    return emitOpError() << "expected perm to be a permutation of the "
                         << from.getRank() << " dimensions, but got [" << perm
                         << "]";
  SmallVector<int64_t> shape = applyPermutation(from.getShape(), perm);
  if (to.getShape() != ArrayRef<int64_t>(shape))
    return emitOpError() << "expected a result of type "
                         << RankedTensorType::get(shape, from.getElementType())
                         << ", but got " << to;
  return success();
}
