//===- ExpandMath.cpp - Functions without a library -----------------------===//

#include "passes/ExpandMath/ExpandMath.h"
#include "dialects/Kopt/KoptDialect.h"
#include "dialects/KoptNV/KoptNVDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Approximation.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/ExpandMath/Double.h"

#include <cmath>

namespace kopt {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "passes/ExpandMath/ExpandMath.h.inc"
} // namespace kopt

using namespace mlir;

namespace {

bool isF32(Type type) { return getElementTypeOrSelf(type).isF32(); }

Value constantLike(OpBuilder &builder, Location loc, Type type, float value) {
  TypedAttr attr = builder.getF32FloatAttr(value);
  if (auto shaped = dyn_cast<ShapedType>(type))
    attr = DenseElementsAttr::get(shaped, Attribute(attr));
  return arith::ConstantOp::create(builder, loc, type, attr);
}

/// `OpTy` with afn → `post(NvOp(x * scale))`, factors of 1 left out.
template <typename OpTy, typename NvOp> struct Fast : OpRewritePattern<OpTy> {
  Fast(MLIRContext *context, double before, double after)
      : OpRewritePattern<OpTy>(context, /*benefit=*/10), before(before),
        after(after) {}
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op.getType()))
      return rewriter.notifyMatchFailure(op, "not f32");
    if (!bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "approximation not allowed");
    Location loc = op.getLoc();
    Value x = op.getOperand();
    if (before != 1.0)
      x = arith::MulFOp::create(
          rewriter, loc, x, constantLike(rewriter, loc, x.getType(), before));
    Value y = NvOp::create(rewriter, loc, x.getType(), x);
    if (after != 1.0)
      y = arith::MulFOp::create(
          rewriter, loc, y, constantLike(rewriter, loc, y.getType(), after));
    rewriter.replaceOp(op, y);
    return success();
  }
  double before, after;
};

using Unary = Value (*)(kopt::Emitter &, Value);
using Binary = Value (*)(kopt::Emitter &, Value, Value);

/// `OpTy` → its accurate expansion for f32 or f64 above upstream's, where
/// there is one.
template <typename OpTy, typename Emit>
struct Accurate : OpRewritePattern<OpTy> {
  Accurate(MLIRContext *context, Emit narrow, Emit wide)
      : OpRewritePattern<OpTy>(context, /*benefit=*/5), narrow(narrow),
        wide(wide) {}
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    Emit emit = element.isF32() ? narrow : element.isF64() ? wide : nullptr;
    if (!emit)
      return rewriter.notifyMatchFailure(op, "no expansion for this type");
    kopt::Emitter emitter(rewriter, op.getLoc(), op.getType());
    if constexpr (std::is_same_v<Emit, Unary>)
      rewriter.replaceOp(op, emit(emitter, op.getOperand()));
    else
      rewriter.replaceOp(op, emit(emitter, op.getLhs(), op.getRhs()));
    return success();
  }
  Emit narrow, wide;
};

/// All of them; rsqrt and erfc of f32 are elsewhere.
void addAccurate(RewritePatternSet &patterns) {
  MLIRContext *context = patterns.getContext();
  auto unary = [&](auto op, Unary narrow, Unary wide) {
    patterns.add<Accurate<decltype(op), Unary>>(context, narrow, wide);
  };
  auto binary = [&](auto op, Binary narrow, Binary wide) {
    patterns.add<Accurate<decltype(op), Binary>>(context, narrow, wide);
  };
  unary(math::ExpOp(), kopt::emitExp, kopt::emitExp64);
  unary(math::Exp2Op(), kopt::emitExp2, kopt::emitExp264);
  unary(math::ExpM1Op(), kopt::emitExpm1, kopt::emitExpm164);
  unary(math::LogOp(), kopt::emitLog, kopt::emitLog64);
  unary(math::Log2Op(), kopt::emitLog2, kopt::emitLog264);
  unary(math::Log10Op(), kopt::emitLog10, kopt::emitLog1064);
  unary(math::Log1pOp(), kopt::emitLog1p, kopt::emitLog1p64);
  unary(math::TanhOp(), kopt::emitTanh, kopt::emitTanh64);
  unary(math::ErfOp(), kopt::emitErf, kopt::emitErf64);
  unary(math::SinOp(), kopt::emitSin, kopt::emitSin64);
  unary(math::CosOp(), kopt::emitCos, kopt::emitCos64);
  unary(math::TanOp(), kopt::emitTan, kopt::emitTan64);
  unary(math::CbrtOp(), kopt::emitCbrt, kopt::emitCbrt64);
  unary(math::AsinOp(), kopt::emitAsin, kopt::emitAsin64);
  unary(math::AcosOp(), kopt::emitAcos, kopt::emitAcos64);
  unary(math::AtanOp(), kopt::emitAtan, kopt::emitAtan64);
  unary(math::SinhOp(), kopt::emitSinh, kopt::emitSinh64);
  unary(math::CoshOp(), kopt::emitCosh, kopt::emitCosh64);
  unary(math::AsinhOp(), kopt::emitAsinh, kopt::emitAsinh64);
  unary(math::AcoshOp(), kopt::emitAcosh, kopt::emitAcosh64);
  unary(math::AtanhOp(), kopt::emitAtanh, kopt::emitAtanh64);
  binary(math::PowFOp(), kopt::emitPow, kopt::emitPow64);
  binary(math::Atan2Op(), kopt::emitAtan2, kopt::emitAtan264);
  unary(math::ErfcOp(), nullptr, kopt::emitErfc64);
  unary(math::RsqrtOp(), nullptr, kopt::emitRsqrt64);
}

/// trunc(x) → copysign(floor(|x|), x): the conversion to LLVM has no trunc.
struct ExpandTrunc : OpRewritePattern<math::TruncOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::TruncOp op,
                                PatternRewriter &rewriter) const override {
    kopt::Emitter e(rewriter, op.getLoc(), op.getType());
    Value x = op.getOperand();
    rewriter.replaceOp(op, e.copySign(e.op<math::FloorOp>(e.abs(x)), x));
    return success();
  }
};

/// round(x), to nearest and halves away from zero: x less its whole part is
/// exact, so that the fraction decides.
struct ExpandRound : OpRewritePattern<math::RoundOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RoundOp op,
                                PatternRewriter &rewriter) const override {
    kopt::Emitter e(rewriter, op.getLoc(), op.getType());
    Value x = op.getOperand(), a = e.abs(x);
    Type element = getElementTypeOrSelf(op.getType());
    Value whole = e.op<math::FloorOp>(a);
    Value up = e.cmp(kopt::Emitter::Predicate::OGE, e.sub(a, whole),
                     e.number(element, 0.5));
    Value next = e.add(whole, e.number(element, 1.0));
    rewriter.replaceOp(op, e.copySign(e.select(up, next, whole), x));
    return success();
  }
};

/// isnan, isinf and isfinite → one comparison.
template <typename OpTy> struct ExpandClass : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    using Predicate = kopt::Emitter::Predicate;
    Value x = op.getOperand();
    kopt::Emitter e(rewriter, op.getLoc(), x.getType());
    Value infinity =
        e.number(getElementTypeOrSelf(x.getType()), double(INFINITY));
    Value result;
    if constexpr (std::is_same_v<OpTy, math::IsNaNOp>)
      result = e.cmp(Predicate::UNO, x, x);
    else if constexpr (std::is_same_v<OpTy, math::IsInfOp>)
      result = e.cmp(Predicate::OEQ, e.abs(x), infinity);
    else
      result = e.cmp(Predicate::OLT, e.abs(x), infinity);
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// fma on 16-bit floats → in f32, rounded once more: neither device has one on
/// every architecture.
struct ExpandNarrowFma : OpRewritePattern<math::FmaOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FmaOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (element.getIntOrFloatBitWidth() != 16)
      return rewriter.notifyMatchFailure(op, "not a 16-bit float");
    kopt::Emitter e(rewriter, op.getLoc(), op.getType());
    auto wide = [&](Value v) {
      return e.to<arith::ExtFOp>(v, rewriter.getF32Type());
    };
    Value r = e.fma(wide(op.getA()), wide(op.getB()), wide(op.getC()));
    rewriter.replaceOp(op, e.to<arith::TruncFOp>(r, element));
    return success();
  }
};

/// copysign on 16-bit floats → on the bits: a detour through f32 loses the
/// sign of a NaN.
struct ExpandNarrowCopySign : OpRewritePattern<math::CopySignOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::CopySignOp op,
                                PatternRewriter &rewriter) const override {
    Type element = getElementTypeOrSelf(op.getType());
    if (element.getIntOrFloatBitWidth() != 16)
      return rewriter.notifyMatchFailure(op, "not a 16-bit float");
    kopt::Emitter e(rewriter, op.getLoc(), op.getType());
    auto mask = [&](uint16_t bits) {
      return e.splat(rewriter.getI16IntegerAttr(int16_t(bits)));
    };
    Value bits = e.ori(e.andi(e.bits(op.getLhs()), mask(0x7fff)),
                       e.andi(e.bits(op.getRhs()), mask(0x8000)));
    rewriter.replaceOp(op, e.to<arith::BitcastOp>(bits, element));
    return success();
  }
};

/// fpowi(x, n) → products for n from 1 to 4, which round thrice at most; else
/// powf(x, n) in f64, which holds n of up to 53 bits, rounded to a narrower
/// type once more.
struct ExpandIntegerPower : OpRewritePattern<math::FPowIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::FPowIOp op,
                                PatternRewriter &rewriter) const override {
    kopt::Emitter e(rewriter, op.getLoc(), op.getType());
    Value x = op.getLhs();
    APInt constant;
    bool isConstant = matchPattern(op.getRhs(), m_ConstantInt(&constant));
    int64_t n = isConstant ? constant.trySExtValue().value_or(0) : 0;
    if (n >= 1 && n <= 4) {
      Value square = n > 1 ? e.mul(x, x) : x;
      rewriter.replaceOp(op, n == 3   ? e.mul(square, x)
                             : n == 4 ? e.mul(square, square)
                                      : square);
      return success();
    }
    Type element = getElementTypeOrSelf(op.getType());
    Type f64 = rewriter.getF64Type();
    bool isNarrow = !element.isF64();
    if (isNarrow)
      x = e.to<arith::ExtFOp>(x, f64);
    x = e.op<math::PowFOp>(x, e.to<arith::SIToFPOp>(op.getRhs(), f64));
    rewriter.replaceOp(op, isNarrow ? e.to<arith::TruncFOp>(x, element) : x);
    return success();
  }
};

/// rsqrt(x) → 1 / sqrt(x): two correctly rounded operations, so at most 1.5
/// units in the last place, the same on both devices.
struct ExactRsqrt : OpRewritePattern<math::RsqrtOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::RsqrtOp op,
                                PatternRewriter &rewriter) const override {
    if (!isF32(op.getType()))
      return rewriter.notifyMatchFailure(op, "not f32");
    if (bitEnumContainsAll(op.getFastmath(), arith::FastMathFlags::afn))
      return rewriter.notifyMatchFailure(op, "takes the fast expansion");
    Location loc = op.getLoc();
    Value root = kopt::nv::SqrtRnOp::create(rewriter, loc, op.getType(),
                                            op.getOperand());
    rewriter.replaceOpWithNewOp<arith::DivFOp>(
        op, constantLike(rewriter, loc, op.getType(), 1.0f), root);
    return success();
  }
};

struct ExpandQuotient : OpRewritePattern<kopt::QuotientOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(kopt::QuotientOp op,
                                PatternRewriter &rewriter) const override {
    Value result = kopt::emitQuotient(rewriter, op);
    if (!result)
      return rewriter.notifyMatchFailure(op, "a vector without a dimension");
    rewriter.replaceOp(op, result);
    return success();
  }
};

/// One kopt_nv operation on a vector → one on each element.
struct Scalarise : RewritePattern {
  Scalarise(MLIRContext *context)
      : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &rewriter) const override {
    if (kopt::nv::intrinsicOf(op).empty())
      return failure();
    auto type = dyn_cast<VectorType>(op->getResult(0).getType());
    if (!type)
      return failure();
    Location loc = op->getLoc();
    Value result = constantLike(rewriter, loc, type, 0.0f);
    SmallVector<int64_t> strides = computeStrides(type.getShape());
    for (int64_t i = 0; i < type.getNumElements(); ++i) {
      SmallVector<int64_t> position = delinearize(i, strides);
      SmallVector<Value> elements;
      for (Value operand : op->getOperands())
        elements.push_back(
            vector::ExtractOp::create(rewriter, loc, operand, position));
      Operation *scalar =
          rewriter.create(loc, op->getName().getIdentifier(), elements,
                          TypeRange{type.getElementType()}, op->getAttrs());
      result = vector::InsertOp::create(rewriter, loc, scalar->getResult(0),
                                        result, position);
    }
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandMath : kopt::impl::ExpandMathPassBase<ExpandMath> {
  using ExpandMathPassBase::ExpandMathPassBase;

  void runOnOperation() override {
    MLIRContext *context = &getContext();
    RewritePatternSet patterns(context);
    constexpr double kLog2E = 1.4426950408889634, kLn2 = 0.6931471805599453;
    patterns.add<Fast<math::ExpOp, kopt::nv::Ex2ApproxOp>>(context, kLog2E,
                                                           1.0);
    patterns.add<Fast<math::Exp2Op, kopt::nv::Ex2ApproxOp>>(context, 1.0, 1.0);
    patterns.add<Fast<math::LogOp, kopt::nv::Lg2ApproxOp>>(context, 1.0, kLn2);
    patterns.add<Fast<math::Log2Op, kopt::nv::Lg2ApproxOp>>(context, 1.0, 1.0);
    patterns.add<Fast<math::TanhOp, kopt::nv::TanhApproxOp>>(context, 1.0, 1.0);
    patterns.add<Fast<math::RsqrtOp, kopt::nv::RsqrtApproxOp>>(context, 1.0,
                                                               1.0);
    patterns.add<ExactRsqrt, ExpandQuotient, ExpandTrunc, ExpandRound,
                 ExpandNarrowFma, ExpandNarrowCopySign, ExpandIntegerPower,
                 ExpandClass<math::IsNaNOp>, ExpandClass<math::IsInfOp>,
                 ExpandClass<math::IsFiniteOp>>(context);
    addAccurate(patterns);
    auto all = [](StringRef) { return true; };
    auto rest = [](StringRef name) {
      return name == math::ErfcOp::getOperationName();
    };
    populateMathPolynomialApproximationPatterns(patterns, rest);
    // Narrow floats go through f32.
    populateMathF32ExpansionPatterns(patterns, all);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      return signalPassFailure();

    RewritePatternSet scalars(context);
    scalars.add<Scalarise>(context);
    if (failed(applyPatternsGreedily(getOperation(), std::move(scalars))))
      return signalPassFailure();

    WalkResult walk = getOperation().walk([&](Operation *op) {
      if (!isa_and_present<math::MathDialect>(op->getDialect()) ||
          isa<math::FmaOp, math::SqrtOp, math::AbsFOp, math::AbsIOp,
              math::FloorOp, math::CeilOp, math::RoundEvenOp, math::CopySignOp,
              math::CountLeadingZerosOp, math::CountTrailingZerosOp,
              math::CtPopOp>(op))
        return WalkResult::advance();
      op->emitError() << "no expansion of '" << op->getName() << "' on "
                      << op->getResult(0).getType();
      return WalkResult::interrupt();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
