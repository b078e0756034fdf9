//===- ComputeOps.td - Operations on tiles -----------------*- tablegen -*-===//
//
// Elementwise work is upstream arith and math on tensors, a splat is
// tensor.splat; only what upstream lacks is here.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_COMPUTE_OPS_TD
#define KOPT_COMPUTE_OPS_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Kopt_IotaOp : Kopt_Op<"iota", [Pure]> {
  let summary = "coordinates of a tile along one dimension";
  let description = [{
    Element (d0, …) is d_`dim`, as an integer or index.

    Precondition: `dim` is a dimension of the tile; its extent fits the type.

    Example: `%i = kopt.iota 1 : tensor<4x1024xi32>`
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$dim);
  let results = (outs RankedTensorOf<[AnySignlessIntegerOrIndex]>:$result);
  let assemblyFormat = "$dim attr-dict `:` type($result)";
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
}

def Kopt_BroadcastOp : Kopt_Op<"broadcast", [Pure]> {
  let summary = "repeat a tile along new or unit dimensions";
  let description = [{
    Dimension `i` of the operand is dimension `dims[i]` of the result; along the
    others the operand repeats. `dims` increases strictly.

    Precondition: the extents of the named dimensions agree.

    Example: `%b = kopt.broadcast %r dims [0] : tensor<4xf32> -> tensor<4x1024xf32>`
  }];
  let arguments = (ins AnyRankedTensor:$source, DenseI64ArrayAttr:$dims);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `dims` $dims attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

def Kopt_TransposeOp : Kopt_Op<"transpose", [Pure]> {
  let summary = "permute the dimensions of a tile";
  let description = [{
    Dimension `i` of the result is dimension `perm[i]` of the operand. By itself
    this renames what each thread holds; data moves where a user of the result
    wants another layout.

    Precondition: `perm` is a permutation of the dimensions.

    Example: `%t = kopt.transpose %x perm [1, 0] : tensor<64x32xbf16> -> tensor<32x64xbf16>`
  }];
  let arguments = (ins AnyRankedTensor:$source, DenseI64ArrayAttr:$perm);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `perm` $perm attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

/// One f32, or one an element: of a tile, or of what a thread has of it.
def Kopt_F32Like : AnyTypeOf<[F32, VectorOfAnyRankOf<[F32]>, RankedTensorOf<[F32]>]>;

def Kopt_QuotientOp : Kopt_Op<"quotient", [Pure, SameOperandsAndResultType] # ElementwiseMappable.traits> {
  let summary = "division by a number whose reciprocal is known";
  let description = [{
    The correctly rounded `numerator / divisor`, as `arith.divf` gives it for
    every input. `high` and `low` let the lowering do without a division where
    all values are in a safe range: many elements share their divisor, so both
    are formed once.

    Preconditions: `high` is 1 / divisor, correctly rounded; `low` is
    (1 - divisor * high) * high, computed with a fused multiply-add.
    Postcondition: the bits of `arith.divf numerator, divisor`.

    Example:
    ```mlir
    %q = kopt.quotient %x, %d, %high, %low : tensor<2x64xf32>
    ```
  }];
  let arguments = (ins Kopt_F32Like:$numerator, Kopt_F32Like:$divisor,
                       Kopt_F32Like:$high, Kopt_F32Like:$low);
  let results = (outs Kopt_F32Like:$result);
  let assemblyFormat = [{
    $numerator `,` $divisor `,` $high `,` $low attr-dict `:` type($result)
  }];
}

def Kopt_ReduceOp : Kopt_Op<"reduce", [
    Pure, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "combine a tile along one dimension with a monoid";
  let description = [{
    Reduces a tuple of equally shaped tiles along `axis` with the combiner: the
    region takes the tuple of the left, then of the right, and yields the
    combined tuple. `identity` holds one neutral element a tile. The order of
    combination is not specified, except that it is the same at every run.

    A reduction over an axis that is padded must see the identity in the padded
    elements: put an `arith.select` before it.

    `across`: how the reduction crosses threads (`#kopt.across`); absent:
    through shared memory.

    Preconditions: the combiner is associative and commutative up to rounding,
    `identity` is neutral for it. Postcondition: dimension `axis` is gone.

    Example:
    ```mlir
    %s = kopt.reduce (%t) axis 1 identity [0.0 : f32] {across = #kopt.across<lanes>} : (tensor<4x1024xf32>) -> tensor<4xf32> {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis,
                       ArrayAttr:$identity,
                       OptionalAttr<Kopt_AcrossAttr>:$across);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `(` $inputs `)` `axis` $axis `identity` $identity attr-dict `:` functional-type($inputs, $results) $combiner
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getInputType(unsigned i = 0) {
      return ::mlir::cast<::mlir::RankedTensorType>(getInputs()[i].getType());
    }
  }];
}

def Kopt_YieldOp : Kopt_Op<"yield", [
    Pure, Terminator, ReturnLike, 
    ParentOneOf<["OrderOp", "ReduceOp", "ScanOp", "SortOp", "TopKOp"]>]> {
  let summary = "result of a combiner, comparison or turn";
  let description = [{
    Example: `kopt.yield %c : f32`
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
  let builders = [OpBuilder<(ins), [{ }]>];
}

def Kopt_ConvertLayoutOp : Kopt_Op<"convert_layout", [Pure, SameOperandsAndResultShape, SameOperandsAndResultElementType]> {
  let summary = "the same tile, distributed otherwise over the threads";
  let description = [{
    Identity on values; the types differ in their `#kopt.layout` encoding only.
    Inserted by kopt-assign-layouts; skills never see it.

    Example: `%b = kopt.convert_layout %a : tensor<64xf32, #a> -> tensor<64xf32, #b>`
  }];
  let arguments = (ins AnyRankedTensor:$source);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
}

#endif // KOPT_COMPUTE_OPS_TD
