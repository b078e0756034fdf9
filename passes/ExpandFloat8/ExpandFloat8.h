//===- ExpandFloat8.h - Floats of 8 bits ------------------------*- C++ -*-===//

#ifndef PASSES_EXPANDFLOAT8_EXPANDFLOAT8_H
#define PASSES_EXPANDFLOAT8_EXPANDFLOAT8_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/ExpandFloat8/ExpandFloat8.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/ExpandFloat8/ExpandFloat8.h.inc"

class Emitter;

/// Is `type` (a scalar, or a vector's elements) a float of 8 bits that has an
/// expansion: f8E4M3FN or f8E5M2?
bool isFloat8(mlir::Type type);

/// The f8 numbers `x` in f32, exactly. A NaN stays one, of the same sign.
mlir::Value emitExtend8(Emitter &e, mlir::Value x);

/// `x`, of f32 or f64, rounded once to `format` (nearest, ties to even), as
/// llvm::APFloat converts it: what is too large becomes an infinity, or NaN
/// where `format` has none.
mlir::Value emitTruncate8(Emitter &e, mlir::Value x, mlir::FloatType format);

} // namespace kopt

#endif // PASSES_EXPANDFLOAT8_EXPANDFLOAT8_H
