//===- Wide.cpp - Functions computed in f64 -------------------------------===//
//
// Inverse trigonometric and hyperbolic functions of f32. The 29 extra bits of
// f64 cover every cancellation; the only rounding to f32 is the last.
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Emitter.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using Predicate = Emitter::Predicate;

static constexpr double kPi = 3.14159265358979323846,
                        kLn2 = 0.693147180559945309;
static constexpr double kLog2E = 1.44269504088896341;

static Value widen(Emitter &e, Value x) {
  return e.to<arith::ExtFOp>(x, e.b.getF64Type());
}

static Value narrow(Emitter &e, Value x) {
  return e.to<arith::TruncFOp>(x, e.b.getF32Type());
}

/// atan of a value in [0, 1].
static Value atanOfUnit(Emitter &e, Value t) {
  // Above tan(pi/8): pi/4 + atan((t - 1) / (t + 1)).
  Value one = e.f64(1.0);
  Value high = e.cmp(Predicate::OGT, t, e.f64(0.41421356237309503));
  Value u = e.select(high, e.div(e.sub(t, one), e.add(t, one)), t);
  Value s = e.mul(u, u);
  Value series = e.horner<double>(
      s, {1.0 / 25, -1.0 / 23, 1.0 / 21, -1.0 / 19, 1.0 / 17, -1.0 / 15,
          1.0 / 13, -1.0 / 11, 1.0 / 9, -1.0 / 7, 1.0 / 5, -1.0 / 3, 1.0});
  Value r = e.mul(u, series);
  return e.select(high, e.add(r, e.f64(kPi / 4)), r);
}

/// atan2 of f64 values; exact zeros and infinities as IEEE says, NaN passes.
static Value atan2Wide(Emitter &e, Value y, Value x) {
  Value ay = e.abs(y), ax = e.abs(x);
  Value steep = e.cmp(Predicate::OGT, ay, ax);
  Value least = e.select(steep, ax, ay), most = e.select(steep, ay, ax);
  Value q = e.div(least, most);
  // 0/0 is the axis, infinity/infinity the diagonal.
  Value equalInf = e.cmp(Predicate::OEQ, least, e.f64(INFINITY));
  q = e.select(equalInf, e.f64(1.0), q);
  q = e.select(e.cmp(Predicate::OEQ, most, e.f64(0.0)), e.f64(0.0), q);
  Value r = atanOfUnit(e, q);
  r = e.select(steep, e.sub(e.f64(kPi / 2), r), r);
  Value left =
      e.cmpi(Emitter::IntPredicate::slt, e.bits(x), e.i64(0)); // -0 as well
  r = e.select(left, e.sub(e.f64(kPi), r), r);
  r = e.copySign(r, y);
  return e.select(e.cmp(Predicate::UNO, x, y), e.f64(NAN), r);
}

Value kopt::emitAtan2(Emitter &e, Value y, Value x) {
  return narrow(e, atan2Wide(e, widen(e, y), widen(e, x)));
}

Value kopt::emitAtan(Emitter &e, Value x) {
  return narrow(e, atan2Wide(e, widen(e, x), e.f64(1.0)));
}

/// sqrt(1 - x^2), NaN where |x| > 1.
static Value otherLeg(Emitter &e, Value x) {
  Value one = e.f64(1.0);
  return e.op<math::SqrtOp>(e.mul(e.sub(one, x), e.add(one, x)));
}

Value kopt::emitAsin(Emitter &e, Value x) {
  Value w = widen(e, x);
  return narrow(e, atan2Wide(e, w, otherLeg(e, w)));
}

Value kopt::emitAcos(Emitter &e, Value x) {
  Value w = widen(e, x);
  return narrow(e, atan2Wide(e, otherLeg(e, w), w));
}

Value kopt::emitTan(Emitter &e, Value x) {
  return e.div(emitSin(e, x), emitCos(e, x));
}

Value kopt::emitCbrt(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value third = e.mul(log2Wide(e, widen(e, a)), e.f64(1.0 / 3));
  Value root = narrow(e, exp2Wide(e, third));
  // 0, infinity and NaN are their own roots.
  Value inside = e.andi(e.cmp(Predicate::OGT, a, e.f32(0.0f)),
                        e.cmp(Predicate::OLT, a, e.f32(INFINITY)));
  return e.select(inside, e.copySign(root, x), x);
}

/// e^a for a = |x| as f64, cut where every f32 result is infinite anyway.
static Value expOfMagnitude(Emitter &e, Value a) {
  Value top = e.f64(100.0);
  Value bounded = e.select(e.cmp(Predicate::OGT, a, top), top, a);
  return exp2Wide(e, e.mul(bounded, e.f64(kLog2E)));
}

/// `result` with the sign of `x`; where |x| is small, x + c x^3 keeps the
/// digits that the formula cancels.
static Value oddFunction(Emitter &e, Value x, double c, Value result) {
  Value cube = e.mul(e.mul(x, x), x);
  Value series = e.fma(cube, e.f64(c), x);
  Value small = e.cmp(Predicate::OLT, e.abs(x), e.f64(0x1p-10));
  return e.copySign(e.select(small, series, result), x);
}

Value kopt::emitSinh(Emitter &e, Value x) {
  Value w = widen(e, x);
  Value p = expOfMagnitude(e, e.abs(w));
  Value r = e.mul(e.sub(p, e.div(e.f64(1.0), p)), e.f64(0.5));
  r = oddFunction(e, w, 1.0 / 6, r);
  // The cut-off of the exponential has hidden infinity; NaN was none.
  return e.select(e.cmp(Predicate::ORD, x, x), narrow(e, r), x);
}

Value kopt::emitCosh(Emitter &e, Value x) {
  Value p = expOfMagnitude(e, e.abs(widen(e, x)));
  Value r = e.mul(e.add(p, e.div(e.f64(1.0), p)), e.f64(0.5));
  return e.select(e.cmp(Predicate::ORD, x, x), narrow(e, r), x);
}

static Value logWide(Emitter &e, Value x) {
  return e.mul(log2Wide(e, x), e.f64(kLn2));
}

Value kopt::emitAsinh(Emitter &e, Value x) {
  Value w = widen(e, x), a = e.abs(w);
  Value root = e.op<math::SqrtOp>(e.fma(a, a, e.f64(1.0)));
  Value r = oddFunction(e, w, -1.0 / 6, logWide(e, e.add(a, root)));
  Value finite = e.cmp(Predicate::OLT, e.abs(x), e.f32(INFINITY));
  return e.select(finite, narrow(e, r), x);
}

Value kopt::emitAcosh(Emitter &e, Value x) {
  Value w = widen(e, x);
  Value root = e.op<math::SqrtOp>(e.fma(w, w, e.f64(-1.0)));
  Value r = narrow(e, logWide(e, e.add(w, root)));
  r = e.select(e.cmp(Predicate::OEQ, x, e.f32(INFINITY)), x, r);
  return e.select(e.cmp(Predicate::OGE, x, e.f32(1.0f)), r, e.f32(NAN));
}

Value kopt::emitAtanh(Emitter &e, Value x) {
  Value w = widen(e, x), a = e.abs(w), one = e.f64(1.0);
  Value ratio = e.div(e.add(one, a), e.sub(one, a));
  Value r = e.mul(logWide(e, ratio), e.f64(0.5));
  r = narrow(e, oddFunction(e, w, 1.0 / 3, r));
  Value ends = e.copySign(e.f32(INFINITY), x);
  Value magnitude = e.abs(x);
  r = e.select(e.cmp(Predicate::OEQ, magnitude, e.f32(1.0f)), ends, r);
  return e.select(e.cmp(Predicate::OLE, magnitude, e.f32(1.0f)), r, e.f32(NAN));
}
