//===- TmTensorOps.td - Scan, scatter, sort, top-k, attention *- tablegen -*-===//

#ifndef TM_TENSOR_OPS_TD
#define TM_TENSOR_OPS_TD

include "dialects/TmTensor/TmTensorDialect.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// Destination style on tensors; `outputs` have the results' types.
class TmTensor_DestinationOp<string mnemonic, list<Trait> traits = []>
    : TmTensor_Op<mnemonic, [AttrSizedOperandSegments, Pure] # traits> {
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let hasVerifier = 1;
}

/// One with a region that combines or compares scalars.
class TmTensor_BodyOp<string mnemonic> : TmTensor_DestinationOp<mnemonic, [
    SingleBlockImplicitTerminator<"::kopt::tm::YieldOp">]> {
  let regions = (region SizedRegion<1>:$region);
}

def TmTensor_ScanOp : TmTensor_BodyOp<"scan"> {
  let summary = "prefixes along a dimension";
  let description = [{
    With `f` the region: inclusive `o[0] = x[0]`, `o[i] = f(o[i-1], x[i])`;
    exclusive `o[0] = a`, `o[i] = f(o[i-1], x[i-1])`, where `a` is the second
    output. The second result is the last combination, or `a` where there was
    none.

    Preconditions: one input and two outputs of its element type; the second
    output lacks the dimension. Postconditions: as above.

    Example:
    ```mlir
    %o:2 = tm_tensor.scan dimension(0) inclusive(true)
        ins(%x : tensor<4xi32>) outs(%e, %a : tensor<4xi32>, tensor<i32>) {
    ^bb0(%s: i32, %v: i32):
      %t = arith.addi %s, %v : i32
      tm_tensor.yield %t : i32
    } -> tensor<4xi32>, tensor<i32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       I64Attr:$dimension, BoolAttr:$inclusive);
  let assemblyFormat = [{
    `dimension` `(` $dimension `)` `inclusive` `(` $inclusive `)` attr-dict
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TmTensor_ScatterOp : TmTensor_BodyOp<"scatter"> {
  let summary = "combine updates into elements that indices name";
  let description = [{
    For each row `u` of `indices` (the second input), in order, and each element
    of the slice `updates[u]` (the first): `o[p] = f(update, o[p])`, where `p`
    are the slice's coordinates as the last ones, and `indices[u, k]` is added to
    coordinate `dimension_map[k]`. Updates outside of `o` are left out.

    Preconditions: indices of two dimensions, the second one static; the indices
    and the slice cover the coordinates. Postconditions: as above; the order of
    rows is kept even where `unique_indices` says that it does not matter.

    Example:
    ```mlir
    %o = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false)
        ins(%u, %i : tensor<3xf32>, tensor<3x1xi32>) outs(%x : tensor<8xf32>) {
    ^bb0(%new: f32, %old: f32):
      %s = arith.addf %new, %old : f32
      tm_tensor.yield %s : f32
    } -> tensor<8xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs,
                       DenseI64ArrayAttr:$dimension_map,
                       DefaultValuedAttr<BoolAttr, "true">:$unique_indices);
  let assemblyFormat = [{
    attr-dict `unique_indices` `(` $unique_indices `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TmTensor_SortOp : TmTensor_BodyOp<"sort"> {
  let summary = "sort lines along a dimension";
  let description = [{
    The outputs are sorted together, so that the region (two elements of each
    output: an earlier one, a later one) holds for neighbours. What compares
    equal stays in order. Lines with NaN among what is compared have it last.

    Preconditions: no input; outputs of one shape; the region is an order.
    Postconditions: each line is a permutation of what it was.

    Example:
    ```mlir
    %s:2 = tm_tensor.sort dimension(0) outs(%x, %i : tensor<9xf32>, tensor<9xi64>) {
    ^bb0(%a: f32, %b: f32, %p: i64, %q: i64):
      %c = arith.cmpf oge, %a, %b : f32
      tm_tensor.yield %c : i1
    } -> tensor<9xf32>, tensor<9xi64>
    ```
  }];
  let arguments = (ins Variadic<AnyType>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TmTensor_TopkOp : TmTensor_BodyOp<"topk"> {
  let summary = "the first k along a dimension, and where they were";
  let description = [{
    The outputs are a line of k that begins as it is passed; each input in turn
    takes its place before the first of them for which the region (input,
    member) holds. Without a second input, the positions are the dimension's
    coordinates.

    Preconditions: one or two inputs, two outputs, the second of i32; the first
    output is a fill; the region is a strict order. Postconditions: as above; of
    equal inputs the first one wins.

    Example:
    ```mlir
    %t:2 = tm_tensor.topk dimension(0) ins(%x : tensor<9xf32>)
        outs(%v, %i : tensor<2xf32>, tensor<2xi32>) {
    ^bb0(%new: f32, %old: f32):
      %c = arith.cmpf ogt, %new, %old : f32
      tm_tensor.yield %c : i1
    } -> tensor<2xf32>, tensor<2xi32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs, I64Attr:$dimension);
  let assemblyFormat = [{
    attr-dict `dimension` `(` $dimension `)`
    `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` $region (`->` type($results)^)?
  }];
}

def TmTensor_AttentionOp : TmTensor_DestinationOp<"attention"> {
  let summary = "softmax(q kᵀ / √d + mask) v";
  let description = [{
    Inputs q (…×n×d), k (…×m×d), v (…×m×e) and, optionally, a mask whose
    dimensions are the last ones of …×n×m.

    Preconditions: floats of one type; ranks of at least two. Postconditions:
    the result is …×n×e.

    Example:
    ```mlir
    %o = tm_tensor.attention ins(%q, %k, %v : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>)
        outs(%e : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
    ```
  }];
  let arguments = (ins Variadic<AnyRankedTensor>:$inputs,
                       Variadic<AnyRankedTensor>:$outputs);
  let assemblyFormat = [{
    attr-dict `ins` `(` $inputs `:` type($inputs) `)`
    `outs` `(` $outputs `:` type($outputs) `)` (`->` type($results)^)?
  }];
}

def TmTensor_YieldOp : TmTensor_Op<"yield", [Pure, ReturnLike, Terminator]> {
  let summary = "end of a region";
  let description = [{
    Example: `tm_tensor.yield %s : f32`
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let builders = [OpBuilder<(ins), [{ /* of nothing */ }]>];
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
}

#endif // TM_TENSOR_OPS_TD
