//===- ExpandMath.td - Functions without a library ---------*- tablegen -*-===//

#ifndef PASSES_EXPANDMATH_TD
#define PASSES_EXPANDMATH_TD

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"kopt-expand-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Replace math functions by arithmetic, on both devices alike";
  let description = [{
    Works on form 3, on scalars and vectors of f32 and f64; f16 and bf16 are
    computed in f32. On f32 a function with `fastmath<afn>` becomes approximate
    instructions of `kopt_nv` (exp, exp2, log, log2, tanh, rsqrt). Without it
    exp, exp2, expm1, log, log2, log10, log1p, tanh, erf, sin, cos, powf and
    rsqrt (as 1 / sqrt) become expansions within 2.5 units in the last place for
    every input. tan is sin / cos; cbrt and the inverse and hyperbolic functions
    are computed in f64, as is fpowi but for exponents from 1 to 4, which become
    products. erfc becomes upstream's polynomial, whose error nothing
    here bounds. On f64 exp, exp2, log, log2, log10, log1p, powf, cbrt, sin, cos
    and erf are within 1 unit, expm1 and rsqrt within 1.5, the others within
    3.5: measured on random arguments of every binade, with flags or without.
    `kopt.quotient` becomes four multiply-adds behind a test of the range, with
    the division for what is outside. What stays are operations with an exact PTX instruction: fma of f32 and f64,
    sqrt, abs, floor, ceil, roundeven, copysign; trunc and round become floor
    and copysign, tests for NaN and infinity comparisons.

    A function for which there is no expansion is a located error: as a call
    into a device library it would have no meaning on a user's machine.
  }];
  let dependentDialects = [
    "::kopt::nv::KoptNVDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

#endif // PASSES_EXPANDMATH_TD
