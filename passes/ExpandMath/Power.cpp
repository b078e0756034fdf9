//===- Power.cpp - powf without a library ---------------------------------===//
//
// 2^(y log2 |x|) in f64, whose 29 extra bits cover what the exponent takes
// away; the only rounding to f32 is the last.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Emitter.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using Predicate = Emitter::Predicate;
using IntPredicate = Emitter::IntPredicate;

Value kopt::log2Wide(Emitter &e, Value x) {
  Value bits = e.bits(x);
  Value exponent = e.andi(e.subi(bits, e.bits(e.f64(0.70710678118654752))),
                          e.i64(0xfff0000000000000));
  Value m = e.asF64(e.subi(bits, exponent));
  Value n = e.to<arith::SIToFPOp>(e.sar(exponent, e.i64(52)), e.b.getF64Type());
  // log(m) = 2 artanh(s), |s| < 0.172; nine terms leave 1e-15.
  Value s = e.div(e.sub(m, e.f64(1.0)), e.add(m, e.f64(1.0)));
  Value square = e.mul(s, s);
  Value series =
      e.horner<double>(square, {1.0 / 17, 1.0 / 15, 1.0 / 13, 1.0 / 11, 1.0 / 9,
                                1.0 / 7, 1.0 / 5, 1.0 / 3, 1.0});
  return e.fma(e.mul(s, series), e.f64(2.8853900817779268), n); // 2 / ln 2
}

Value kopt::exp2Wide(Emitter &e, Value x) {
  Value magic = e.f64(6755399441055744.0);
  Value sum = e.add(x, magic);
  Value n = e.subi(e.bits(sum), e.bits(magic));
  Value r = e.mul(e.sub(x, e.sub(sum, magic)), e.f64(0.69314718055994531));
  Value p = e.horner<double>(r, {1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880,
                                 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
                                 1.0 / 24, 1.0 / 6, 0.5, 1.0, 1.0});
  return e.mul(p, e.asF64(e.shl(e.addi(n, e.i64(1023)), e.i64(52))));
}

Value kopt::fixPowEnds(Emitter &e, Value x, Value y, Value result) {
  Type element = getElementTypeOrSelf(x.getType());
  auto number = [&](double v) { return e.number(element, v); };
  Value zero = number(0.0), one = number(1.0), inf = number(INFINITY);
  Value a = e.abs(x);

  // |x| of 0 or infinity, and y of infinity with |x| != 1.
  Value yNegative = e.cmp(Predicate::OLT, y, zero);
  Value atZero = e.select(yNegative, inf, zero);
  Value atInf = e.select(yNegative, zero, inf);
  result = e.select(e.cmp(Predicate::OEQ, a, zero), atZero, result);
  result = e.select(e.cmp(Predicate::OEQ, a, inf), atInf, result);
  Value yInf = e.cmp(Predicate::OEQ, e.abs(y), inf);
  Value grows = e.cmp(Predicate::OGT, a, one);
  Value atOne = e.cmp(Predicate::OEQ, a, one);
  Value atYInf = e.select(atOne, one, e.select(grows, atInf, atZero));
  result = e.select(yInf, atYInf, result);

  // A negative base: odd integers keep the sign, fractions give NaN.
  Value half = e.mul(y, number(0.5));
  Value whole = e.cmp(Predicate::OEQ, e.op<math::FloorOp>(y), y);
  Value odd =
      e.andi(whole, e.cmp(Predicate::ONE, e.op<math::FloorOp>(half), half));
  Value noBits = element.isF64() ? e.i64(0) : e.i32(0);
  Value negativeBits = e.cmpi(IntPredicate::slt, e.bits(x), noBits);
  result = e.select(e.andi(odd, negativeBits), e.neg(result), result);
  Value finiteNegative = e.andi(e.cmp(Predicate::OLT, x, zero),
                                e.cmp(Predicate::OGT, x, e.neg(inf)));
  Value fractional = e.cmp(Predicate::UNE, e.op<math::FloorOp>(y), y);
  result = e.select(e.andi(finiteNegative, fractional), number(NAN), result);

  Value nan = e.cmp(Predicate::UNO, x, y);
  result = e.select(nan, number(NAN), result);
  // x^0 and 1^y are 1, even for NaN.
  Value unit =
      e.ori(e.cmp(Predicate::OEQ, x, one), e.cmp(Predicate::OEQ, y, zero));
  return e.select(unit, one, result);
}

Value kopt::emitPow(Emitter &e, Value x, Value y) {
  Type f64 = e.b.getF64Type();
  Value exponent = e.mul(e.to<arith::ExtFOp>(y, f64),
                         log2Wide(e, e.to<arith::ExtFOp>(e.abs(x), f64)));
  Value low = e.f64(-1000.0), high = e.f64(1000.0);
  exponent = e.select(e.cmp(Predicate::OLT, exponent, low), low, exponent);
  exponent = e.select(e.cmp(Predicate::OGT, exponent, high), high, exponent);
  Value result = e.to<arith::TruncFOp>(exp2Wide(e, exponent), e.b.getF32Type());
  return fixPowEnds(e, x, y, result);
}
