//===- DoubleTrig.cpp - Trigonometric functions of f64 and inverses -------===//
//
// Small arguments are reduced by Cody and Waite with pi/2 as a sum of three
// numbers, large ones by Payne and Hanek: the product with the 192 bits of 2/pi
// that matter for the exponent. What is left of the argument is a pair.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Double.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using kopt::Pair;
using Predicate = Emitter::Predicate;
using IntPredicate = Emitter::IntPredicate;

static constexpr double kHalfPi = 1.5707963267948966;
static constexpr double kHalfPiLow = 6.123233995736766e-17;
static constexpr double kHalfPiRest = -1.4973849048591698e-33;

/// 64 zero bits, then the first 1216 bits of 2/pi.
static constexpr uint64_t kTwoOverPi[] = {
    0x0000000000000000, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0,
    0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0,
    0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
    0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b,
    0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab};
/// The last window starts here: at bit 62 + 971, see `reduceLarge`.
static constexpr unsigned kLastWord = (62 + 971) / 64;

namespace {
/// x = quadrant * pi/2 + r, |r| <= pi/4; quadrant as an i64, of which the two
/// low bits count.
struct Angle {
  Value quadrant;
  Pair r;
};
} // namespace

/// For |x| < 2^20. The first product's difference to x is exact: both are
/// multiples of 2^-53 and it is below 1.
static Angle reduceSmall(Emitter &e, Value x) {
  Value magic = e.f64(6755399441055744.0); // 1.5 * 2^52
  Value sum = e.fma(x, e.f64(6.36619772367581382e-01), magic);
  Value minus = e.sub(magic, sum);
  Value first = e.fma(minus, e.f64(kHalfPi), x);
  Pair second = kopt::twoProduct(e, minus, e.f64(kHalfPiLow));
  Pair r = kopt::twoSum(e, first, second.high);
  Value low = e.fma(minus, e.f64(kHalfPiRest), second.low);
  return {e.bits(sum), kopt::fastTwoSum(e, r.high, e.add(r.low, low))};
}

/// The 32-bit words of the 192 bits of the table from bit `position` on.
static SmallVector<Value> window(Emitter &e, Value position) {
  Value index = e.shr(position, e.i64(6));
  Value shift = e.andi(position, e.i64(63));
  SmallVector<Value> words;
  for (unsigned k = 0; k < 4; ++k) {
    Value word = e.i64(kTwoOverPi[k]);
    for (unsigned i = 1; i <= kLastWord; ++i)
      word = e.select(e.cmpi(IntPredicate::eq, index, e.i64(i)),
                      e.i64(kTwoOverPi[i + k]), word);
    words.push_back(word);
  }
  SmallVector<Value> halves;
  for (unsigned k = 0; k < 3; ++k) {
    // No shift by 64.
    Value next = e.shr(e.shr(words[k + 1], e.i64(1)), e.subi(e.i64(63), shift));
    Value word = e.ori(e.shl(words[k], shift), next);
    halves.push_back(e.shr(word, e.i64(32)));
    halves.push_back(e.andi(word, e.i64(0xffffffff)));
  }
  return halves;
}

/// For finite |x| >= 2^20. With x = M 2^E, M of 53 bits, the bits of 2/pi above
/// 2^-(E-1) give whole turns; the next 192 are W, and x * 2/pi = M W 2^-190
/// modulo 4.
static Angle reduceLarge(Emitter &e, Value x) {
  Value bits = e.bits(e.abs(x)), mask = e.i64(0xffffffff);
  Value exponent = e.subi(e.shr(bits, e.i64(52)), e.i64(1023 + 52));
  Value mantissa =
      e.ori(e.andi(bits, e.i64(0xfffffffffffff)), e.i64(0x10000000000000));
  SmallVector<Value> w = window(e, e.addi(exponent, e.i64(62)));
  // The product modulo 2^192, in words of 32 bits; a[5] is the lowest.
  SmallVector<Value> a(6);
  Value part = e.andi(mantissa, mask), carry = e.i64(0);
  for (int k = 5; k >= 0; --k) {
    Value t = e.addi(e.muli(part, w[k]), carry);
    a[k] = e.andi(t, mask);
    carry = e.shr(t, e.i64(32));
  }
  part = e.shr(mantissa, e.i64(32));
  carry = e.i64(0);
  for (int k = 4; k >= 0; --k) {
    Value t = e.addi(e.addi(e.muli(part, w[k + 1]), a[k]), carry);
    a[k] = e.andi(t, mask);
    carry = e.shr(t, e.i64(32));
  }
  // Two bits of quadrant, 62 and 64 of fraction.
  Value top = e.ori(e.shl(a[0], e.i64(32)), a[1]);
  Value rest = e.ori(e.shl(a[2], e.i64(32)), a[3]);
  Value quadrant = e.shr(e.addi(top, e.i64(uint64_t(1) << 61)), e.i64(62));
  Value fraction = e.subi(top, e.shl(quadrant, e.i64(62)));
  auto number = [&](Value v, double unit) {
    return e.mul(e.to<arith::SIToFPOp>(v, e.b.getF64Type()), e.f64(unit));
  };
  // Both halves of the fraction convert exactly.
  Value high = number(e.andi(fraction, e.i64(~uint64_t(0x7ff))), 0x1p-62);
  Value low = e.add(number(e.andi(fraction, e.i64(0x7ff)), 0x1p-62),
                    number(e.shr(rest, e.i64(1)), 0x1p-125));
  Pair r = kopt::product(e, kopt::fastTwoSum(e, high, low),
                         kopt::constantPair(e, kHalfPi, kHalfPiLow));
  Value negative = e.cmp(Predicate::OLT, x, e.f64(0.0));
  auto sign = [&](Value v) { return e.select(negative, e.neg(v), v); };
  return {e.select(negative, e.subi(e.i64(0), quadrant), quadrant),
          {sign(r.high), sign(r.low)}};
}

static Angle reduce(Emitter &e, Value x) {
  Angle small = reduceSmall(e, x), large = reduceLarge(e, x);
  Value isSmall = e.cmp(Predicate::OLT, e.abs(x), e.f64(0x1p20));
  auto pick = [&](Value a, Value b) { return e.select(isSmall, a, b); };
  return {pick(small.quadrant, large.quadrant),
          {pick(small.r.high, large.r.high), pick(small.r.low, large.r.low)}};
}

/// On [-pi/4, pi/4].
static Value sineOf(Emitter &e, Pair r) {
  Value x = r.high, z = e.mul(x, x);
  Value series = e.horner<double>(
      z, {1.0 / 355687428096000, -1.0 / 1307674368000, 1.0 / 6227020800,
          -1.0 / 39916800, 1.0 / 362880, -1.0 / 5040, 1.0 / 120, -1.0 / 6});
  // What r.low adds: its product with the cosine, 1 - z / 2 + ….
  Value rest = e.fma(e.mul(e.f64(-0.5), z), r.low, r.low);
  return e.add(x, e.fma(e.mul(x, z), series, rest));
}

static Value cosineOf(Emitter &e, Pair r) {
  Value x = r.high, z = e.mul(x, x);
  Value series = e.horner<double>(z, {1.0 / 20922789888000, -1.0 / 87178291200,
                                      1.0 / 479001600, -1.0 / 3628800,
                                      1.0 / 40320, -1.0 / 720, 1.0 / 24});
  Value one = e.f64(1.0), half = e.mul(z, e.f64(0.5));
  Value w = e.sub(one, half);
  Value lost = e.sub(e.sub(one, w), half);
  Value rest = e.fma(e.neg(x), r.low, e.mul(e.mul(z, z), series));
  return e.add(w, e.add(lost, rest));
}

/// Infinity and NaN have no angle.
static Value ifFinite(Emitter &e, Value x, Value result) {
  Value finite = e.cmp(Predicate::OLT, e.abs(x), e.f64(INFINITY));
  return e.select(finite, result, e.f64(NAN));
}

static Value isOdd(Emitter &e, Value quadrant) {
  return e.cmpi(IntPredicate::ne, e.andi(quadrant, e.i64(1)), e.i64(0));
}

static Value sinOrCos(Emitter &e, Value x, unsigned quarterTurns) {
  Angle angle = reduce(e, x);
  Value quadrant = e.addi(angle.quadrant, e.i64(quarterTurns));
  Value value =
      e.select(isOdd(e, quadrant), cosineOf(e, angle.r), sineOf(e, angle.r));
  Value flip = e.shl(e.andi(quadrant, e.i64(2)), e.i64(62));
  return ifFinite(e, x, e.asF64(e.xori(e.bits(value), flip)));
}

/// Below 2^-27 sine, tangent and their inverses are x, with its sign.
static Value unlessTiny(Emitter &e, Value x, Value result) {
  Value tiny = e.cmp(Predicate::OLT, e.abs(x), e.f64(0x1p-27));
  return e.select(tiny, x, result);
}

Value kopt::emitSin64(Emitter &e, Value x) {
  return unlessTiny(e, x, sinOrCos(e, x, 0));
}

Value kopt::emitCos64(Emitter &e, Value x) { return sinOrCos(e, x, 1); }

Value kopt::emitTan64(Emitter &e, Value x) {
  Angle angle = reduce(e, x);
  Value sine = sineOf(e, angle.r), cosine = cosineOf(e, angle.r);
  Value odd = isOdd(e, angle.quadrant);
  Value over = e.select(odd, e.neg(cosine), sine);
  Value under = e.select(odd, sine, cosine);
  return unlessTiny(e, x, ifFinite(e, x, e.div(over, under)));
}

/// atan of a value in [0, 1].
static Value atanOfUnit(Emitter &e, Value t) {
  // Above tan(pi/8): pi/4 + atan((t - 1) / (t + 1)).
  Value one = e.f64(1.0), zero = e.f64(0.0);
  Value high = e.cmp(Predicate::OGT, t, e.f64(0.41421356237309503));
  Value u = e.select(high, e.div(e.sub(t, one), e.add(t, one)), t);
  Value s = e.mul(u, u);
  SmallVector<double> series;
  for (int k = 22; k >= 1; --k)
    series.push_back((k % 2 ? -1.0 : 1.0) / (2 * k + 1));
  Value rest = e.mul(e.mul(u, s), e.horner<double>(s, series));
  Value base = e.select(high, e.f64(kHalfPi / 2), zero);
  Value baseLow = e.select(high, e.f64(kHalfPiLow / 2), zero);
  Pair sum = kopt::fastTwoSum(e, base, u);
  return e.add(sum.high, e.add(sum.low, e.add(rest, baseLow)));
}

Value kopt::emitAtan264(Emitter &e, Value y, Value x) {
  Value ay = e.abs(y), ax = e.abs(x), inf = e.f64(INFINITY);
  Value steep = e.cmp(Predicate::OGT, ay, ax);
  Value least = e.select(steep, ax, ay), most = e.select(steep, ay, ax);
  Value q = e.div(least, most);
  // 0/0 is the axis, infinity/infinity the diagonal.
  q = e.select(e.cmp(Predicate::OEQ, least, inf), e.f64(1.0), q);
  q = e.select(e.cmp(Predicate::OEQ, most, e.f64(0.0)), e.f64(0.0), q);
  Value r = atanOfUnit(e, q);
  auto from = [&](double angle, double low) {
    return e.sub(e.f64(angle), e.sub(r, e.f64(low)));
  };
  r = e.select(steep, from(kHalfPi, kHalfPiLow), r);
  Value left = e.cmpi(IntPredicate::slt, e.bits(x), e.i64(0)); // -0 as well
  r = e.select(left, from(2 * kHalfPi, 2 * kHalfPiLow), r);
  r = e.copySign(r, y);
  return e.select(e.cmp(Predicate::UNO, x, y), e.f64(NAN), r);
}

Value kopt::emitAtan64(Emitter &e, Value x) {
  return unlessTiny(e, x, emitAtan264(e, x, e.f64(1.0)));
}

/// sqrt(1 - x^2), NaN where |x| > 1.
static Value otherLeg(Emitter &e, Value x) {
  Value one = e.f64(1.0);
  return e.op<math::SqrtOp>(e.mul(e.sub(one, x), e.add(one, x)));
}

Value kopt::emitAsin64(Emitter &e, Value x) {
  return unlessTiny(e, x, emitAtan264(e, x, otherLeg(e, x)));
}

Value kopt::emitAcos64(Emitter &e, Value x) {
  return emitAtan264(e, otherLeg(e, x), x);
}
