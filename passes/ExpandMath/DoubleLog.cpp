//===- DoubleLog.cpp - Logarithms of f64 and what is made of them ---------===//
//
// log(1 + f) = 2 artanh(f / (2 + f)) with its first two terms as sums of two
// numbers: some 65 bits, of which powers need the eleven beyond f64.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Double.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using kopt::LogParts;
using kopt::Pair;
using Predicate = Emitter::Predicate;

/// 42 bits, whose products with integers below 2^11 are exact, and the rest.
static constexpr double kLn2 = 0.6931471805598903;
static constexpr double kLn2Rest = 5.497923018708371e-14;
static constexpr double kLog10Of2 = 0.30102999566395283;
static constexpr double kLog10Of2Rest = 2.8363394551044964e-14;

LogParts kopt::logParts(Emitter &e, Value x) {
  Value subnormal = e.cmp(Predicate::OLT, x, e.f64(0x1p-1022));
  Value scaled = e.select(subnormal, e.mul(x, e.f64(0x1p54)), x);
  Value bits = e.bits(scaled);
  Value exponent = e.andi(e.subi(bits, e.bits(e.f64(0.70710678118654752))),
                          e.i64(0xfff0000000000000));
  Value m = e.asF64(e.subi(bits, exponent));
  Value n = e.to<arith::SIToFPOp>(e.sar(exponent, e.i64(52)), e.b.getF64Type());
  n = e.select(subnormal, e.sub(n, e.f64(54.0)), n);

  // s = f / (2 + f), |s| < 0.172.
  Value one = e.f64(1.0);
  Value f = e.sub(m, one);
  Pair d = twoSum(e, one, m);
  Value quotient = e.div(f, d.high);
  Value remainder =
      e.fma(e.neg(quotient), d.low, e.fma(e.neg(quotient), d.high, f));
  Pair s = {quotient, e.div(remainder, d.high)};
  // artanh s = s + s (z / 3 + z^2 (1 / 5 + z / 7 + …)), z = s^2.
  Pair z = product(e, s, s);
  Value series = e.horner<double>(
      z.high, {1.0 / 25, 1.0 / 23, 1.0 / 21, 1.0 / 19, 1.0 / 17, 1.0 / 15,
               1.0 / 13, 1.0 / 11, 1.0 / 9, 1.0 / 7, 1.0 / 5});
  Pair third = product(
      e, z, constantPair(e, 0.33333333333333331, 1.850371707708594e-17));
  Pair t = fastTwoSum(e, third.high, e.mul(e.mul(z.high, z.high), series));
  t.low = e.add(t.low, third.low);
  Pair rest = product(e, s, t);
  Pair sum = fastTwoSum(e, s.high, rest.high);
  sum = fastTwoSum(e, sum.high, e.add(sum.low, e.add(s.low, rest.low)));
  return {n, {e.add(sum.high, sum.high), e.add(sum.low, sum.low)}};
}

/// n * (unit + unitRest) + p, where n * unit is exact.
static Pair addMultiple(Emitter &e, Value n, double unit, double unitRest,
                        Pair p) {
  Pair sum = kopt::fastTwoSum(e, e.mul(n, e.f64(unit)), p.high);
  Value low = p.low;
  if (unitRest != 0.0)
    low = e.fma(n, e.f64(unitRest), low);
  return kopt::fastTwoSum(e, sum.high, e.add(sum.low, low));
}

Pair kopt::joinLog(Emitter &e, LogParts parts) {
  return addMultiple(e, parts.n, kLn2, kLn2Rest, parts.m);
}

Value kopt::emitLog64(Emitter &e, Value x) {
  return fixLogEnds(e, x, e.f64(0.0), joinLog(e, logParts(e, x)).high);
}

Value kopt::emitLog264(Emitter &e, Value x) {
  LogParts parts = logParts(e, x);
  Pair m = product(e, parts.m,
                   constantPair(e, 1.4426950408889634, 2.0355273740931033e-17));
  return fixLogEnds(e, x, e.f64(0.0),
                    addMultiple(e, parts.n, 1.0, 0.0, m).high);
}

Value kopt::emitLog1064(Emitter &e, Value x) {
  LogParts parts = logParts(e, x);
  Pair m = product(e, parts.m,
                   constantPair(e, 0.4342944819032518, 1.098319650216765e-17));
  return fixLogEnds(e, x, e.f64(0.0),
                    addMultiple(e, parts.n, kLog10Of2, kLog10Of2Rest, m).high);
}

/// log(2^extra (1 + x)) for x > -1 that is finite; `extra` may be null.
static Value log1pScaled(Emitter &e, Value x, Value extra) {
  // log(1 + x) = log(u) + log(1 + c / u) with u + c = 1 + x, u rounded.
  Pair u = kopt::twoSum(e, e.f64(1.0), x);
  LogParts parts = kopt::logParts(e, u.high);
  if (extra)
    parts.n = e.add(parts.n, extra);
  parts.m.low = e.add(parts.m.low, e.div(u.low, u.high));
  return kopt::joinLog(e, parts).high;
}

Value kopt::emitLog1p64(Emitter &e, Value x) {
  Value result = fixLogEnds(e, x, e.f64(-1.0), log1pScaled(e, x, Value()));
  Value tiny = e.cmp(Predicate::OLT, e.abs(x), e.f64(0x1p-54));
  return e.select(tiny, x, result);
}

Value kopt::emitAsinh64(Emitter &e, Value x) {
  Value a = e.abs(x), one = e.f64(1.0), zero = e.f64(0.0);
  // Beyond 2^28 it is log 2a.
  Value large = e.cmp(Predicate::OGT, a, e.f64(0x1p28));
  Value square = e.mul(a, a);
  Value root = e.op<math::SqrtOp>(e.add(square, one));
  Value small = e.add(a, e.div(square, e.add(one, root)));
  Value r = log1pScaled(e, e.select(large, e.sub(a, one), small),
                        e.select(large, one, zero));
  r = e.select(e.cmp(Predicate::OLT, a, e.f64(0x1p-28)), a, r);
  Value finite = e.cmp(Predicate::OLT, a, e.f64(INFINITY));
  return e.select(finite, e.copySign(r, x), x);
}

Value kopt::emitAcosh64(Emitter &e, Value x) {
  Value one = e.f64(1.0), zero = e.f64(0.0);
  Value large = e.cmp(Predicate::OGT, x, e.f64(0x1p28));
  Value t = e.sub(x, one);
  Value root = e.op<math::SqrtOp>(e.fma(t, t, e.add(t, t)));
  Value r = log1pScaled(e, e.select(large, t, e.add(t, root)),
                        e.select(large, one, zero));
  r = e.select(e.cmp(Predicate::OEQ, x, e.f64(INFINITY)), x, r);
  // log1p at 0 is a sum of cancelling parts.
  r = e.select(e.cmp(Predicate::OEQ, x, one), zero, r);
  return e.select(e.cmp(Predicate::OGE, x, one), r, e.f64(NAN));
}

Value kopt::emitAtanh64(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value ratio = e.div(e.add(a, a), e.sub(e.f64(1.0), a));
  Value r = e.mul(e.f64(0.5), emitLog1p64(e, ratio));
  return e.copySign(r, x);
}

Value kopt::emitCbrt64(Emitter &e, Value x) {
  Value a = e.abs(x);
  Pair third =
      product(e, joinLog(e, logParts(e, a)),
              constantPair(e, 0.33333333333333331, 1.850371707708594e-17));
  Value root = expOfPair(e, third);
  // 0, infinity and NaN are their own roots.
  Value inside = e.andi(e.cmp(Predicate::OGT, a, e.f64(0.0)),
                        e.cmp(Predicate::OLT, a, e.f64(INFINITY)));
  return e.select(inside, e.copySign(root, x), x);
}

Value kopt::emitPow64(Emitter &e, Value x, Value y) {
  Pair log = joinLog(e, logParts(e, e.abs(x)));
  Pair p = twoProduct(e, y, log.high);
  Value low = e.fma(y, log.low, p.low);
  // Far outside, and where the product overflows, the rest does not matter.
  Value inside = e.cmp(Predicate::OLT, e.abs(p.high), e.f64(800.0));
  low = e.select(inside, low, e.f64(0.0));
  return fixPowEnds(e, x, y, expOfPair(e, {p.high, low}));
}
