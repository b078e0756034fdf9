//===- ExpandFloat8.cpp - Floats of 8 bits --------------------------------===//

#include "passes/ExpandFloat8/ExpandFloat8.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/ExpandMath/Emitter.h"

namespace kopt {
#define GEN_PASS_DEF_EXPANDFLOAT8PASS
#include "passes/ExpandFloat8/ExpandFloat8.h.inc"
} // namespace kopt

using namespace mlir;
using namespace kopt;

namespace {

struct Extend : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFloat8(op.getIn().getType()))
      return rewriter.notifyMatchFailure(op, "not from f8");
    Emitter e(rewriter, op.getLoc(), op.getType());
    Type to = getElementTypeOrSelf(op.getType());
    Value wide = emitExtend8(e, op.getIn());
    // f16 and bf16 hold all numbers of both types.
    if (to.getIntOrFloatBitWidth() < 32)
      wide = e.to<arith::TruncFOp>(wide, to);
    else if (!to.isF32())
      wide = e.to<arith::ExtFOp>(wide, to);
    rewriter.replaceOp(op, wide);
    return success();
  }
};

struct Truncate : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isFloat8(op.getType()))
      return rewriter.notifyMatchFailure(op, "not to f8");
    if (op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even) !=
        arith::RoundingMode::to_nearest_even)
      return rewriter.notifyMatchFailure(op, "another rounding mode");
    Emitter e(rewriter, op.getLoc(), op.getType());
    Value x = op.getIn();
    if (getElementTypeOrSelf(x.getType()).getIntOrFloatBitWidth() < 32)
      x = e.to<arith::ExtFOp>(x, rewriter.getF32Type());
    rewriter.replaceOp(
        op, emitTruncate8(e, x,
                          cast<FloatType>(getElementTypeOrSelf(op.getType()))));
    return success();
  }
};

/// Signs are bits: a detour through f32 loses that of a NaN.
struct Signs : RewritePattern {
  Signs(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (!isa<arith::NegFOp, math::AbsFOp, math::CopySignOp>(op) ||
        !isFloat8(op->getResult(0).getType()))
      return failure();
    Type type = op->getResult(0).getType();
    Emitter e(rewriter, op->getLoc(), type);
    auto mask = [&](int8_t bits) {
      return e.splat(rewriter.getI8IntegerAttr(bits));
    };
    Value bits = e.bits(op->getOperand(0)), sign = mask(int8_t(0x80));
    if (isa<arith::NegFOp>(op)) {
      bits = e.xori(bits, sign);
    } else {
      bits = e.andi(bits, mask(0x7f));
      if (isa<math::CopySignOp>(op))
        bits = e.ori(bits, e.andi(e.bits(op->getOperand(1)), sign));
    }
    rewriter.replaceOp(
        op, e.to<arith::BitcastOp>(bits, getElementTypeOrSelf(type)));
    return success();
  }
};

/// Every other operation, in f32. An integer that f32 rounds is too large for
/// both types, so that a conversion rounds once as well.
struct ComputeWide : RewritePattern {
  ComputeWide(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    bool computes =
        isa<arith::ArithDialect, math::MathDialect>(op->getDialect()) ||
        isa<QuotientOp>(op);
    // These move bits, or are converted by themselves.
    if (!computes || op->getNumOperands() == 0 ||
        isa<arith::SelectOp, arith::BitcastOp, arith::ExtFOp, arith::TruncFOp,
            arith::ScalingExtFOp, arith::ScalingTruncFOp>(op))
      return failure();
    auto isNarrow = [](Type type) { return isFloat8(type); };
    if (llvm::none_of(op->getOperandTypes(), isNarrow) &&
        llvm::none_of(op->getResultTypes(), isNarrow))
      return failure();
    Location loc = op->getLoc();
    auto widened = [&](Type type) {
      return isFloat8(type)
                 ? Emitter(rewriter, loc, type).typeOf(rewriter.getF32Type())
                 : type;
    };
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(isFloat8(operand.getType())
                             ? arith::ExtFOp::create(rewriter, loc,
                                                     widened(operand.getType()),
                                                     operand)
                                   .getResult()
                             : operand);
    SmallVector<Type> types =
        llvm::map_to_vector(op->getResultTypes(), widened);
    Operation *wide = rewriter.create(loc, op->getName().getIdentifier(),
                                      operands, types, op->getAttrs());
    SmallVector<Value> results;
    for (auto [result, now] : llvm::zip(op->getResults(), wide->getResults()))
      results.push_back(
          result.getType() == now.getType()
              ? now
              : arith::TruncFOp::create(rewriter, loc, result.getType(), now)
                    .getResult());
    rewriter.replaceOp(op, results);
    return success();
  }
};

struct ExpandFloat8 : kopt::impl::ExpandFloat8PassBase<ExpandFloat8> {
  using ExpandFloat8PassBase::ExpandFloat8PassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<Extend, Truncate, Signs, ComputeWide>(&getContext());
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
