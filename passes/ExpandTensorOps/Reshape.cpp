//===- Reshape.cpp - Reshapes by a list of extents ------------------------===//

#include "passes/ExpandTensorOps/ExpandImpl.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;

/// A reshape by a tensor of extents is one to a line and from it.
void kopt::expand::reshape(RewriterBase &rewriter, tensor::ReshapeOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getType());
  Location loc = op.getLoc();
  auto line = [&](int64_t rank) {
    return SmallVector<ReassociationIndices>{
        llvm::to_vector(llvm::seq<int64_t>(0, rank))};
  };
  Value value = op.getSource();
  if (from.getRank() > 1)
    value = tensor::CollapseShapeOp::create(rewriter, loc, value,
                                            line(from.getRank()));
  else if (from.getRank() == 0)
    value = tensor::ExpandShapeOp::create(
        rewriter, loc, RankedTensorType::get({1}, from.getElementType()), value,
        ArrayRef<ReassociationIndices>{});
  At here{rewriter, loc};
  Sizes sizes;
  for (int64_t d = 0; d < to.getRank(); ++d) {
    if (!to.isDynamicDim(d)) {
      sizes.push_back(rewriter.getIndexAttr(to.getDimSize(d)));
      continue;
    }
    Value size;
    if (auto list = op.getShape().getDefiningOp<tensor::FromElementsOp>())
      size = list.getElements()[size_t(d)];
    else
      size = here.extract(op.getShape(), here.constant(d));
    if (!size.getType().isIndex())
      size = arith::IndexCastOp::create(rewriter, loc, rewriter.getIndexType(),
                                        size);
    sizes.push_back(size);
  }
  if (to.getRank() == 0) {
    auto one = RankedTensorType::get({1}, to.getElementType());
    if (value.getType() != one)
      value = tensor::CastOp::create(rewriter, loc, one, value);
    value = tensor::CollapseShapeOp::create(rewriter, loc, to, value,
                                            ArrayRef<ReassociationIndices>{});
  } else if (to.getRank() > 1) {
    // A line of unknown length has an unknown extent somewhere, and the other
    // way round.
    auto flat = cast<RankedTensorType>(value.getType());
    int64_t length =
        to.hasStaticShape() ? to.getNumElements() : ShapedType::kDynamic;
    if (flat.getDimSize(0) != length)
      value = tensor::CastOp::create(
          rewriter, loc, RankedTensorType::get({length}, to.getElementType()),
          value);
    value = tensor::ExpandShapeOp::create(rewriter, loc, to, value,
                                          line(to.getRank()), sizes);
  }
  if (value.getType() != to)
    value = tensor::CastOp::create(rewriter, loc, to, value);
  rewriter.replaceOp(op, value);
}
