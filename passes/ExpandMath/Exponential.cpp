//===- Exponential.cpp - exp, log, tanh and erf without a library ---------===//
//
// Argument reduction by Cody and Waite with fused multiply-adds, then the
// special-function unit (exp, exp2, tanh) where its error of about one unit in
// the last place leaves the whole within two, else a polynomial through
// Chebyshev nodes of the reduced interval. Coefficients are rounded to f32.
//
//===----------------------------------------------------------------------===//

#include "dialects/KoptNV/KoptNVDialect.h"
#include "passes/ExpandMath/Emitter.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using Predicate = Emitter::Predicate;

static constexpr float kLog2E = 1.442695022e+00f, kLog2ELow = 1.925963034e-08f;
static constexpr float kLn2 = 6.931471825e-01f, kLn2Low = -1.904654212e-09f;
static constexpr float kLog10E = 4.342944920e-01f;
static constexpr float kLog10ELow = -1.010304995e-08f;
static constexpr float kLog10Of2 = 3.010300100e-01f;
static constexpr float kLog10Of2Low = -1.432098884e-08f;

namespace {
/// x = n * ln 2 + r (or n + r), n as an i32.
struct Reduced {
  Value n, r;
};
} // namespace

/// Adding 1.5 * 2^23 rounds to an integer that sits in the low bits of the sum,
/// which costs less than two conversions. |x| must be below 2^22.
static Value roundToInt(Emitter &e, Value scaled, Value &asFloat) {
  Value magic = e.f32(12582912.0f);
  Value sum = e.add(scaled, magic);
  asFloat = e.sub(sum, magic);
  return e.subi(e.bits(sum), e.bits(magic));
}

/// Bounds x so that the scaling of `scale` reaches 0 and infinity but its
/// integers stay in range; NaN passes.
static Value clamp(Emitter &e, Value x, float low, float high) {
  x = e.select(e.cmp(Predicate::OLT, x, e.f32(low)), e.f32(low), x);
  return e.select(e.cmp(Predicate::OGT, x, e.f32(high)), e.f32(high), x);
}

static Reduced reduceByLn2(Emitter &e, Value x) {
  Value whole;
  Value n = roundToInt(e, e.mul(x, e.f32(kLog2E)), whole);
  Value minus = e.neg(whole);
  Value r = e.fma(minus, e.f32(kLn2), x);
  return {n, e.fma(minus, e.f32(kLn2Low), r)};
}

/// (e^r - 1 - r) / r^2 on [-ln2/2, ln2/2].
static Value expTail(Emitter &e, Value r) {
  return e.horner<float>(r, {1.989103039e-04f, 1.393368584e-03f,
                             8.333310485e-03f, 4.166646302e-02f,
                             1.666666716e-01f, 5.000000000e-01f});
}

static Value powerOfTwo(Emitter &e, Value n) {
  return e.asF32(e.shl(e.addi(n, e.i32(127)), e.i32(23)));
}

/// 2^(n + r), where n is x * log2(e) rounded to an integer and bounded so that
/// 2^n is a normal number, and r is the rest: small, but where n is at a bound.
/// There a large |r| overflows or underflows as it should, and the product, the
/// only step that can, rounds to subnormals. NaN reaches the result through r.
Value kopt::emitExp(Emitter &e, Value x) {
  // From -126 … 127 to 0 … 1, where the bounds cost nothing, and back: the low
  // bits of the sum are n + 127, the exponent of 2^n.
  constexpr double range = 127 + 126, scale = 1.4426950408889634;
  Value bounded = e.op<kopt::nv::FmaSatOp>(x, e.f32(float(scale / range)),
                                           e.f32(float(126 / range)));
  constexpr float magic = 12582912.0f;
  Value sum = e.fma(bounded, e.f32(range), e.f32(magic + 1.0f));
  Value power = e.asF32(e.shl(e.bits(sum), e.i32(23)));
  Value n = e.sub(sum, e.f32(magic + 127.0f));
  Value r = e.fma(x, e.f32(kLog2ELow), e.fma(x, e.f32(kLog2E), e.neg(n)));
  return e.mul(e.op<kopt::nv::Ex2ApproxFtzOp>(r), power);
}

/// The unit reduces the argument itself, exactly; the instruction without .ftz
/// halves arguments of subnormal results and squares what comes of them.
Value kopt::emitExp2(Emitter &e, Value x) {
  return e.op<kopt::nv::Ex2ApproxOp>(x);
}

Value kopt::emitExpm1(Emitter &e, Value x) {
  Reduced reduced = reduceByLn2(e, clamp(e, x, -20.0f, 89.0f));
  Value r = reduced.r;
  Value p = e.fma(e.mul(r, r), expTail(e, r), r); // e^r - 1
  // 2^n (p + 1) - 1, with n - 1 to keep 2^128 representable.
  Value s = powerOfTwo(e, e.subi(reduced.n, e.i32(1)));
  Value sum = e.fma(p, s, e.sub(s, e.f32(0.5f)));
  Value result = e.add(sum, sum);
  // Where nothing was reduced, x itself keeps the sign of zero and subnormals.
  Value tiny = e.cmp(Predicate::OLT, e.abs(x), e.f32(1.0e-10f));
  return e.select(tiny, x, result);
}

/// log(1 + m) on [-1/3, 1/3].
static Value log1pReduced(Emitter &e, Value m) {
  Value p = e.horner<float>(
      m, {1.131679565e-01f, -1.242413148e-01f, 1.091839597e-01f,
          -1.228840053e-01f, 1.429169923e-01f, -1.667333096e-01f,
          1.999995112e-01f, -2.499994338e-01f, 3.333333433e-01f, -0.5f});
  return e.fma(e.mul(m, m), p, m);
}

/// x = 2^n (1 + m), m in [-1/3, 1/3), n as f32; for finite positive x.
static Reduced reduceByPowers(Emitter &e, Value x) {
  Value subnormal = e.cmp(Predicate::OLT, x, e.f32(0x1p-126f));
  Value scaled = e.select(subnormal, e.mul(x, e.f32(0x1p+23f)), x);
  Value bits = e.bits(scaled);
  Value exponent =
      e.andi(e.subi(bits, e.bits(e.f32(2.0f / 3.0f))), e.i32(0xff800000));
  Value m = e.sub(e.asF32(e.subi(bits, exponent)), e.f32(1.0f));
  Value n = e.to<arith::SIToFPOp>(e.sar(exponent, e.i32(23)), e.b.getF32Type());
  return {e.select(subnormal, e.sub(n, e.f32(23.0f)), n), m};
}

Value kopt::fixLogEnds(Emitter &e, Value x, Value zeroAt, Value result) {
  Type element = getElementTypeOrSelf(x.getType());
  auto number = [&](double v) { return e.number(element, v); };
  Value end = e.add(x, x); // infinity and NaN stay
  end = e.select(e.cmp(Predicate::OLT, x, zeroAt), number(NAN), end);
  end = e.select(e.cmp(Predicate::OEQ, x, zeroAt), number(-INFINITY), end);
  Value inside = e.andi(e.cmp(Predicate::OGT, x, zeroAt),
                        e.cmp(Predicate::OLT, x, number(INFINITY)));
  return e.select(inside, result, end);
}

/// n * two + log1p(m) * base, both constants as a sum of two floats.
static Value emitLogOfBase(Emitter &e, Value x, float two, float twoLow,
                           float base, float baseLow) {
  Reduced reduced = reduceByPowers(e, x);
  Value l = log1pReduced(e, reduced.r);
  Value low = e.mul(l, e.f32(baseLow));
  if (twoLow != 0.0f)
    low = e.fma(reduced.n, e.f32(twoLow), low);
  low = e.fma(l, e.f32(base), low);
  return fixLogEnds(e, x, e.f32(0.0f), e.fma(reduced.n, e.f32(two), low));
}

Value kopt::emitLog(Emitter &e, Value x) {
  Reduced reduced = reduceByPowers(e, x);
  Value l = e.fma(reduced.n, e.f32(kLn2Low), log1pReduced(e, reduced.r));
  return fixLogEnds(e, x, e.f32(0.0f), e.fma(reduced.n, e.f32(kLn2), l));
}

Value kopt::emitLog2(Emitter &e, Value x) {
  return emitLogOfBase(e, x, 1.0f, 0.0f, kLog2E, kLog2ELow);
}

Value kopt::emitLog10(Emitter &e, Value x) {
  return emitLogOfBase(e, x, kLog10Of2, kLog10Of2Low, kLog10E, kLog10ELow);
}

Value kopt::emitLog1p(Emitter &e, Value x) {
  // The power of two comes from the rounded 1 + x; scaling x and 1 apart keeps
  // the digits that the rounding lost.
  Value u = e.add(x, e.f32(1.0f));
  Value exponent =
      e.andi(e.subi(e.bits(u), e.bits(e.f32(2.0f / 3.0f))), e.i32(0xff800000));
  Value four = e.asF32(e.subi(e.bits(e.f32(4.0f)), exponent));
  Value shifted = e.fma(four, e.f32(0.25f), e.f32(-1.0f));
  Value m = e.fma(e.mul(x, four), e.f32(0.25f), shifted);
  Value n = e.to<arith::SIToFPOp>(e.sar(exponent, e.i32(23)), e.b.getF32Type());
  Value l = e.fma(n, e.f32(kLn2Low), log1pReduced(e, m));
  Value result = fixLogEnds(e, x, e.f32(-1.0f), e.fma(n, e.f32(kLn2), l));
  Value tiny = e.cmp(Predicate::OLT, e.abs(x), e.f32(1.0e-10f));
  return e.select(tiny, x, result);
}

Value kopt::emitTanh(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value s = e.mul(x, x);
  Value p = e.horner<float>(s, {1.643757522e-02f, -5.267180875e-02f,
                                1.332072467e-01f, -3.333294690e-01f});
  Value small = e.fma(e.mul(x, s), p, x);
  // 1 - 2 / (e^2a + 1), which forgives errors of the exponential: they count
  // less than half at 0.55, and ever less beyond.
  Value power = e.op<kopt::nv::Ex2ApproxFtzOp>(e.mul(a, e.f32(2.0f * kLog2E)));
  Value inverse = e.op<kopt::nv::RcpApproxOp>(e.add(power, e.f32(1.0f)));
  Value large = e.fma(inverse, e.f32(-2.0f), e.f32(1.0f));
  // The sign comes last: the polynomial loses that of -0.
  Value isSmall = e.cmp(Predicate::OLT, a, e.f32(0.55f));
  return e.copySign(e.select(isSmall, small, large), x);
}

Value kopt::emitErf(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value s = e.mul(x, x);
  // erf(x) / x - 1 on [0, 0.93^2], and -log(erfc(a)) on [0.92, 4].
  Value p =
      e.horner<float>(s, {8.334714948e-05f, -8.134708041e-04f, 5.200368352e-03f,
                          -2.685915120e-02f, 1.128369123e-01f,
                          -3.761263490e-01f, 1.283791661e-01f});
  Value small = e.fma(x, p, x);
  Value top = e.select(e.cmp(Predicate::OGT, a, e.f32(4.0f)), e.f32(4.0f), a);
  Value q = e.horner<float>(
      top, {-1.643569703e-06f, 4.617791274e-05f, -5.977434921e-04f,
            4.763575271e-03f, -2.643101849e-02f, 1.100944802e-01f,
            6.318145394e-01f, 1.130237579e+00f, -3.204415261e-04f});
  Value large = e.sub(e.f32(1.0f), emitExp(e, e.neg(q)));
  return e.select(e.cmp(Predicate::OLT, a, e.f32(0.925f)), small,
                  e.copySign(large, x));
}
