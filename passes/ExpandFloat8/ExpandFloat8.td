//===- ExpandFloat8.td - Floats of 8 bits ------------------*- tablegen -*-===//

#ifndef PASSES_EXPANDFLOAT8_TD
#define PASSES_EXPANDFLOAT8_TD

include "mlir/Pass/PassBase.td"

def ExpandFloat8Pass : Pass<"kopt-expand-float8", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Compute in f32 what is written on floats of 8 bits";
  let description = [{
    Works on form 3, on scalars and vectors of f8E4M3FN and f8E5M2. An operation
    of `arith` or `math`, or a `kopt.quotient`, computes in f32 and is rounded
    once more; signs (negf, absf, copysign) and selections work on the bits.
    Conversions become arithmetic on integers: exact to wider floats, and to
    f8 with one rounding from f32 or f64, to nearest, ties to even. What is too
    large becomes an infinity, in f8E4M3FN, which has none, NaN: as upstream
    folds constants, and not as `cvt.rn.satfinite` does, which gives the
    largest number.

    f32 has more than twice the digits of both types, so that one addition,
    multiplication, division or root rounds as if it were exact.

    No instruction of sm_89 or later is used: one module serves all chips.

    Another rounding mode, and every other float of 8 bits or fewer, stays and
    is an error of kopt-simt-to-nvvm. Assumes: tiles are scalars and vectors.
    Leaves to others: functions on f32 (kopt-expand-math).
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect"];
}

#endif // PASSES_EXPANDFLOAT8_TD
