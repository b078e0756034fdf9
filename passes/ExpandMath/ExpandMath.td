//===- ExpandMath.td - Functions without a library ---------*- tablegen -*-===//

#ifndef PASSES_EXPANDMATH_TD
#define PASSES_EXPANDMATH_TD

include "mlir/Pass/PassBase.td"

def ExpandMathPass : Pass<"kopt-expand-math", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Replace math functions by arithmetic, on both devices alike";
  let description = [{
    Works on form 3, on scalars and vectors of f32; f16 and bf16 are computed in
    f32. A function with `fastmath<afn>` becomes approximate instructions of
    `kopt_nv` (exp, exp2, log, log2, tanh, rsqrt); any other becomes upstream's
    polynomial approximation, or exact operations (rsqrt is 1 / sqrt). What
    stays are operations with an exact PTX instruction: fma, sqrt, abs, floor,
    ceil, trunc, roundeven, copysign.

    A function for which there is no expansion is a located error: as a call
    into a device library it would have no meaning on a user's machine.
  }];
  let dependentDialects = [
    "::kopt::nv::KoptNVDialect", "::mlir::arith::ArithDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // PASSES_EXPANDMATH_TD
