//===- Numerics.cpp - Rewrites that change results within a class ---------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kopt;

LogicalResult kopt::skill::multiplyByReciprocal(RewriterBase &rewriter,
                                                Operation *anchor,
                                                DictionaryAttr,
                                                std::string &reason) {
  SmallVector<arith::DivFOp> divisions;
  anchor->walk([&](arith::DivFOp op) {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastOp>();
    if (broadcast && getElementTypeOrSelf(op.getType()).isF32())
      divisions.push_back(op);
  });
  if (divisions.empty()) {
    reason = "no f32 division by a value that repeats along the tile";
    return failure();
  }
  for (arith::DivFOp op : divisions) {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastOp>();
    rewriter.setInsertionPoint(op);
    auto type = cast<RankedTensorType>(broadcast.getSource().getType());
    Value one = arith::ConstantOp::create(
        rewriter, op.getLoc(),
        DenseElementsAttr::get(type, Attribute(rewriter.getF32FloatAttr(1))));
    Value reciprocal = arith::DivFOp::create(rewriter, op.getLoc(), one,
                                             broadcast.getSource());
    Value repeated = BroadcastOp::create(rewriter, op.getLoc(), op.getType(),
                                         reciprocal, broadcast.getDims());
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, op.getLhs(), repeated);
  }
  return success();
}

LogicalResult kopt::skill::approximateMath(RewriterBase &rewriter,
                                           Operation *anchor, DictionaryAttr,
                                           std::string &reason) {
  bool changed = false;
  anchor->walk([&](arith::ArithFastMathInterface op) {
    if (!isa<math::ExpOp, math::Exp2Op, math::LogOp, math::Log2Op, math::TanhOp,
             math::RsqrtOp>(op.getOperation()) ||
        !getElementTypeOrSelf(op->getResult(0).getType()).isF32())
      return;
    arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
    if (bitEnumContainsAll(flags, arith::FastMathFlags::afn))
      return;
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(
                      op->getContext(), flags | arith::FastMathFlags::afn));
    });
    changed = true;
  });
  if (changed)
    return success();
  reason = "no f32 function with a fast expansion";
  return failure();
}
