//===- Trigonometric.cpp - sin and cos without a library ------------------===//
//
// Small arguments are reduced by Cody and Waite in f64 with pi/2 as a sum of
// two doubles, large ones by Payne and Hanek: the product with the 96 bits of
// 2/pi that matter for the exponent.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Emitter.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using Predicate = Emitter::Predicate;
using IntPredicate = Emitter::IntPredicate;

/// 32 zero bits, then the first 224 bits of 2/pi.
static constexpr uint32_t kTwoOverPi[] = {0x00000000, 0xa2f9836e, 0x4e441529,
                                          0xfc2757d1, 0xf534ddc0, 0xdb629599,
                                          0x3c439041, 0xfe5163ab};

namespace {
/// x = quadrant * pi/2 + r, |r| <= pi/4; quadrant as an i32, of which the two
/// low bits count.
struct Angle {
  Value quadrant, r;
};
} // namespace

/// For |x| < 2^16.
static Angle reduceSmall(Emitter &e, Value x) {
  Value magic = e.f64(6755399441055744.0); // 1.5 * 2^52
  Value wide = e.to<arith::ExtFOp>(x, e.b.getF64Type());
  Value sum = e.fma(wide, e.f64(6.36619772367581382e-01), magic);
  Value minus = e.sub(magic, sum);
  Value r = e.fma(minus, e.f64(1.5707963267948966), wide);
  r = e.fma(minus, e.f64(6.123233995736766e-17), r);
  return {e.to<arith::TruncIOp>(e.bits(sum), e.b.getI32Type()),
          e.to<arith::TruncFOp>(r, e.b.getF32Type())};
}

/// The 64 bits of 2/pi (after 32 zeros) that start at word `index` + `offset`,
/// for an index of 0 to 4.
static Value wordPair(Emitter &e, Value index, unsigned offset) {
  auto pair = [&](unsigned i) {
    return e.i64(uint64_t(kTwoOverPi[i]) << 32 | kTwoOverPi[i + 1]);
  };
  Value result = pair(offset);
  for (unsigned i = 1; i <= 4; ++i)
    result = e.select(e.cmpi(IntPredicate::eq, index, e.i64(i)),
                      pair(offset + i), result);
  return result;
}

/// For finite |x| >= 2^16. With x = M * 2^(e-23), M of 24 bits, the bits of
/// 2/pi above 2^-(e-24) give whole turns; the next 96 are W, and
/// x * 2/pi = M * W * 2^-94 modulo 4.
static Angle reduceLarge(Emitter &e, Value x) {
  auto wide = [&](Value v) {
    return e.to<arith::ExtUIOp>(v, e.b.getI64Type());
  };
  Value bits = wide(e.bits(e.abs(x)));
  Value exponent = e.subi(e.shr(bits, e.i64(23)), e.i64(127));
  Value mantissa = e.ori(e.andi(bits, e.i64(0x7fffff)), e.i64(0x800000));
  Value position = e.addi(exponent, e.i64(7));
  Value index = e.shr(position, e.i64(5));
  Value shift = e.andi(position, e.i64(31));
  Value product[3];
  for (unsigned i = 0; i < 3; ++i)
    product[i] =
        e.muli(mantissa, e.shr(e.shl(wordPair(e, index, i), shift), e.i64(32)));
  // The top 64 of the 96 bits: two of quadrant, 62 of fraction.
  Value top = e.addi(e.shl(product[0], e.i64(32)),
                     e.addi(product[1], e.shr(product[2], e.i64(32))));
  Value quadrant = e.shr(e.addi(top, e.i64(uint64_t(1) << 61)), e.i64(62));
  Value fraction = e.subi(top, e.shl(quadrant, e.i64(62)));
  Value r = e.mul(e.to<arith::SIToFPOp>(fraction, e.b.getF64Type()),
                  e.f64(3.4061215800865545e-19)); // pi/2 * 2^-62
  Value narrow = e.to<arith::TruncFOp>(r, e.b.getF32Type());
  Value turns = e.to<arith::TruncIOp>(quadrant, e.b.getI32Type());
  Value negative = e.cmp(Predicate::OLT, x, e.f32(0.0f));
  return {e.select(negative, e.subi(e.i32(0), turns), turns),
          e.select(negative, e.neg(narrow), narrow)};
}

static Value sinOrCos(Emitter &e, Value x, unsigned quarterTurns) {
  Angle small = reduceSmall(e, x), large = reduceLarge(e, x);
  Value isSmall = e.cmp(Predicate::OLT, e.abs(x), e.f32(65536.0f));
  Value quadrant = e.addi(e.select(isSmall, small.quadrant, large.quadrant),
                          e.i32(quarterTurns));
  Value r = e.select(isSmall, small.r, large.r);
  Value s = e.mul(r, r);
  Value sine = e.fma(e.mul(r, s),
                     e.horner<float>(s, {2.724931392e-06f, -1.984008268e-04f,
                                         8.333331905e-03f, -1.666666716e-01f}),
                     r);
  Value cosine =
      e.horner<float>(s, {-2.730044741e-07f, 2.480059629e-05f,
                          -1.388888806e-03f, 4.166666791e-02f, -0.5f, 1.0f});
  Value odd = e.cmpi(IntPredicate::ne, e.andi(quadrant, e.i32(1)), e.i32(0));
  Value value = e.select(odd, cosine, sine);
  Value flip = e.shl(e.andi(quadrant, e.i32(2)), e.i32(30));
  Value result = e.asF32(e.xori(e.bits(value), flip));
  // Infinity and NaN have no angle.
  Value finite = e.cmp(Predicate::OLT, e.abs(x), e.f32(INFINITY));
  return e.select(finite, result, e.f32(NAN));
}

Value kopt::emitSin(Emitter &e, Value x) {
  // A sum of positive zeros would lose the sign of -0.
  Value zero = e.cmp(Predicate::OEQ, x, e.f32(0.0f));
  return e.select(zero, x, sinOrCos(e, x, 0));
}

Value kopt::emitCos(Emitter &e, Value x) { return sinOrCos(e, x, 1); }
