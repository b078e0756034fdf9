//===- CollectiveOps.td - Scans, sorts, counts of tiles ----*- tablegen -*-===//
//
// Operations whose result elements depend on many elements of a tile, beside
// kopt.reduce.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_COLLECTIVE_OPS_TD
#define KOPT_COLLECTIVE_OPS_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kopt_ScanOp : Kopt_Op<"scan", [
    Pure, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "running combination of a tile along one dimension";
  let description = [{
    Element i of scan `n` combines elements 0 to i of input `n` along `axis`
    (0 to i - 1 where `exclusive`; the identity first), from the last to the
    first where `reverse`. The results are the scans of the inputs, then their
    totals, without dimension `axis`: what a loop over longer rows carries on.
    Combiner and `identity` are as for `kopt.reduce`; the left arguments are
    those that come first, and the combiner need not be commutative.

    Preconditions: the combiner is associative up to rounding, `identity` is
    neutral for it. Postcondition: one fixed order of combination.

    Example:
    ```mlir
    %s, %t = kopt.scan (%x) axis 1 identity [0.0 : f32] : (tensor<4x1024xf32>) -> (tensor<4x1024xf32>, tensor<4xf32>) {
    ^bb0(%a: f32, %b: f32):
      %c = arith.addf %a, %b : f32
      kopt.yield %c : f32
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis,
                       ArrayAttr:$identity,
                       UnitAttr:$exclusive, UnitAttr:$reverse);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$combiner);
  let assemblyFormat = [{
    `(` $inputs `)` `axis` $axis `identity` $identity (`exclusive` $exclusive^)?
    (`reverse` $reverse^)? attr-dict `:` functional-type($inputs, $results) $combiner
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getInputType(unsigned i = 0) {
      return ::mlir::cast<::mlir::RankedTensorType>(getInputs()[i].getType());
    }
    /// The scan of input `i`.
    ::mlir::Value getScan(unsigned i = 0) { return getResult(i); }
    /// The total of input `i`.
    ::mlir::Value getTotal(unsigned i = 0) { return getResult(getInputs().size() + i); }
  }];
}

def Kopt_SortOp : Kopt_Op<"sort", [
    Pure, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "order the tuples of a tile along one dimension";
  let description = [{
    The region takes a tuple, then another one, and yields whether the first
    comes strictly before the second. Equal tuples keep no order, so an index
    among the inputs that the region compares last makes the sort stable.

    Precondition: the region is a strict weak order (`ogt` alone is none where
    there is NaN). Postcondition: each line along `axis` is a permutation of the
    input's, in that order, the same at every run.

    Example: largest first, the lower index first among equals
    ```mlir
    %k, %j = kopt.sort (%x, %i) axis 1 : (tensor<4x64xf32>, tensor<4x64xi32>) -> (tensor<4x64xf32>, tensor<4x64xi32>) {
    ^bb0(%a: f32, %ai: i32, %b: f32, %bi: i32):
      %gt = arith.cmpf ogt, %a, %b : f32
      %eq = arith.cmpf oeq, %a, %b : f32
      %lt = arith.cmpi slt, %ai, %bi : i32
      %tie = arith.andi %eq, %lt : i1
      %before = arith.ori %gt, %tie : i1
      kopt.yield %before : i1
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$before);
  let assemblyFormat = [{
    `(` $inputs `)` `axis` $axis attr-dict `:` functional-type($inputs, $results) $before
  }];
  let hasVerifier = 1;
}

def Kopt_TopKOp : Kopt_Op<"top_k", [
    Pure, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "the first k tuples of a tile in an order, along one dimension";
  let description = [{
    The first `k` tuples that `kopt.sort` with the same region would give, in
    that order.

    Preconditions: as for `kopt.sort`; `k` is from 1 to the extent of `axis`.
    Postcondition: dimension `axis` has extent `k`. Of equal tuples at the end
    any may be taken, the same at every run.

    Example:
    ```mlir
    %v = kopt.top_k (%x) axis 1 k 8 : (tensor<4x1024xf32>) -> tensor<4x8xf32> {
    ^bb0(%a: f32, %b: f32):
      %before = arith.cmpf ogt, %a, %b : f32
      kopt.yield %before : i1
    }
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       ConfinedAttr<I64Attr, [IntNonNegative]>:$axis,
                       ConfinedAttr<I64Attr, [IntPositive]>:$k);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let regions = (region SizedRegion<1>:$before);
  let assemblyFormat = [{
    `(` $inputs `)` `axis` $axis `k` $k attr-dict `:` functional-type($inputs, $results) $before
  }];
  let hasVerifier = 1;
}

def Kopt_HistogramOp : Kopt_Op<"histogram", [Pure]> {
  let summary = "how often each value is in a tile";
  let description = [{
    Element b of the result counts the elements of `source` that are b, read as
    unsigned numbers; an element that is not less than the result's extent
    counts nowhere (so negative elements mask).

    Precondition: the result has rank 1. Postcondition: exact.

    Example: `%h = kopt.histogram %t : tensor<4096xi32> -> tensor<256xi32>`
  }];
  let arguments = (ins RankedTensorOf<[AnySignlessIntegerOrIndex]>:$source);
  let results = (outs 1DTensorOf<[I32]>:$result);
  let assemblyFormat = "$source attr-dict `:` type($source) `->` type($result)";
  let hasVerifier = 1;
}

#endif // KOPT_COLLECTIVE_OPS_TD
