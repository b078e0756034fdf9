//===- Double.h - Expansions for f64 ----------------------------*- C++ -*-===//

#ifndef PASSES_EXPANDMATH_DOUBLE_H
#define PASSES_EXPANDMATH_DOUBLE_H

#include "passes/ExpandMath/Emitter.h"

namespace kopt {

/// A number as the unevaluated sum of two f64, `low` below half a unit in the
/// last place of `high` unless said otherwise: some 106 bits.
struct Pair {
  mlir::Value high, low;
};

/// x + y exactly, for |x| >= |y| or x = 0 (Dekker 1971).
Pair fastTwoSum(Emitter &e, mlir::Value x, mlir::Value y);
/// x + y exactly (Knuth).
Pair twoSum(Emitter &e, mlir::Value x, mlir::Value y);
/// x * y exactly, but for underflow.
Pair twoProduct(Emitter &e, mlir::Value x, mlir::Value y);
/// x * y with a relative error of some 2^-100.
Pair product(Emitter &e, Pair x, Pair y);
Pair constantPair(Emitter &e, double high, double low);

/// 2^shift * e^(high + low) over the whole range; NaN passes. `low` is small
/// beside 1 wherever the result is neither 0 nor infinite.
mlir::Value expOfPair(Emitter &e, Pair x, int shift = 0);
/// log x = n * ln 2 + m, |m| < 0.35, for finite positive x.
struct LogParts {
  mlir::Value n;
  Pair m;
};
LogParts logParts(Emitter &e, mlir::Value x);
/// n * ln 2 + m.
Pair joinLog(Emitter &e, LogParts parts);

/// \name Expansions for f64 scalars and vectors
/// Each is the correctly signed IEEE function for every input, NaN, infinities
/// and subnormals included; test/unit/ExpandMath has their bounds in units in
/// the last place.
/// @{
mlir::Value emitExp64(Emitter &e, mlir::Value x);
mlir::Value emitExp264(Emitter &e, mlir::Value x);
mlir::Value emitExpm164(Emitter &e, mlir::Value x);
mlir::Value emitTanh64(Emitter &e, mlir::Value x);
mlir::Value emitSinh64(Emitter &e, mlir::Value x);
mlir::Value emitCosh64(Emitter &e, mlir::Value x);
mlir::Value emitLog64(Emitter &e, mlir::Value x);
mlir::Value emitLog264(Emitter &e, mlir::Value x);
mlir::Value emitLog1064(Emitter &e, mlir::Value x);
mlir::Value emitLog1p64(Emitter &e, mlir::Value x);
mlir::Value emitPow64(Emitter &e, mlir::Value x, mlir::Value y);
mlir::Value emitCbrt64(Emitter &e, mlir::Value x);
mlir::Value emitAsinh64(Emitter &e, mlir::Value x);
mlir::Value emitAcosh64(Emitter &e, mlir::Value x);
mlir::Value emitAtanh64(Emitter &e, mlir::Value x);
mlir::Value emitSin64(Emitter &e, mlir::Value x);
mlir::Value emitCos64(Emitter &e, mlir::Value x);
mlir::Value emitTan64(Emitter &e, mlir::Value x);
mlir::Value emitAtan64(Emitter &e, mlir::Value x);
mlir::Value emitAtan264(Emitter &e, mlir::Value y, mlir::Value x);
mlir::Value emitAsin64(Emitter &e, mlir::Value x);
mlir::Value emitAcos64(Emitter &e, mlir::Value x);
mlir::Value emitErf64(Emitter &e, mlir::Value x);
mlir::Value emitErfc64(Emitter &e, mlir::Value x);
mlir::Value emitRsqrt64(Emitter &e, mlir::Value x);
/// @}

} // namespace kopt

#endif // PASSES_EXPANDMATH_DOUBLE_H
