//===- MemoryOps.td - Tiles from and to memory -------------*- tablegen -*-===//

#ifndef KOPT_MEMORY_OPS_TD
#define KOPT_MEMORY_OPS_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kopt_LoadOp : Kopt_Op<"load", [AttrSizedOperandSegments]> {
  let summary = "read a tile from memory";
  let description = [{
    Element (d0, …) of the tile is the element of `source` at `map(d0, …)[offsets]`:
    `map` has one dimension a tile dimension, one symbol an offset, one result a
    memref dimension. Without `map` it is the identity plus one offset a
    dimension (tile and memref have equal rank), or the plain identity where
    there are no offsets. One operation so covers slices, transposes,
    broadcasts, windows and halos.

    `indices` are index tiles, whose dimension `i` is tile dimension
    `index_dims[…][i]`; their elements are further symbols of `map`, behind the
    offsets, so a load with them gathers. `map` must then be given.

    An element outside the memref is `pad` (zero where absent). `bounds`, one
    index a memref dimension, makes the limit smaller than the memref's extent.

    Preconditions: the element types agree; a static tile except in form 1.
    Postconditions: no element outside the bounds has been read.

    Example:
    ```mlir
    %t = kopt.load %x[%r, %c] {via = #kopt.direct<bytes = 16>} : memref<64x1000xbf16> -> tensor<4x1024xbf16>
    %w = kopt.load %w[%c] map affine_map<(d0, d1)[s0] -> (d1 + s0)> : memref<1000xf32> -> tensor<4x1024xf32>
    %e = kopt.load %table[%c] indices(%i dims [array<i64: 0>] : tensor<4xi64>) map affine_map<(d0, d1)[s0, s1] -> (s1, d1 + s0)> : memref<1000x64xf32> -> tensor<4x64xf32>
    ```
  }];
  let arguments = (ins Arg<AnyMemRef, "", [MemRead]>:$source,
                       Variadic<Index>:$offsets, Variadic<Index>:$bounds,
                       Variadic<Kopt_IndexTile>:$indices,
                       OptionalAttr<Kopt_DimsAttr>:$index_dims,
                       OptionalAttr<AffineMapAttr>:$map,
                       OptionalAttr<TypedAttrInterface>:$pad,
                       OptionalAttr<AnyAttr>:$via,
                       OptionalAttr<Kopt_CacheAttr>:$cache,
                       OptionalAttr<AnyAttr>:$layout);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = [{
    $source (`[` $offsets^ `]`)? (`bounds` `[` $bounds^ `]`)?
    (`indices` `(` $indices^ `dims` $index_dims `:` type($indices) `)`)?
    (`map` $map^)? attr-dict `:` type($source) `->` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The map from (tile dimensions)[offsets] to memref coordinates, explicit
    /// or the default.
    ::mlir::AffineMap getAccessMap();
    ::mlir::RankedTensorType getTileType() { return getResult().getType(); }
    ::mlir::MemRefType getMemRefType() { return ::mlir::cast<::mlir::MemRefType>(getSource().getType()); }
  }];
}

def Kopt_StoreOp : Kopt_Op<"store", [AttrSizedOperandSegments]> {
  let summary = "write a tile to memory";
  let description = [{
    The reverse of `kopt.load`: element (d0, …) of `value` goes to
    `map(d0, …)[offsets]`; one outside the memref or `bounds` is dropped.

    Preconditions: the element types agree; the map is injective on the tile
    (two elements do not go to one place); a static tile except in form 1.

    Example:
    ```mlir
    kopt.store %t, %o[%r, %c] {via = #kopt.direct<bytes = 16>} : tensor<4x1024xbf16>, memref<64x1000xbf16>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$value,
                       Arg<AnyMemRef, "", [MemWrite]>:$dest,
                       Variadic<Index>:$offsets, Variadic<Index>:$bounds,
                       Variadic<Kopt_IndexTile>:$indices,
                       OptionalAttr<Kopt_DimsAttr>:$index_dims,
                       OptionalAttr<AffineMapAttr>:$map,
                       OptionalAttr<AnyAttr>:$via,
                       OptionalAttr<Kopt_CacheAttr>:$cache,
                       OptionalAttr<AnyAttr>:$layout);
  let assemblyFormat = [{
    $value `,` $dest (`[` $offsets^ `]`)? (`bounds` `[` $bounds^ `]`)?
    (`indices` `(` $indices^ `dims` $index_dims `:` type($indices) `)`)?
    (`map` $map^)? attr-dict `:` type($value) `,` type($dest)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// As LoadOp::getAccessMap.
    ::mlir::AffineMap getAccessMap();
    ::mlir::RankedTensorType getTileType() { return getValue().getType(); }
    ::mlir::MemRefType getMemRefType() { return ::mlir::cast<::mlir::MemRefType>(getDest().getType()); }
  }];
}

def Kopt_PlaceOp : Kopt_Op<"place", [Pure, SameOperandsAndResultType]> {
  let summary = "the same tile, resident elsewhere";
  let description = [{
    Identity on values. `in` says where the tile lives from here on: it is
    written there once, and every use reads it, in whatever layout it wants, so
    that it takes no registers in between.

    Precondition: it fits the block's shared memory beside what the kernel's
    other operations need.

    Example: `%s = kopt.place %t in <> : tensor<64x64xbf16>`
  }];
  let arguments = (ins AnyRankedTensor:$source, Kopt_SharedAttr:$in);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$source `in` $in attr-dict `:` type($source)";
}

#endif // KOPT_MEMORY_OPS_TD
