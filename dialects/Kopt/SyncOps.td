//===- SyncOps.td - What programs of a grid say to each other -*- tablegen -*-===//

#ifndef KOPT_SYNC_OPS_TD
#define KOPT_SYNC_OPS_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Kopt_ScatterReduceOp : Kopt_Op<"scatter_reduce", [AttrSizedOperandSegments]> {
  let summary = "combine a tile into memory";
  let description = [{
    Each element of `value` is combined into the element of `dest` at its place,
    which is as for `kopt.store`; one outside is dropped. Any number of elements
    and programs may meet at one place. `kind`: addf, addi, maxs, maxu, mins,
    minu, andi, ori, maximumf, minimumf, as `memref.atomic_rmw` has them.

    Preconditions: the element types agree; `dest` is an argument with
    `kopt.inout`, or with `kopt.workspace`. Postconditions: integers have one
    result; the order of `addf`, and so its rounding, differs from run to run; f32
    sums take subnormal numbers as zero.

    Example: count into bins
    ```mlir
    kopt.scatter_reduce addi %ones, %bins[] indices(%b dims [array<i64: 0>] : tensor<64xi32>) map affine_map<(d0)[s0] -> (s0)> : tensor<64xi32>, memref<256xi32>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind, AnyRankedTensor:$value,
                       Arg<AnyMemRef, "", [MemRead, MemWrite]>:$dest,
                       Variadic<Index>:$offsets, Variadic<Index>:$bounds,
                       Variadic<Kopt_IndexTile>:$indices,
                       OptionalAttr<Kopt_DimsAttr>:$index_dims,
                       OptionalAttr<AffineMapAttr>:$map,
                       OptionalAttr<AnyAttr>:$layout);
  let assemblyFormat = [{
    $kind $value `,` $dest (`[` $offsets^ `]`)? (`bounds` `[` $bounds^ `]`)?
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

def Kopt_SignalOp : Kopt_Op<"signal"> {
  let summary = "tell other programs that what was stored before is there";
  let description = [{
    Adds one to the flag, behind all earlier stores of this program.

    Preconditions: `flags` is an argument with `kopt.workspace`; the flag is in
    bounds and was 0 when the kernel began.

    Example: `kopt.signal %flags[%i] : memref<64xi32>`
  }];
  let arguments = (ins Arg<MemRefOf<[I32]>, "", [MemRead, MemWrite]>:$flags,
                       Variadic<Index>:$indices);
  let assemblyFormat = "$flags `[` $indices `]` attr-dict `:` type($flags)";
  let hasVerifier = 1;
}

def Kopt_AwaitOp : Kopt_Op<"await"> {
  let summary = "wait until programs have signalled";
  let description = [{
    Waits until `signals` signals have come to the flag; later loads of this
    program see what was stored before them. `readers` programs await the flag
    (each once); the last of them leaves it 0, as it was found, so a launch can
    be replayed. Signals and awaits in a fixed order make results that do not
    depend on the order in which programs run.

    Preconditions: as for `kopt.signal`; exactly `signals` signals and `readers`
    awaits of the flag in a launch, fewer than 65536 and 32768; all programs of the grid are resident at
    once (the launch is refused where they are not).

    Example: `kopt.await %flags[%i] signals %n readers %c1 : memref<64xi32>`
  }];
  let arguments = (ins Arg<MemRefOf<[I32]>, "", [MemRead, MemWrite]>:$flags,
                       Variadic<Index>:$indices, Index:$signals, Index:$readers);
  let assemblyFormat = [{
    $flags `[` $indices `]` `signals` $signals `readers` $readers attr-dict `:` type($flags)
  }];
  let hasVerifier = 1;
}

#endif // KOPT_SYNC_OPS_TD
