//===- Numerics.cpp - Rewrites that change results within a class ---------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Divisions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

SmallVector<arith::DivFOp> kopt::sharedDivisions(Operation *anchor,
                                                 std::string &reason) {
  SmallVector<arith::DivFOp> divisions;
  anchor->walk([&](arith::DivFOp op) {
    if (op.getRhs().getDefiningOp<BroadcastOp>() &&
        getElementTypeOrSelf(op.getType()).isF32())
      divisions.push_back(op);
  });
  if (divisions.empty())
    reason = "no f32 division by a value that repeats along the tile";
  return divisions;
}

/// 1 / `divisor`, in the tile's type before it repeats.
static Value reciprocalOf(RewriterBase &rewriter, Location loc, Value divisor,
                          Value &one) {
  one = arith::ConstantOp::create(
      rewriter, loc,
      DenseElementsAttr::get(cast<RankedTensorType>(divisor.getType()),
                             Attribute(rewriter.getF32FloatAttr(1))));
  return arith::DivFOp::create(rewriter, loc, one, divisor);
}

void kopt::multiplyInstead(RewriterBase &rewriter, arith::DivFOp op) {
  auto broadcast = op.getRhs().getDefiningOp<BroadcastOp>();
  rewriter.setInsertionPoint(op);
  Value one;
  Value reciprocal =
      reciprocalOf(rewriter, op.getLoc(), broadcast.getSource(), one);
  Value repeated = BroadcastOp::create(rewriter, op.getLoc(), op.getType(),
                                       reciprocal, broadcast.getDims());
  rewriter.replaceOpWithNewOp<arith::MulFOp>(op, op.getLhs(), repeated);
}

LogicalResult kopt::skill::multiplyByReciprocal(RewriterBase &rewriter,
                                                Operation *anchor,
                                                DictionaryAttr,
                                                std::string &reason) {
  bool changed = false;
  anchor->walk([&](QuotientOp op) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::MulFOp>(op, op.getNumerator(),
                                               op.getHigh());
    changed = true;
  });
  for (arith::DivFOp op : sharedDivisions(anchor, reason)) {
    multiplyInstead(rewriter, op);
    changed = true;
  }
  return success(changed);
}

LogicalResult kopt::skill::shareDivisor(RewriterBase &rewriter,
                                        Operation *anchor, DictionaryAttr,
                                        std::string &reason) {
  SmallVector<arith::DivFOp> divisions = sharedDivisions(anchor, reason);
  for (arith::DivFOp op : divisions) {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastOp>();
    Location loc = op.getLoc();
    rewriter.setInsertionPoint(op);
    Value divisor = broadcast.getSource(), one;
    Value high = reciprocalOf(rewriter, loc, divisor, one);
    Value minus = arith::NegFOp::create(rewriter, loc, high);
    Value rest = math::FmaOp::create(rewriter, loc, minus, divisor, one);
    Value low = arith::MulFOp::create(rewriter, loc, rest, high);
    auto repeat = [&](Value value) -> Value {
      return BroadcastOp::create(rewriter, loc, op.getType(), value,
                                 broadcast.getDims());
    };
    rewriter.replaceOpWithNewOp<QuotientOp>(op, op.getLhs(), op.getRhs(),
                                            repeat(high), repeat(low));
  }
  return success(!divisions.empty());
}

LogicalResult kopt::skill::divideAgain(RewriterBase &rewriter,
                                       Operation *anchor, DictionaryAttr,
                                       std::string &reason) {
  bool changed = false;
  anchor->walk([&](QuotientOp op) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, op.getNumerator(),
                                               op.getDivisor());
    changed = true;
  });
  anchor->walk([&](arith::MulFOp op) {
    auto broadcast = op.getRhs().getDefiningOp<BroadcastOp>();
    auto reciprocal = broadcast
                          ? broadcast.getSource().getDefiningOp<arith::DivFOp>()
                          : arith::DivFOp();
    if (!reciprocal || !matchPattern(reciprocal.getLhs(), m_OneFloat()))
      return;
    rewriter.setInsertionPoint(op);
    Value repeated =
        BroadcastOp::create(rewriter, op.getLoc(), op.getType(),
                            reciprocal.getRhs(), broadcast.getDims());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(op, op.getLhs(), repeated);
    changed = true;
  });
  if (!changed)
    reason = "no quotient and no product with a reciprocal";
  return success(changed);
}

/// The product that `value` is, if nothing else uses it.
static arith::MulFOp onlyProduct(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  return product && product->hasOneUse() ? product : arith::MulFOp();
}

LogicalResult kopt::skill::contractMultiplyAdd(RewriterBase &rewriter,
                                               Operation *anchor,
                                               DictionaryAttr,
                                               std::string &reason) {
  SmallVector<Operation *> sums;
  anchor->walk([&](Operation *op) {
    // A combiner has no product of its own, and 16-bit multiply-adds are not
    // one instruction.
    if (isa<arith::AddFOp, arith::SubFOp>(op) &&
        !op->getParentOfType<ReduceOp>() &&
        getElementTypeOrSelf(op->getResult(0).getType())
                .getIntOrFloatBitWidth() >= 32)
      sums.push_back(op);
  });
  bool changed = false;
  for (Operation *op : sums) {
    Value left = op->getOperand(0), right = op->getOperand(1);
    bool minus = isa<arith::SubFOp>(op);
    arith::MulFOp product = onlyProduct(left);
    bool isLeft = bool(product);
    if (!product)
      product = onlyProduct(right);
    if (!product)
      continue;
    rewriter.setInsertionPoint(op);
    Location loc = op->getLoc();
    Value a = product.getLhs(), c = isLeft ? right : left;
    if (minus && isLeft)
      c = arith::NegFOp::create(rewriter, loc, c);
    else if (minus)
      a = arith::NegFOp::create(rewriter, loc, a);
    rewriter.replaceOpWithNewOp<math::FmaOp>(op, a, product.getRhs(), c);
    rewriter.eraseOp(product);
    changed = true;
  }
  if (!changed)
    reason = "no sum or difference of a product that nothing else uses";
  return success(changed);
}

LogicalResult kopt::skill::expandMultiplyAdd(RewriterBase &rewriter,
                                             Operation *anchor, DictionaryAttr,
                                             std::string &reason) {
  bool changed = false;
  anchor->walk([&](math::FmaOp op) {
    rewriter.setInsertionPoint(op);
    Location loc = op.getLoc();
    auto negated = [](Value value) {
      auto minus = value.getDefiningOp<arith::NegFOp>();
      return minus && minus->hasOneUse() ? minus.getOperand() : Value();
    };
    Value a = negated(op.getA()), c = negated(op.getC());
    Value product =
        arith::MulFOp::create(rewriter, loc, a ? a : op.getA(), op.getB());
    if (a)
      rewriter.replaceOpWithNewOp<arith::SubFOp>(op, op.getC(), product);
    else if (c)
      rewriter.replaceOpWithNewOp<arith::SubFOp>(op, product, c);
    else
      rewriter.replaceOpWithNewOp<arith::AddFOp>(op, product, op.getC());
    changed = true;
  });
  if (!changed)
    reason = "no multiply-add";
  return success(changed);
}

LogicalResult kopt::skill::exactMath(RewriterBase &rewriter, Operation *anchor,
                                     DictionaryAttr, std::string &reason) {
  bool changed = false;
  anchor->walk([&](arith::ArithFastMathInterface op) {
    arith::FastMathFlags flags = op.getFastMathFlagsAttr().getValue();
    if (!bitEnumContainsAll(flags, arith::FastMathFlags::afn))
      return;
    rewriter.modifyOpInPlace(op, [&] {
      op->setAttr(op.getFastMathAttrName(),
                  arith::FastMathFlagsAttr::get(
                      op->getContext(), flags & ~arith::FastMathFlags::afn));
    });
    changed = true;
  });
  if (!changed)
    reason = "no function with the flag afn";
  return success(changed);
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
