//===- DotOps.td - Products of tiles -----------------------*- tablegen -*-===//

#ifndef KOPT_DOT_OPS_TD
#define KOPT_DOT_OPS_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// What `kopt.dot` and `kopt.dot_start` have in common.
class Kopt_DotLikeOp<string mnemonic, list<Trait> traits = []>
    : Kopt_Op<mnemonic, traits> {
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getLeftType() { return ::mlir::cast<::mlir::RankedTensorType>(getA().getType()); }
    ::mlir::RankedTensorType getRightType() { return ::mlir::cast<::mlir::RankedTensorType>(getB().getType()); }
    ::mlir::RankedTensorType getAccumulatorType() { return ::kopt::tileOf(getC().getType()); }
  }];
}

def Kopt_DotOp : Kopt_DotLikeOp<"dot", [Pure, AllTypesMatch<["c", "result"]>]> {
  let summary = "product of two tiles, added to a third";
  let description = [{
    `c + a · b`, with `a` of M x K, `b` of K x N and `c` of M x N. Products are
    exact and sums are of the accumulator's type: f32 for f32, f16, bf16 and f8
    operands (the two f8 types mix), f64 for f64, i32 for i8. The order of the
    sum is not specified, except that it is the same at every run.

    `on`: the instruction (`#kopt.on`); absent: `fma`.

    Preconditions: types and extents as above, and as `#kopt.on` says.
    Postcondition: as a sum of K products in some order, added to `c`.

    Example:
    ```mlir
    %d = kopt.dot %a, %b, %c {on = #kopt.on<mma>} : tensor<64x32xbf16>, tensor<32x128xbf16> -> tensor<64x128xf32>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b, AnyRankedTensor:$c,
                       OptionalAttr<Kopt_OnAttr>:$on);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $a `,` $b `,` $c attr-dict `:` type($a) `,` type($b) `->` type($result)
  }];
}

#endif // KOPT_DOT_OPS_TD
