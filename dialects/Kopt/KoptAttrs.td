//===- KoptAttrs.td - Schedule attributes ------------------*- tablegen -*-===//

#ifndef KOPT_ATTRS_TD
#define KOPT_ATTRS_TD

include "dialects/Kopt/KoptDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/CommonAttrConstraints.td"
include "mlir/IR/CommonTypeConstraints.td"
include "mlir/IR/EnumAttr.td"

class Kopt_Attr<string name, string attrMnemonic, list<Trait> traits = []>
    : AttrDef<Kopt_Dialect, name, traits> {
  let mnemonic = attrMnemonic;
}

def Kopt_LaunchAttr : Kopt_Attr<"Launch", "launch"> {
  let summary = "how a kernel's programs are put on the machine";
  let description = [{
    `warps`: warps of one program, a power of two of at most 32.
    `min_blocks`: blocks a multiprocessor should hold at once (bounds the
    registers ptxas may use); 0 leaves it to ptxas.
    `cluster`: thread blocks that run one program together, a power of two of at
    most 8 (what every device with clusters has): its tiles lie over the warps of
    all of them, the upper bits of a warp's number being the block's rank.

    Example: `#kopt.launch<warps = 8>`
  }];
  let parameters = (ins
    DefaultValuedParameter<"int64_t", "4">:$warps,
    DefaultValuedParameter<"int64_t", "1">:$cluster,
    DefaultValuedParameter<"int64_t", "0">:$min_blocks);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// Warps of one program, of all blocks of its cluster together.
    int64_t getProgramWarps() const { return getWarps() * getCluster(); }
  }];
}

def Kopt_DirectAttr : Kopt_Attr<"Direct", "direct"> {
  let summary = "memory path: plain loads and stores of `bytes` a thread";
  let description = [{
    Each access of a thread covers `bytes` bytes (a power of two, at most 16)
    of the innermost dimension. Legal where the base address, the offsets and
    the rows are multiples of `bytes` and the innermost stride is one element.

    Example: `via #kopt.direct<bytes = 16>`
  }];
  let parameters = (ins "int64_t":$bytes);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kopt_Across : I32EnumAttr<"Across", "how a reduction crosses threads", [
    I32EnumAttrCase<"Shared", 0, "shared">,
    I32EnumAttrCase<"Lanes", 1, "lanes">]> {
  let cppNamespace = "::kopt";
  let genSpecializedAttr = 0;
}
def Kopt_AcrossAttr : EnumAttr<Kopt_Dialect, Kopt_Across, "across"> {
  let summary = "strategy of a reduction over threads";
  let description = [{
    `shared`: every thread writes its partial to shared memory, then each
    result is combined from there in thread order. `lanes`: lanes combine by
    butterfly shuffles; where the axis is spread over warps too, one partial a
    warp then crosses through shared memory. Both orders are fixed, so both are
    deterministic; they differ by reassociation.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Kopt_Cache : I32EnumAttr<"Cache", "cache policy of an access", [
    I32EnumAttrCase<"Streaming", 1, "streaming">,
    I32EnumAttrCase<"Keep", 2, "keep">,
    I32EnumAttrCase<"ReadOnly", 3, "read_only">]> {
  let cppNamespace = "::kopt";
  let genSpecializedAttr = 0;
}
def Kopt_CacheAttr : EnumAttr<Kopt_Dialect, Kopt_Cache, "cache"> {
  let summary = "cache policy of a load or store";
  let description = [{
    `streaming`: evict first; `keep`: evict last; `read_only`: through the
    read-only path (loads of memory no program writes). A hint: no effect on
    results.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Kopt_SharedAttr : Kopt_Attr<"Shared", "shared"> {
  let summary = "residency: the tile lives in shared memory";
  let description = [{
    By default the lowering derives places that keep the tile's store and loads
    free of bank conflicts. `swizzle` (2, 4 or 8; 1: derived) fixes the XOR mask
    width in 16-byte units that asynchronous copies and matrix instructions
    want.

    Example: `in <swizzle = 8>`
  }];
  let parameters = (ins DefaultValuedParameter<"int64_t", "1">:$swizzle);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

/// A tile of indices, and which tile dimensions those of each are.
def Kopt_IndexTile : RankedTensorOf<[AnySignlessIntegerOrIndex]>;
def Kopt_DimsAttr : TypedArrayAttrBase<DenseI64ArrayAttr, "dimensions of each index tile">;

#endif // KOPT_ATTRS_TD
