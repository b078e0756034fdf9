//===- KoptNVOps.td - Functions ----------------*- tablegen -*-===//

#ifndef KOPT_NV_OPS_TD
#define KOPT_NV_OPS_TD

include "dialects/KoptNV/KoptNVDialect.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class KoptNV_UnaryOp<string mnemonic, string what, string instruction>
    : KoptNV_Op<mnemonic, [Pure, SameOperandsAndResultType] # ElementwiseMappable.traits> {
  let summary = what;
  let description = "`" # instruction # [{`: one special-function instruction an
    element (without `.ftz` some more where subnormals may occur).

    Precondition: f32, or a vector of f32. Postcondition: the error is the one
    that the PTX manual states for the instruction; the simulated device gives
    the correctly rounded value.

    Example:
    ```mlir
    %y = kopt_nv.}] # mnemonic # [{ %x : f32
    ```
  }];
  let arguments = (ins AnyTypeOf<[F32, VectorOfAnyRankOf<[F32]>]>:$operand);
  let results = (outs AnyTypeOf<[F32, VectorOfAnyRankOf<[F32]>]>:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def KoptNV_Ex2ApproxOp : KoptNV_UnaryOp<"ex2_approx", "2 to the power of x", "ex2.approx.f32">;
def KoptNV_Ex2ApproxFtzOp : KoptNV_UnaryOp<"ex2_approx_ftz", "2 to the power of x, subnormals as zero", "ex2.approx.ftz.f32">;
def KoptNV_Lg2ApproxOp : KoptNV_UnaryOp<"lg2_approx", "base-2 logarithm", "lg2.approx.f32">;
def KoptNV_RsqrtApproxOp : KoptNV_UnaryOp<"rsqrt_approx", "reciprocal square root", "rsqrt.approx.f32">;
def KoptNV_RcpApproxOp : KoptNV_UnaryOp<"rcp_approx", "reciprocal", "rcp.approx.ftz.f32">;
def KoptNV_TanhApproxOp : KoptNV_UnaryOp<"tanh_approx", "hyperbolic tangent", "tanh.approx.f32">;

def KoptNV_SqrtRnOp : KoptNV_Op<"sqrt_rn", [Pure, SameOperandsAndResultType] # ElementwiseMappable.traits> {
  let summary = "correctly rounded square root";
  let description = [{
    `sqrt.rn.f32`. Unlike `math.sqrt`, no pattern of the back end merges it with
    a division into the approximate reciprocal square root.

    Precondition: f32, or a vector of f32. Postcondition: correctly rounded;
    subnormals are kept.

    Example:
    ```mlir
    %y = kopt_nv.sqrt_rn %x : f32
    ```
  }];
  let arguments = (ins AnyTypeOf<[F32, VectorOfAnyRankOf<[F32]>]>:$operand);
  let results = (outs AnyTypeOf<[F32, VectorOfAnyRankOf<[F32]>]>:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

#endif // KOPT_NV_OPS_TD
