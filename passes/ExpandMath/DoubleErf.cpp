//===- DoubleErf.cpp - erf and erfc of f64 --------------------------------===//
//
// Polynomials through Chebyshev nodes: of erf(x) / x on [0, 0.9], and of
// (x + 1) e^(x^2) erfc(x) in (x - 4) / (x + 4) on [0.45, 28].
//
//===----------------------------------------------------------------------===//

#include "passes/ExpandMath/Double.h"

#include <cmath>

using namespace mlir;
using kopt::Emitter;
using kopt::Pair;
using Predicate = Emitter::Predicate;

/// For |x| <= 0.9.
static Value erfOfSmall(Emitter &e, Value x) {
  Value p = e.horner<double>(
      e.mul(x, x),
      {-4.615641778875256e-12, 8.926417222990048e-11, -1.221900256750841e-09,
       1.480035584787483e-08, -1.6365393052661261e-07, 1.6462093352666465e-06,
       -1.492564966813067e-05, 0.00012055332965964653, -0.000854832702320435,
       0.005223977625439699, -0.0268661706451311, 0.11283791670955125,
       -0.37612638903183754, 0.1283791670955126});
  return e.fma(x, p, x);
}

/// For x >= 0.45; from 28 on it is 0.
static Value erfcOfLarge(Emitter &e, Value x) {
  x = e.select(e.cmp(Predicate::OGT, x, e.f64(28.0)), e.f64(28.0), x);
  Value t = e.div(e.sub(x, e.f64(4.0)), e.add(x, e.f64(4.0)));
  Value p = e.horner<double>(
      t,
      {9.392895614424143e-10,   -4.064954138730642e-09, -9.89083766156757e-09,
       4.423589599070568e-08,   4.970720167760636e-08,  -3.618400211364753e-07,
       5.046022400787753e-09,   2.6489815697547567e-06, -4.13881468492126e-06,
       -1.3150673082449481e-05, 6.403283699112006e-05,  -6.013688190953106e-05,
       -0.00038976750709709176, 0.002116421600937771,   -0.0060687352168186685,
       0.012161784751340254,    -0.017515654646762947,  0.01531250967939455,
       0.003962055681299808,    -0.048080381221310295,  0.11704966551044234,
       -0.19934458280036707,    0.6849972881253069});
  Pair square = kopt::twoProduct(e, x, x);
  Value power = kopt::expOfPair(e, {e.neg(square.high), e.neg(square.low)});
  return e.mul(power, e.div(p, e.add(x, e.f64(1.0))));
}

Value kopt::emitErf64(Emitter &e, Value x) {
  Value a = e.abs(x);
  Value large = e.sub(e.f64(1.0), erfcOfLarge(e, a));
  return e.select(e.cmp(Predicate::OLT, a, e.f64(0.9)), erfOfSmall(e, x),
                  e.copySign(large, x));
}

Value kopt::emitErfc64(Emitter &e, Value x) {
  Value a = e.abs(x), two = e.f64(2.0);
  Value large = erfcOfLarge(e, a);
  Value negative = e.cmp(Predicate::OLT, x, e.f64(0.0));
  large = e.select(negative, e.sub(two, large), large);
  Value small = e.sub(e.f64(1.0), erfOfSmall(e, x));
  return e.select(e.cmp(Predicate::OLT, a, e.f64(0.5)), small, large);
}
