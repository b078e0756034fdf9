//===- DoubleExp.cpp - Exponentials and hyperbolic functions of f64 -------===//
//
// Cody and Waite's reduction by ln 2 with fused multiply-adds, the rest of the
// reduced argument kept as a second number, then the Taylor series: its 14th
// term is below 2^-57 of the sum.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Double.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using kopt::Pair;
using Predicate = Emitter::Predicate;

static constexpr double kLog2E = 1.4426950408889634;
/// 42 bits, whose products with integers below 2^11 are exact, and the rest.
static constexpr double kLn2 = 0.6931471805598903;
static constexpr double kLn2Rest = 5.497923018708371e-14;

Pair kopt::fastTwoSum(Emitter &e, Value x, Value y) {
  Value sum = e.add(x, y);
  return {sum, e.sub(y, e.sub(sum, x))};
}

Pair kopt::twoSum(Emitter &e, Value x, Value y) {
  Value sum = e.add(x, y);
  Value ofY = e.sub(sum, x);
  return {sum, e.add(e.sub(x, e.sub(sum, ofY)), e.sub(y, ofY))};
}

Pair kopt::twoProduct(Emitter &e, Value x, Value y) {
  Value high = e.mul(x, y);
  return {high, e.fma(x, y, e.neg(high))};
}

Pair kopt::product(Emitter &e, Pair x, Pair y) {
  Pair p = twoProduct(e, x.high, y.high);
  Value cross = e.fma(x.high, y.low, e.mul(x.low, y.high));
  return fastTwoSum(e, p.high, e.add(p.low, cross));
}

Pair kopt::constantPair(Emitter &e, double high, double low) {
  return {e.f64(high), e.f64(low)};
}

/// Bounds x so that integers of it stay in range; NaN passes.
static Value clamp(Emitter &e, Value x, double low, double high) {
  x = e.select(e.cmp(Predicate::OLT, x, e.f64(low)), e.f64(low), x);
  return e.select(e.cmp(Predicate::OGT, x, e.f64(high)), e.f64(high), x);
}

namespace {
/// x = n * ln 2 + r.
struct Reduced {
  Value n; ///< i64
  Pair r;
};
} // namespace

/// `scaled` rounded to an integer, as an i64 and as f64.
static Value roundToInt(Emitter &e, Value scaled, Value &asFloat) {
  Value magic = e.f64(6755399441055744.0); // 1.5 * 2^52
  Value sum = e.add(scaled, magic);
  asFloat = e.sub(sum, magic);
  return e.subi(e.bits(sum), e.bits(magic));
}

static Reduced reduceByLn2(Emitter &e, Pair x) {
  Value whole;
  Value n = roundToInt(e, e.mul(x.high, e.f64(kLog2E)), whole);
  Value minus = e.neg(whole);
  Value r = e.fma(minus, e.f64(kLn2), x.high); // exact
  Value rest = e.fma(minus, e.f64(kLn2Rest), x.low);
  return {n, twoSum(e, r, rest)};
}

/// e^r - 1 - r.high: r.high^2 / 2 + … and what r.low makes of e^r.
static Value expTail(Emitter &e, Pair r) {
  Value series = e.horner<double>(
      r.high, {1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
               1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
               1.0 / 24, 1.0 / 6, 0.5});
  return e.fma(e.mul(r.high, r.high), series, e.fma(r.low, r.high, r.low));
}

static Value powerOfTwo(Emitter &e, Value n) {
  return e.asF64(e.shl(e.addi(n, e.i64(1023)), e.i64(52)));
}

/// 2^n e^r: in two steps, of which only the last can leave the range.
static Value scaledExp(Emitter &e, Value n, Pair r) {
  Value value = e.add(e.f64(1.0), e.add(r.high, expTail(e, r)));
  Value half = e.sar(n, e.i64(1));
  return e.mul(e.mul(value, powerOfTwo(e, half)),
               powerOfTwo(e, e.subi(n, half)));
}

Value kopt::expOfPair(Emitter &e, Pair x, int shift) {
  Reduced reduced = reduceByLn2(e, {clamp(e, x.high, -800, 800), x.low});
  Value n = reduced.n;
  if (shift)
    n = e.addi(n, e.i64(uint64_t(int64_t(shift))));
  return scaledExp(e, n, reduced.r);
}

Value kopt::emitExp64(Emitter &e, Value x) {
  return expOfPair(e, {x, e.f64(0.0)});
}

Value kopt::emitExp264(Emitter &e, Value x) {
  x = clamp(e, x, -1200, 1200);
  Value whole;
  Value n = roundToInt(e, x, whole);
  Pair r = product(e, {e.sub(x, whole), e.f64(0.0)},
                   constantPair(e, 0.69314718055994531, 2.319046813846299e-17));
  return scaledExp(e, n, r);
}

Value kopt::emitExpm164(Emitter &e, Value x) {
  Reduced reduced = reduceByLn2(e, {clamp(e, x, -50, 750), e.f64(0.0)});
  Value p = e.add(reduced.r.high, expTail(e, reduced.r));
  // 2^n (p + 1) - 1; half of it, as 2^1024 is no number. Beyond that it is
  // infinite.
  Value n = reduced.n, top = e.i64(1024);
  Value capped = e.cmpi(Emitter::IntPredicate::sgt, n, top);
  Value s = powerOfTwo(e, e.subi(e.select(capped, top, n), e.i64(1)));
  Value half = e.fma(p, s, e.sub(s, e.f64(0.5)));
  Value result = e.add(half, half);
  result = e.select(capped, e.f64(INFINITY), result);
  // Where nothing was reduced, x itself keeps the sign of zero and subnormals.
  Value tiny = e.cmp(Predicate::OLT, e.abs(x), e.f64(0x1p-54));
  result = e.select(tiny, x, result);
  return e.select(e.cmp(Predicate::UNO, x, x), x, result);
}

Value kopt::emitTanh64(Emitter &e, Value x) {
  // t / (t + 2) with t = e^2|x| - 1; from 22 on it is 1.
  Value a = e.abs(x);
  Value bounded = e.select(e.cmp(Predicate::OGT, a, e.f64(22)), e.f64(22), a);
  Value t = emitExpm164(e, e.add(bounded, bounded));
  return e.copySign(e.div(t, e.add(t, e.f64(2.0))), x);
}

Value kopt::emitSinh64(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value large = e.cmp(Predicate::OGT, a, e.f64(40));
  Value t = emitExpm164(e, a);
  Value sum = e.add(t, e.div(t, e.add(t, e.f64(1.0))));
  Value r = e.select(large, expOfPair(e, {a, e.f64(0.0)}, -1),
                     e.mul(e.f64(0.5), sum));
  return e.copySign(r, x);
}

Value kopt::emitCosh64(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value half = expOfPair(e, {a, e.f64(0.0)}, -1);
  return e.add(half, e.div(e.f64(0.25), half));
}

Value kopt::emitRsqrt64(Emitter &e, Value x) {
  return e.div(e.f64(1.0), e.op<math::SqrtOp>(x));
}
