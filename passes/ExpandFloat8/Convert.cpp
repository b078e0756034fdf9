//===- Convert.cpp - Conversions of floats of 8 bits ----------------------===//

#include "passes/ExpandFloat8/ExpandFloat8.h"
#include "passes/ExpandMath/Emitter.h"

using namespace mlir;
using namespace kopt;

using IntPredicate = Emitter::IntPredicate;

bool kopt::isFloat8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(getElementTypeOrSelf(type));
}

Value kopt::emitExtend8(Emitter &e, Value x) {
  Type f32 = e.b.getF32Type();
  Value bits = e.bits(x);
  // f8E5M2 is the upper half of f16.
  if (isa<Float8E5M2Type>(getElementTypeOrSelf(x.getType()))) {
    Type i16 = e.b.getI16Type();
    Value half = e.shl(e.to<arith::ExtUIOp>(bits, i16),
                       e.splat(e.b.getI16IntegerAttr(8)));
    half = e.to<arith::BitcastOp>(half, e.b.getF16Type());
    return e.to<arith::ExtFOp>(half, f32);
  }
  // The significand and exponent of f8E4M3FN in their place in f32 are a number
  // that is too small by the difference of the biases, 127 - 7; subnormal ones
  // come out right, too.
  Value word = e.to<arith::ExtUIOp>(bits, e.b.getI32Type());
  Value magnitude = e.andi(word, e.i32(0x7f));
  Value number = e.mul(e.asF32(e.shl(magnitude, e.i32(20))), e.f32(0x1p120f));
  Value isNaN = e.cmpi(IntPredicate::eq, magnitude, e.i32(0x7f));
  Value wide = e.select(isNaN, e.i32(0x7ff00000), e.bits(number));
  Value sign = e.shl(e.andi(word, e.i32(0x80)), e.i32(24));
  return e.asF32(e.ori(wide, sign));
}

Value kopt::emitTruncate8(Emitter &e, Value x, FloatType format) {
  auto from = cast<FloatType>(getElementTypeOrSelf(x.getType()));
  const llvm::fltSemantics &wide = from.getFloatSemantics();
  const llvm::fltSemantics &narrow = format.getFloatSemantics();
  unsigned width = from.getWidth();
  Type word = e.b.getIntegerType(width);
  auto number = [&](uint64_t v) {
    return e.splat(e.b.getIntegerAttr(word, APInt(width, v)));
  };
  // Digits behind the point, and the least exponent of a normal number.
  int wideDigits = int(APFloat::semanticsPrecision(wide)) - 1;
  int digits = int(APFloat::semanticsPrecision(narrow)) - 1;
  int least = APFloat::semanticsMinExponent(narrow);
  int lost = wideDigits - digits;
  bool hasInfinity = APFloat::semanticsHasInf(narrow);
  auto bitsOf = [&](const APFloat &v) {
    return v.bitcastToAPInt().getZExtValue();
  };

  Value bits = e.bits(x);
  Value magnitude =
      e.andi(bits, number(llvm::maskTrailingOnes<uint64_t>(width - 1)));

  // Normal numbers: half a unit less, or just half where the last digit that
  // stays is odd, carries into it, and on into the exponent.
  Value odd = e.andi(e.shr(magnitude, number(lost)), number(1));
  Value sum = e.addi(magnitude, number((uint64_t(1) << (lost - 1)) - 1));
  int bias = APFloat::semanticsMinExponent(wide) - least; // negative
  Value normal = e.subi(e.shr(e.addi(sum, odd), number(lost)),
                        number(uint64_t(-bias) << digits));

  // Subnormal numbers: added to a number whose unit is theirs, which rounds.
  double unit = std::ldexp(1.0, least - digits + wideDigits);
  Value anchor = e.number(from, unit);
  Value absolute = e.to<arith::BitcastOp>(magnitude, from);
  Value subnormal = e.subi(e.bits(e.add(absolute, anchor)), e.bits(anchor));
  APFloat smallest(std::ldexp(1.0, least));
  bool ignored;
  smallest.convert(wide, APFloat::rmNearestTiesToEven, &ignored);
  Value isSmall =
      e.cmpi(IntPredicate::ult, magnitude, number(bitsOf(smallest)));
  Value result = e.select(isSmall, subnormal, normal);

  // Beyond the largest number, the infinity or NaN that follows it.
  uint64_t beyond = bitsOf(APFloat::getLargest(narrow)) + 1;
  Value isLarge = e.cmpi(IntPredicate::ugt, result, number(beyond));
  result = e.select(isLarge, number(beyond), result);
  // NaN: quiet, with the leading digits it had.
  if (hasInfinity) {
    uint64_t quiet = beyond | uint64_t(1) << (digits - 1);
    uint64_t rest = llvm::maskTrailingOnes<uint64_t>(digits - 1);
    Value kept = e.andi(e.shr(magnitude, number(lost)), number(rest));
    Value isNaN = e.cmpi(IntPredicate::ugt, magnitude,
                         number(bitsOf(APFloat::getInf(wide))));
    result = e.select(isNaN, e.ori(kept, number(quiet)), result);
  }
  Value sign = e.andi(e.shr(bits, number(width - 8)), number(0x80));
  Value byte = e.to<arith::TruncIOp>(e.ori(result, sign), e.b.getI8Type());
  return e.to<arith::BitcastOp>(byte, format);
}
