//===- Arith.cpp - Arithmetic that differs between host and GPU -----------===//
//
// Division by zero, shifts past the width, conversions that overflow, rounding
// to 16 bits and the bits of a NaN: undefined or different on the host.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/CommonFolders.h"
#include "mlir/IR/Matchers.h"
#include "passes/NvvmToSim/Emitter.h"

using namespace mlir;
using namespace kopt::sim;

static unsigned widthOf(Value value) {
  return getElementTypeOrSelf(value.getType()).getIntOrFloatBitWidth();
}

/// The type with the elements of `type` replaced.
static Type withElement(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

/// Is every element of `value` a constant that fulfils `good`?
static bool isConstant(Value value, function_ref<bool(const APInt &)> good) {
  Attribute attribute;
  if (!matchPattern(value, m_Constant(&attribute)))
    return false;
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return good(number.getValue());
  auto elements = dyn_cast<DenseIntElementsAttr>(attribute);
  return elements && llvm::all_of(elements.getValues<APInt>(), good);
}

/// x / 0 and x % 0 are all ones; MIN / -1 is MIN. (PTX leaves the value of a
/// division by zero to the machine; this is what an H200 does.) LLVM divides
/// 64-bit numbers whose upper halves are 0 in 32 bits, where both are 2^32 - 1.
template <typename OpTy>
static void divide(Emitter &emitter, OpTy op, bool isSigned) {
  Value a = op.getLhs(), d = op.getRhs();
  if (isConstant(d, [&](const APInt &v) {
        return !v.isZero() && !(isSigned && v.isAllOnes());
      }))
    return;
  OpBuilder &builder = emitter.builder;
  Location loc = op.getLoc();
  Type type = a.getType();
  unsigned width = widthOf(a);
  auto equals = [&](Value v, const APInt &number) -> Value {
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::eq, v,
                                emitter.constant(loc, type, number));
  };
  Value zero = equals(d, APInt::getZero(width)), bad = zero;
  if (isSigned) {
    Value overflow = LLVM::AndOp::create(
        builder, loc, equals(a, APInt::getSignedMinValue(width)),
        equals(d, APInt::getAllOnes(width)));
    bad = LLVM::OrOp::create(builder, loc, zero, overflow);
  }
  Value safe = LLVM::SelectOp::create(
      builder, loc, bad, emitter.constant(loc, type, APInt(width, 1)), d);
  Value result = OpTy::create(builder, loc, a, safe);
  Value atZero = emitter.constant(loc, type, APInt::getAllOnes(width));
  if (width == 64) {
    Value half = emitter.constant(loc, type, APInt::getLowBitsSet(64, 32));
    Value isShort =
        LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ule, a, half);
    atZero = LLVM::SelectOp::create(builder, loc, isShort, half, atZero);
  }
  emitter.replace(op,
                  LLVM::SelectOp::create(builder, loc, zero, atZero, result));
}

/// A shift by the width or more gives 0, or the sign: PTX clamps the amount.
template <typename OpTy>
static void shift(Emitter &emitter, OpTy op, bool arithmetic) {
  Value a = op.getLhs(), n = op.getRhs();
  unsigned width = widthOf(a);
  if (isConstant(n, [&](const APInt &v) { return v.ult(width); }))
    return;
  OpBuilder &builder = emitter.builder;
  Location loc = op.getLoc();
  Type type = a.getType();
  Value most = emitter.constant(loc, type, APInt(width, width - 1));
  Value wide =
      LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ugt, n, most);
  Value amount = LLVM::SelectOp::create(builder, loc, wide, most, n);
  Value result = OpTy::create(builder, loc, a, amount);
  if (!arithmetic)
    result = LLVM::SelectOp::create(
        builder, loc, wide, emitter.constant(loc, type, APInt::getZero(width)),
        result);
  emitter.replace(op, result);
}

/// cvt.rzi saturates. A NaN gives 0, or the top bit where either side has 64
/// bits. Results below 16 bits are the low bits of a 16-bit conversion.
static void toInteger(Emitter &emitter, Operation *op, bool isSigned) {
  OpBuilder &builder = emitter.builder;
  Location loc = op->getLoc();
  Value value = op->getOperand(0);
  Type type = op->getResult(0).getType();
  unsigned width = widthOf(op->getResult(0));
  Type wide = width < 16 ? withElement(type, emitter.i16) : type;
  Value result = LLVM::CallIntrinsicOp::create(
                     builder, loc, wide,
                     builder.getStringAttr(isSigned ? "llvm.fptosi.sat"
                                                    : "llvm.fptoui.sat"),
                     ValueRange{value})
                     .getResults();
  if (width == 64 || widthOf(value) == 64) {
    Value nan = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                     value, value);
    result = LLVM::SelectOp::create(
        builder, loc, nan,
        emitter.constant(loc, wide, APInt::getSignedMinValue(width)), result);
  }
  if (wide != type)
    result = LLVM::TruncOp::create(builder, loc, type, result);
  emitter.replace(op, result);
}

/// cvt.rn.bf16.f32: nearest even, subnormals kept, a NaN becomes 0x7fff. The
/// host has either no instruction or one that flushes subnormals.
static Value truncToBf16(Emitter &emitter, Location loc, Value value,
                         Type type) {
  OpBuilder &builder = emitter.builder;
  Type word = withElement(type, emitter.i32);
  auto number = [&](uint32_t n) {
    return emitter.constant(loc, word, APInt(32, n));
  };
  Value bits = LLVM::BitcastOp::create(builder, loc, word, value);
  Value odd = LLVM::AndOp::create(
      builder, loc, LLVM::LShrOp::create(builder, loc, bits, number(16)),
      number(1));
  Value sum = LLVM::AddOp::create(builder, loc, bits, number(0x7fff));
  sum = LLVM::AddOp::create(builder, loc, sum, odd);
  Value rounded = LLVM::LShrOp::create(builder, loc, sum, number(16));
  Value magnitude = LLVM::AndOp::create(builder, loc, bits, number(0x7fffffff));
  Value nan = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ugt,
                                   magnitude, number(0x7f800000));
  rounded = LLVM::SelectOp::create(builder, loc, nan, number(0x7fff), rounded);
  Value half = LLVM::TruncOp::create(builder, loc,
                                     withElement(type, emitter.i16), rounded);
  return LLVM::BitcastOp::create(builder, loc, type, half);
}

/// f64 to f32 rounded to odd: towards zero, with the last bit set where
/// something was lost, so that rounding the result once more rounds the
/// original.
static Value truncToOdd(Emitter &emitter, Location loc, Value value) {
  OpBuilder &builder = emitter.builder;
  Type single = withElement(value.getType(), emitter.f32);
  Type word = withElement(value.getType(), emitter.i32);
  auto magnitude = [&](Value v) -> Value {
    return LLVM::FAbsOp::create(builder, loc, v);
  };
  auto compare = [&](LLVM::FCmpPredicate p, Value a, Value b) -> Value {
    return LLVM::FCmpOp::create(builder, loc, p, a, b);
  };
  Value nearest = LLVM::FPTruncOp::create(builder, loc, single, value);
  Value back = LLVM::FPExtOp::create(builder, loc, value.getType(), nearest);
  Value one = emitter.constant(loc, word, APInt(32, 1));
  Value bits = LLVM::BitcastOp::create(builder, loc, word, nearest);
  Value below = LLVM::SubOp::create(builder, loc, bits, one);
  Value away =
      compare(LLVM::FCmpPredicate::ogt, magnitude(back), magnitude(value));
  Value odd = LLVM::OrOp::create(
      builder, loc, LLVM::SelectOp::create(builder, loc, away, below, bits),
      one);
  Value inexact = compare(LLVM::FCmpPredicate::one, back, value);
  Value result = LLVM::SelectOp::create(builder, loc, inexact, odd, bits);
  return LLVM::BitcastOp::create(builder, loc, single, result);
}

/// f16 goes through the worker's own conversions.
static bool truncate(Emitter &emitter, LLVM::FPTruncOp op) {
  Type from = getElementTypeOrSelf(op.getArg().getType());
  Type to = getElementTypeOrSelf(op.getRes().getType());
  if (!to.isBF16())
    return to.isF16() || to.isF32() || emitter.unsupported(op);
  Value single = from.isF32() ? op.getArg()
                              : truncToOdd(emitter, op.getLoc(), op.getArg());
  return emitter.replace(
      op, truncToBf16(emitter, op.getLoc(), single, op.getRes().getType()));
}

/// `value` with every NaN replaced by the one that the GPU makes, 0x7fffffff
/// or 0x7fff; an f64 instruction passes its operand's NaN on, as the host does.
static Value canonicalNaN(Emitter &emitter, Location loc, Value value) {
  unsigned width = widthOf(value);
  if (width == 64)
    return value;
  OpBuilder &builder = emitter.builder;
  Type type = value.getType();
  Type word = withElement(type, builder.getIntegerType(width));
  Value nan = LLVM::BitcastOp::create(
      builder, loc, type,
      emitter.constant(loc, word, APInt::getSignedMaxValue(width)));
  Value isNaN = LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno,
                                     value, value);
  return LLVM::SelectOp::create(builder, loc, isNaN, nan, value);
}

/// Keeps an operation that differs in its NaNs only.
static bool keep(Emitter &emitter, Operation *op) {
  emitter.builder.setInsertionPointAfter(op);
  Value value = op->getResult(0);
  SmallVector<OpOperand *> uses;
  for (OpOperand &use : value.getUses())
    uses.push_back(&use);
  Value result = canonicalNaN(emitter, op->getLoc(), value);
  for (OpOperand *use : uses)
    use->set(result);
  return true;
}

/// max.f32 and min.f32: the other operand where one is a NaN, and -0 < +0,
/// which the host's forms leave open.
template <typename OrderedOp>
static Value maxMin(Emitter &emitter, Location loc, Value a, Value b) {
  OpBuilder &builder = emitter.builder;
  auto isNaN = [&](Value v) -> Value {
    return LLVM::FCmpOp::create(builder, loc, LLVM::FCmpPredicate::uno, v, v);
  };
  Value both = OrderedOp::create(builder, loc, a, b);
  Value result = LLVM::SelectOp::create(builder, loc, isNaN(b), a, both);
  result = LLVM::SelectOp::create(builder, loc, isNaN(a), b, result);
  return canonicalNaN(emitter, loc, result);
}

/// The same for the elements of a vector, in order.
template <typename OrderedOp>
static bool reduceMaxMin(Emitter &emitter, Operation *op) {
  Location loc = op->getLoc();
  Value vector = op->getOperand(0), result;
  int64_t count = cast<VectorType>(vector.getType()).getNumElements();
  for (int64_t i = 0; i < count; ++i) {
    Value element = LLVM::ExtractElementOp::create(emitter.builder, loc, vector,
                                                   emitter.constant(loc, i));
    result = i ? maxMin<OrderedOp>(emitter, loc, result, element) : element;
  }
  return emitter.replace(op, result);
}

bool Emitter::arith(Operation *op) {
  return TypeSwitch<Operation *, bool>(op)
      .Case([&](LLVM::SDivOp o) { return divide(*this, o, true), true; })
      .Case([&](LLVM::UDivOp o) { return divide(*this, o, false), true; })
      .Case([&](LLVM::SRemOp o) { return divide(*this, o, true), true; })
      .Case([&](LLVM::URemOp o) { return divide(*this, o, false), true; })
      .Case([&](LLVM::ShlOp o) { return shift(*this, o, false), true; })
      .Case([&](LLVM::LShrOp o) { return shift(*this, o, false), true; })
      .Case([&](LLVM::AShrOp o) { return shift(*this, o, true), true; })
      .Case([&](LLVM::FPToSIOp) { return toInteger(*this, op, true), true; })
      .Case([&](LLVM::FPToUIOp) { return toInteger(*this, op, false), true; })
      .Case([&](LLVM::FPTruncOp o) { return truncate(*this, o); })
      .Case([&](LLVM::FMAOp o) {
        // The host would round twice, to f32 and then to 16 bits.
        return widthOf(o.getResult()) >= 32
                   ? keep(*this, op)
                   : unsupported(op, "fused multiplication of 16-bit floats");
      })
      .Case([&](LLVM::MaxNumOp o) {
        return replace(
            op, maxMin<LLVM::MaximumOp>(*this, o.getLoc(), o.getA(), o.getB()));
      })
      .Case([&](LLVM::MinNumOp o) {
        return replace(
            op, maxMin<LLVM::MinimumOp>(*this, o.getLoc(), o.getA(), o.getB()));
      })
      .Case([&](LLVM::vector_reduce_fmax) {
        return reduceMaxMin<LLVM::MaximumOp>(*this, op);
      })
      .Case([&](LLVM::vector_reduce_fmin) {
        return reduceMaxMin<LLVM::MinimumOp>(*this, op);
      })
      .Case<LLVM::FAddOp, LLVM::FSubOp, LLVM::FMulOp, LLVM::FDivOp,
            LLVM::SqrtOp, LLVM::MaximumOp, LLVM::MinimumOp,
            LLVM::vector_reduce_fadd, LLVM::vector_reduce_fmul,
            LLVM::vector_reduce_fmaximum, LLVM::vector_reduce_fminimum>(
          [&](auto) { return keep(*this, op); })
      .Default(false);
}
