//===- Emitter.h - Arithmetic in a few letters ------------------*- C++ -*-===//

#ifndef PASSES_EXPANDMATH_EMITTER_H
#define PASSES_EXPANDMATH_EMITTER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace kopt {

class QuotientOp;

/// Builds elementwise arithmetic on values shaped like `like` (a scalar or a
/// vector), whatever their element type. No operation carries a fast-math flag,
/// so each rounds once on both devices.
class Emitter {
public:
  using Value = mlir::Value;
  using Predicate = mlir::arith::CmpFPredicate;
  using IntPredicate = mlir::arith::CmpIPredicate;

  Emitter(mlir::OpBuilder &builder, mlir::Location loc, mlir::Type like)
      : b(builder), loc(loc), like(like) {}

  /// `element` in the shape of `like`.
  mlir::Type typeOf(mlir::Type element) const {
    if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(like))
      return shaped.clone(element);
    return element;
  }
  Value splat(mlir::TypedAttr attr) {
    mlir::Type type = typeOf(attr.getType());
    if (auto shaped = llvm::dyn_cast<mlir::ShapedType>(type))
      attr = mlir::DenseElementsAttr::get(shaped, mlir::Attribute(attr));
    return mlir::arith::ConstantOp::create(b, loc, type, attr);
  }
  Value f32(float v) { return splat(b.getF32FloatAttr(v)); }
  Value f64(double v) { return splat(b.getF64FloatAttr(v)); }
  /// A float constant of `element`, which holds `v` exactly.
  Value number(mlir::Type element, double v) {
    return splat(b.getFloatAttr(element, v));
  }
  Value i32(uint32_t v) { return splat(b.getI32IntegerAttr(int32_t(v))); }
  Value i64(uint64_t v) { return splat(b.getI64IntegerAttr(int64_t(v))); }

  /// An operation whose result has its first operand's type.
  template <typename Op, typename... Args> Value op(Value first, Args... rest) {
    return Op::create(b, loc, first.getType(), first, rest...);
  }
  Value add(Value x, Value y) { return op<mlir::arith::AddFOp>(x, y); }
  Value sub(Value x, Value y) { return op<mlir::arith::SubFOp>(x, y); }
  Value mul(Value x, Value y) { return op<mlir::arith::MulFOp>(x, y); }
  Value div(Value x, Value y) { return op<mlir::arith::DivFOp>(x, y); }
  Value neg(Value x) { return op<mlir::arith::NegFOp>(x); }
  Value abs(Value x) { return op<mlir::math::AbsFOp>(x); }
  Value fma(Value x, Value y, Value z) {
    return op<mlir::math::FmaOp>(x, y, z);
  }
  Value copySign(Value magnitude, Value sign) {
    return op<mlir::math::CopySignOp>(magnitude, sign);
  }
  Value addi(Value x, Value y) { return op<mlir::arith::AddIOp>(x, y); }
  Value subi(Value x, Value y) { return op<mlir::arith::SubIOp>(x, y); }
  Value muli(Value x, Value y) { return op<mlir::arith::MulIOp>(x, y); }
  Value andi(Value x, Value y) { return op<mlir::arith::AndIOp>(x, y); }
  Value ori(Value x, Value y) { return op<mlir::arith::OrIOp>(x, y); }
  Value xori(Value x, Value y) { return op<mlir::arith::XOrIOp>(x, y); }
  Value shl(Value x, Value y) { return op<mlir::arith::ShLIOp>(x, y); }
  Value shr(Value x, Value y) { return op<mlir::arith::ShRUIOp>(x, y); }
  Value sar(Value x, Value y) { return op<mlir::arith::ShRSIOp>(x, y); }
  Value cmp(Predicate p, Value x, Value y) {
    return mlir::arith::CmpFOp::create(b, loc, p, x, y);
  }
  Value cmpi(IntPredicate p, Value x, Value y) {
    return mlir::arith::CmpIOp::create(b, loc, p, x, y);
  }
  Value select(Value condition, Value x, Value y) {
    return mlir::arith::SelectOp::create(b, loc, condition, x, y);
  }
  /// A conversion `Op` to `element`.
  template <typename Op> Value to(Value x, mlir::Type element) {
    return Op::create(b, loc, typeOf(element), x);
  }
  Value bits(Value x) {
    unsigned width = mlir::getElementTypeOrSelf(x).getIntOrFloatBitWidth();
    return to<mlir::arith::BitcastOp>(x, b.getIntegerType(width));
  }
  Value asF32(Value bits) {
    return to<mlir::arith::BitcastOp>(bits, b.getF32Type());
  }
  Value asF64(Value bits) {
    return to<mlir::arith::BitcastOp>(bits, b.getF64Type());
  }
  /// c[0] * x^(n-1) + … + c[n-1] by Horner's rule, in the type of `x`.
  template <typename T> Value horner(Value x, llvm::ArrayRef<T> c) {
    auto constant = [&](T v) {
      if constexpr (std::is_same_v<T, float>)
        return f32(v);
      else
        return f64(v);
    };
    Value sum = constant(c.front());
    for (T next : c.drop_front())
      sum = fma(sum, x, constant(next));
    return sum;
  }

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Type like;
};

/// \name Expansions for f32 scalars and vectors
/// Each is the correctly signed IEEE function for every input, NaN, infinities
/// and subnormals included; the bounds in units in the last place are measured
/// over all inputs of one argument by test/unit/ExpandMath.
/// @{
mlir::Value emitExp(Emitter &e, mlir::Value x);
mlir::Value emitExp2(Emitter &e, mlir::Value x);
mlir::Value emitExpm1(Emitter &e, mlir::Value x);
mlir::Value emitLog(Emitter &e, mlir::Value x);
mlir::Value emitLog2(Emitter &e, mlir::Value x);
mlir::Value emitLog10(Emitter &e, mlir::Value x);
mlir::Value emitLog1p(Emitter &e, mlir::Value x);
mlir::Value emitTanh(Emitter &e, mlir::Value x);
mlir::Value emitErf(Emitter &e, mlir::Value x);
mlir::Value emitSin(Emitter &e, mlir::Value x);
mlir::Value emitCos(Emitter &e, mlir::Value x);
mlir::Value emitPow(Emitter &e, mlir::Value x, mlir::Value y);
mlir::Value emitTan(Emitter &e, mlir::Value x);
mlir::Value emitCbrt(Emitter &e, mlir::Value x);
mlir::Value emitAsin(Emitter &e, mlir::Value x);
mlir::Value emitAcos(Emitter &e, mlir::Value x);
mlir::Value emitAtan(Emitter &e, mlir::Value x);
mlir::Value emitAtan2(Emitter &e, mlir::Value y, mlir::Value x);
mlir::Value emitSinh(Emitter &e, mlir::Value x);
mlir::Value emitCosh(Emitter &e, mlir::Value x);
mlir::Value emitAsinh(Emitter &e, mlir::Value x);
mlir::Value emitAcosh(Emitter &e, mlir::Value x);
mlir::Value emitAtanh(Emitter &e, mlir::Value x);
/// @}

/// `op` as a short sequence behind a test of the range, with `arith.divf` for
/// what is outside. Null for vectors without a dimension.
mlir::Value emitQuotient(mlir::OpBuilder &builder, QuotientOp op);

/// `result` of x^y, computed from |x| and y, put right for negative bases,
/// zeros, infinities and NaN; f32 or f64.
mlir::Value fixPowEnds(Emitter &e, mlir::Value x, mlir::Value y,
                       mlir::Value result);

/// `result` of a logarithm with argument `x`, put right at `zeroAt` (where the
/// logarithm has its pole), below it, at infinity and NaN; f32 or f64.
mlir::Value fixLogEnds(Emitter &e, mlir::Value x, mlir::Value zeroAt,
                       mlir::Value result);

/// log2 of a positive f64 that is a normal number.
mlir::Value log2Wide(Emitter &e, mlir::Value x);
/// 2^x in f64 for |x| <= 1000.
mlir::Value exp2Wide(Emitter &e, mlir::Value x);

} // namespace kopt

#endif // PASSES_EXPANDMATH_EMITTER_H
