//===- Attention.cpp - Attention as contractions and a softmax ------------===//

#include "mlir/Dialect/Math/IR/Math.h"
#include "passes/ExpandTensorOps/ExpandImpl.h"

#include <cmath>

using namespace mlir;
using namespace kopt;
using namespace kopt::elements;

/// The last two dimensions of `lhs` and `rhs` contracted, those before kept:
/// over `lhs`'s last and the dimension `over` from the end of `rhs`.
static Value contract(OpBuilder &b, Location loc, Value lhs, Value rhs,
                      bool rhsIsTransposed, RankedTensorType type,
                      const Sizes &sizes) {
  unsigned rank = unsigned(type.getRank()), k = rank;
  SmallVector<AffineExpr> left, right, out;
  for (unsigned d = 0; d < rank; ++d) {
    left.push_back(b.getAffineDimExpr(d + 1 == rank ? k : d));
    out.push_back(b.getAffineDimExpr(d));
    right.push_back(b.getAffineDimExpr(d));
  }
  right[rank - 2] = b.getAffineDimExpr(rhsIsTransposed ? rank - 1 : k);
  right[rank - 1] = b.getAffineDimExpr(rhsIsTransposed ? k : rank - 1);
  auto map = [&](ArrayRef<AffineExpr> exprs) {
    return AffineMap::get(rank + 1, 0, exprs, b.getContext());
  };
  return fold(b, loc, ValueRange{lhs, rhs}, {map(left), map(right)},
              zeros(b, loc, type, sizes),
              [&](const At &at, const Indices &, ValueRange v) -> Value {
                Value product = arith::MulFOp::create(at.b, at.loc, v[0], v[1]);
                return arith::AddFOp::create(at.b, at.loc, v[2], product);
              });
}

void kopt::expand::attention(RewriterBase &rewriter, tm::AttentionOp op) {
  Location loc = op.getLoc();
  Value query = op.getInputs()[0], key = op.getInputs()[1],
        value = op.getInputs()[2], output = op.getOutputs()[0];
  auto type = cast<RankedTensorType>(query.getType());
  auto keyType = cast<RankedTensorType>(key.getType());
  auto element = cast<FloatType>(type.getElementType());
  size_t rank = size_t(type.getRank());
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = keyType.getDimSize(int64_t(rank) - 2);
  Sizes sizes = tensor::getMixedSizes(rewriter, loc, query);
  OpFoldResult depth = sizes.back();
  sizes.back() = tensor::getMixedSize(rewriter, loc, key, int64_t(rank) - 2);
  auto scores = RankedTensorType::get(shape, element);
  Value product = contract(rewriter, loc, query, key, true, scores, sizes);

  Value root;
  if (std::optional<int64_t> known = getConstantIntValue(depth)) {
    root = arith::ConstantOp::create(
        rewriter, loc,
        rewriter.getFloatAttr(element, std::sqrt(double(*known))));
  } else {
    Value wide = arith::IndexCastOp::create(
        rewriter, loc, rewriter.getI64Type(), cast<Value>(depth));
    root = math::SqrtOp::create(
        rewriter, loc,
        arith::UIToFPOp::create(rewriter, loc, element, wide).getResult());
  }
  AffineMap id = rewriter.getMultiDimIdentityMap(unsigned(rank));
  SmallVector<Value> inputs = {product};
  SmallVector<AffineMap> maps = {id};
  if (op.getInputs().size() == 4) {
    Value mask = op.getInputs()[3];
    inputs.push_back(mask);
    maps.push_back(id.getMinorSubMap(
        unsigned(cast<RankedTensorType>(mask.getType()).getRank())));
  }
  maps.push_back(id);
  Value scaled =
      linalg::GenericOp::create(
          rewriter, loc, scores, inputs,
          emptyLike(rewriter, loc, scores, sizes), maps,
          SmallVector<utils::IteratorType>(rank, utils::IteratorType::parallel),
          [&](OpBuilder &b, Location l, ValueRange v) {
            Value x = arith::DivFOp::create(b, l, v[0], root);
            if (inputs.size() == 2)
              x = arith::AddFOp::create(b, l, x, v[1]);
            linalg::YieldOp::create(b, l, x);
          })
          .getResult(0);
  Value weights = linalg::SoftmaxOp::create(
                      rewriter, loc, scores, scaled,
                      emptyLike(rewriter, loc, scores, sizes), rank - 1)
                      .getResult()[0];
  rewriter.replaceOp(op,
                     contract(rewriter, loc, weights, value, false,
                              cast<RankedTensorType>(output.getType()),
                              tensor::getMixedSizes(rewriter, loc, output)));
}
