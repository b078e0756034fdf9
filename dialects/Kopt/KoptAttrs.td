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

def Kopt_Instruction : I32EnumAttr<"Instruction", "how a product is computed", [
    I32EnumAttrCase<"Fma", 0, "fma">,
    I32EnumAttrCase<"Mma", 1, "mma">,
    I32EnumAttrCase<"WgmmaShared", 2, "wgmma_shared">,
    I32EnumAttrCase<"WgmmaRegisters", 3, "wgmma_registers">]> {
  let cppNamespace = "::kopt";
  let genSpecializedAttr = 0;
}
def Kopt_OnAttr : EnumAttr<Kopt_Dialect, Kopt_Instruction, "on"> {
  let summary = "instruction of a product";
  let description = [{
    `fma`: scalar multiply-adds. `mma`: one warp's mma.sync, operands in
    registers. `wgmma_shared`, `wgmma_registers`: a warpgroup's wgmma, whose
    right operand is in shared memory and whose left one is where the name says.

    What a product demands of its instruction (A has M rows of K, B has N
    columns; K is counted in bytes of an operand's element):

    | | M | N | K | operands |
    |---|---|---|---|---|
    | `fma` | any | any | any | any |
    | `mma` | 16n | 8n | 32n bytes (f64: M 8n, 4n elements) | f16, bf16, f8, i8, f64 |
    | `wgmma_*` | 64n | 8n | 32n bytes | f16, bf16, f8, i8 |

    f32 operands take `fma`: the other instructions would narrow them.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Kopt_Sharing : I32EnumAttr<"Sharing", "how replicas share a role's work", [
    I32EnumAttrCase<"Cooperate", 0, "cooperate">,
    I32EnumAttrCase<"Alternate", 1, "alternate">]> {
  let cppNamespace = "::kopt";
  let genSpecializedAttr = 0;
}
def Kopt_SharingAttr : EnumAttr<Kopt_Dialect, Kopt_Sharing, "sharing"> {
  let summary = "how the replicas of a role share its work";
  let description = [{
    `cooperate`: each replica runs the body, and tells by `kopt.replica` which
    part of each tile is its own. `alternate`: the turns of the body's loop go
    to the replicas one after the other; what the role means is what one replica
    would do.
  }];
  let assemblyFormat = "`<` $value `>`";
}

def Kopt_PipelineAttr : Kopt_Attr<"Pipeline", "pipeline"> {
  let summary = "how the turns of a loop overlap";
  let description = [{
    On an `scf.for`, as `kopt.pipeline`: work of `stages` turns is under way at
    once. `peel`: so many first turns are written before the loop.

    The operations of such a loop may have `kopt.stage` (an i64 from 0 to
    `stages` - 1: how many turns later than stage 0 the operation runs) and, with
    it, `kopt.order` (an i64: operations of one turn run by increasing order).
    `kopt.role` (a string) names the role that an operation belongs to once roles
    are formed; the role table is the kernel's `kopt.roles`, an array of
    `#kopt.role_entry`.

    Example: `{kopt.pipeline = #kopt.pipeline<stages = 4, peel = 1>}`
  }];
  let parameters = (ins "int64_t":$stages,
                        DefaultValuedParameter<"int64_t", "0">:$peel);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

def Kopt_RoleEntryAttr : Kopt_Attr<"RoleEntry", "role_entry"> {
  let summary = "a role that operations of a kernel may be given";
  let description = [{
    As `kopt.role` has them; `regs` 0: not set.

    Example: `#kopt.role_entry<name = "mma", warps = 4, regs = 232, replicas = 2>`
  }];
  let parameters = (ins "::mlir::StringAttr":$name, "int64_t":$warps,
                        DefaultValuedParameter<"int64_t", "0">:$regs,
                        DefaultValuedParameter<"int64_t", "1">:$replicas,
                        DefaultValuedParameter<"bool", "false">:$alternate);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

/// A tile of indices, and which tile dimensions those of each are.
def Kopt_IndexTile : RankedTensorOf<[AnySignlessIntegerOrIndex]>;
def Kopt_DimsAttr : TypedArrayAttrBase<DenseI64ArrayAttr, "dimensions of each index tile">;

#endif // KOPT_ATTRS_TD
