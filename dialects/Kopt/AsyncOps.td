//===- AsyncOps.td - Roles, channels, products in flight ---*- tablegen -*-===//
//
// Form 2a: what runs beside what is explicit. A tile goes from one role to
// another through a channel only.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_ASYNC_OPS_TD
#define KOPT_ASYNC_OPS_TD

include "dialects/Kopt/DotOps.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

class Kopt_Type<string name, string typeMnemonic> : TypeDef<Kopt_Dialect, name> {
  let mnemonic = typeMnemonic;
}

def Kopt_ChannelType : Kopt_Type<"Channel", "channel"> {
  let summary = "a bounded queue of tuples of tiles";
  let description = [{
    Example: `!kopt.channel<tensor<128x64xbf16>, tensor<64x256xbf16>>`
  }];
  let parameters = (ins ArrayRefParameter<"::mlir::Type">:$elements);
  let assemblyFormat = "`<` $elements `>`";
  let genVerifyDecl = 1;
}

def Kopt_PendingType : Kopt_Type<"Pending", "pending"> {
  let summary = "a tile that is being computed";
  let description = [{
    Example: `!kopt.pending<tensor<64x256xf32>>`
  }];
  let parameters = (ins "::mlir::RankedTensorType":$tile);
  let assemblyFormat = "`<` $tile `>`";
}

def Kopt_ChannelOp : Kopt_Op<"channel", [MemoryEffects<[MemAlloc]>]> {
  let summary = "a queue between roles that holds at most `stages` tuples";
  let description = [{
    Lives as long as the kernel runs, so that its places go round across the
    loops of whole role bodies. One side fills places: `kopt.acquire`, then
    `kopt.publish`. The other empties them: `kopt.receive`, then `kopt.release`.
    Each of the four concerns the oldest place that is next for it, so places
    need no names. Each receiving role, and each of its replicas, receives every
    tuple; a place is free again when all have released it.

    Preconditions: outside roles; one role publishes, none does both sides;
    `stages` places of the tuples and everything else fit shared memory.

    Example:
    ```mlir
    %c = kopt.channel stages 4 : !kopt.channel<tensor<128x64xbf16>, tensor<64x256xbf16>>
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntPositive]>:$stages);
  let results = (outs Kopt_ChannelType:$channel);
  let assemblyFormat = "`stages` $stages attr-dict `:` type($channel)";
  let hasVerifier = 1;
}

/// One step of a side of a channel.
class Kopt_ChannelStep<string mnemonic> : Kopt_Op<mnemonic> {
  let extraClassDeclaration = [{
    ::kopt::ChannelType getChannelType() { return ::mlir::cast<::kopt::ChannelType>(getChannel().getType()); }
  }];
}

def Kopt_AcquireOp : Kopt_ChannelStep<"acquire"> {
  let summary = "wait for a free place of a channel";
  let description = [{
    Precondition: not `stages` places are acquired and not yet published, as
    this would wait for ever. Postcondition: loads that are published next may
    be written into the place.

    Example: `kopt.acquire %c : !kopt.channel<tensor<64x64xf16>>`
  }];
  let arguments = (ins Arg<Kopt_ChannelType, "", [MemRead, MemWrite]>:$channel);
  let assemblyFormat = "$channel attr-dict `:` type($channel)";
}

def Kopt_PublishOp : Kopt_ChannelStep<"publish"> {
  let summary = "fill the oldest acquired place of a channel";
  let description = [{
    Precondition: a place is acquired. Postcondition: it can be received.

    Example: `kopt.publish %c, %a, %b : !kopt.channel<tensor<64x64xf16>, tensor<64x8xf16>>`
  }];
  let arguments = (ins Arg<Kopt_ChannelType, "", [MemRead, MemWrite]>:$channel,
                       Variadic<AnyRankedTensor>:$tiles);
  let assemblyFormat = "$channel (`,` $tiles^)? attr-dict `:` custom<TupleOf>(type($channel), type($tiles))";
  let hasVerifier = 1;
}

def Kopt_ReceiveOp : Kopt_ChannelStep<"receive"> {
  let summary = "wait for the next tuple of a channel";
  let description = [{
    The tiles, and slices, transposes and reshapes of them, are in the channel's
    place: they may be used until it is released. What is computed from them is
    not.

    Example: `%a, %b = kopt.receive %c : !kopt.channel<tensor<64x64xf16>, tensor<64x8xf16>>`
  }];
  let arguments = (ins Arg<Kopt_ChannelType, "", [MemRead, MemWrite]>:$channel);
  let results = (outs Variadic<AnyRankedTensor>:$tiles);
  let assemblyFormat = "$channel attr-dict `:` custom<TupleOf>(type($channel), type($tiles))";
  let hasVerifier = 1;
}

def Kopt_ReleaseOp : Kopt_ChannelStep<"release"> {
  let summary = "give the oldest received place of a channel back";
  let description = [{
    Preconditions: a place is received and not released; no product that reads
    it is in flight. Postcondition: its tiles are not used any more.

    Example: `kopt.release %c : !kopt.channel<tensor<64x64xf16>>`
  }];
  let arguments = (ins Arg<Kopt_ChannelType, "", [MemRead, MemWrite]>:$channel);
  let assemblyFormat = "$channel attr-dict `:` type($channel)";
}

def Kopt_RolesOp : Kopt_Op<"roles", [
    SingleBlock, NoTerminator, NoRegionArguments, RecursiveMemoryEffects]> {
  let summary = "what the warps of a program do side by side";
  let description = [{
    Each `kopt.role` is run by its own warps at once with the others; the
    operation ends when all have. The kernel's warps are the sum of theirs.

    Preconditions: holds roles of different names only, directly in a kernel;
    at most one in a kernel.

    Example:
    ```mlir
    kopt.roles {
      kopt.role "load" warps 4 regs 40 {
        …
      }
      kopt.role "mma" warps 4 regs 232 replicas 2 {
        …
      }
    }
    ```
  }];
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Kopt_RoleOp : Kopt_Op<"role", [
    HasParent<"RolesOp">, SingleBlock, NoTerminator, NoRegionArguments,
    RecursiveMemoryEffects]> {
  let summary = "what some warps of a program do";
  let description = [{
    `warps` of one replica; `regs`: registers a thread of it has (setmaxnreg);
    `replicas` of the role, which share the work as `sharing` says
    (`#kopt.sharing`; absent: cooperate).

    Preconditions: captures scalars, memrefs and channels only, and constants,
    splats and coordinates, which each role makes again: a tile that was computed
    or loaded goes through a channel. With `regs`, which is 24 to 240 and a
    multiple of 8, `warps` is a multiple of 4. An alternating role is one loop
    that carries no values.

    Example: see `kopt.roles`.
  }];
  let arguments = (ins StrAttr:$name,
                       ConfinedAttr<I64Attr, [IntPositive]>:$warps,
                       OptionalAttr<I64Attr>:$regs,
                       DefaultValuedAttr<ConfinedAttr<I64Attr, [IntPositive]>, "1">:$replicas,
                       OptionalAttr<Kopt_SharingAttr>:$sharing);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    $name `warps` $warps (`regs` $regs^)? (`replicas` $replicas^)? attr-dict-with-keyword $body
  }];
  let hasVerifier = 1;
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    bool isAlternating() { return getSharingAttr() && getSharingAttr().getValue() == Sharing::Alternate; }
  }];
}

def Kopt_ReplicaOp : Kopt_Op<"replica", [Pure]> {
  let summary = "the number of this replica of a role";
  let description = [{
    Preconditions: in a role. Postcondition: 0 ≤ result < replicas.

    Example: `%r = kopt.replica`
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
  let hasVerifier = 1;
}

def Kopt_OrderOp : Kopt_Op<"order", [
    SingleBlockImplicitTerminator<"YieldOp">, NoRegionArguments,
    RecursiveMemoryEffects]> {
  let summary = "replicas run this in turn (ping-pong)";
  let description = [{
    The replicas of the role enter the regions called `name` one at a time:
    0, 1, … and again from 0. So the products of one overlap what the others do
    between. Changes no value.

    Preconditions: in a role that cooperates, which has at least two replicas;
    all of them enter equally often.

    Example:
    ```mlir
    %s = kopt.order "tensor" -> (!kopt.pending<tensor<64x128xf32>>) {
      %d = kopt.dot_start %q, %k, %z : tensor<64x64xbf16>, tensor<64x128xbf16> -> tensor<64x128xf32>
      kopt.yield %d : !kopt.pending<tensor<64x128xf32>>
    }
    ```
  }];
  let arguments = (ins StrAttr:$name);
  let results = (outs Variadic<AnyType>:$results);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$name (`->` `(` type($results)^ `)`)? attr-dict-with-keyword $body";
  let hasVerifier = 1;
}

def Kopt_DotStartOp : Kopt_DotLikeOp<"dot_start"> {
  let summary = "begin a product";
  let description = [{
    As `kopt.dot`, but the result is there after `kopt.dot_wait` only. Operands
    in a channel's place must stay received until then, or until
    `kopt.dot_retire`. Products of one replica are done in the order in which
    they began; so the accumulator may be a product that is still in flight,
    which this one takes over.

    Preconditions: as for `kopt.dot`. A product is awaited, or taken over, once.

    Example:
    ```mlir
    %p = kopt.dot_start %a, %b, %c {on = #kopt.on<wgmma_shared>} : tensor<64x64xbf16>, tensor<64x256xbf16> -> tensor<64x256xf32>
    %q = kopt.dot_start %d, %e, %p {on = #kopt.on<wgmma_shared>} : tensor<64x64xbf16>, tensor<64x256xbf16> -> !kopt.pending<tensor<64x256xf32>>
    ```
  }];
  let arguments = (ins AnyRankedTensor:$a, AnyRankedTensor:$b,
                       AnyTypeOf<[AnyRankedTensor, Kopt_PendingType]>:$c,
                       OptionalAttr<Kopt_OnAttr>:$on);
  let results = (outs Kopt_PendingType:$pending);
  let assemblyFormat = [{
    $a `,` $b `,` $c attr-dict `:` type($a) `,` type($b) `->` custom<PendingOf>(type($c), type($pending))
  }];
}

def Kopt_DotWaitOp : Kopt_Op<"dot_wait", []> {
  let summary = "wait until a product is done";
  let description = [{
    Example: `%d = kopt.dot_wait %p : tensor<64x256xf32>`
  }];
  let arguments = (ins Kopt_PendingType:$pending);
  let results = (outs AnyRankedTensor:$result);
  let assemblyFormat = "$pending attr-dict `:` custom<PendingOf>(type($result), type($pending))";
  let hasVerifier = 1;
}

def Kopt_DotRetireOp : Kopt_Op<"dot_retire", []> {
  let summary = "wait until a product has read its operands";
  let description = [{
    Of a product that another one has taken over: no value of it is wanted, but
    its operands' places in a channel may be released from here on.

    Example: `kopt.dot_retire %p : !kopt.pending<tensor<64x256xf32>>`
  }];
  let arguments = (ins Kopt_PendingType:$pending);
  let assemblyFormat = "$pending attr-dict `:` type($pending)";
}

#endif // KOPT_ASYNC_OPS_TD
