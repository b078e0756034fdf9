//===- KoptNVOps.td - Functions ----------------*- tablegen -*-===//

#ifndef KOPT_NV_OPS_TD
#define KOPT_NV_OPS_TD

include "dialects/KoptNV/KoptNVAttrs.td"
include "mlir/Dialect/Arith/IR/ArithBase.td"
include "mlir/Dialect/LLVMIR/LLVMTypes.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

/// One f32, or one an element.
def KoptNV_F32Like : AnyTypeOf<[F32, VectorOfAnyRankOf<[F32]>]>;

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
  let arguments = (ins KoptNV_F32Like:$operand);
  let results = (outs KoptNV_F32Like:$result);
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
  let arguments = (ins KoptNV_F32Like:$operand);
  let results = (outs KoptNV_F32Like:$result);
  let assemblyFormat = "$operand attr-dict `:` type($operand)";
}

def KoptNV_FmaSatOp : KoptNV_Op<"fma_sat", [Pure, SameOperandsAndResultType] # ElementwiseMappable.traits> {
  let summary = "multiply-add bounded to [0, 1]";
  let description = [{
    `fma.rn.sat.f32`: a * b + c rounded once, then at least 0 and at most 1.

    Precondition: f32, or a vector of f32. Postcondition: NaN gives 0.

    Example:
    ```mlir
    %y = kopt_nv.fma_sat %a, %b, %c : f32
    ```
  }];
  let arguments = (ins KoptNV_F32Like:$a,
                       KoptNV_F32Like:$b,
                       KoptNV_F32Like:$c);
  let results = (outs KoptNV_F32Like:$result);
  let assemblyFormat = "$a `,` $b `,` $c attr-dict `:` type($result)";
}

def KoptNV_LoadOp : KoptNV_Op<"load"> {
  let summary = "read global memory with an eviction priority";
  let description = [{
    `ld.global` with `.L1::evict_first` or `.L1::evict_last` and the L2 policy of
    the same name. A hint: no effect on the value.

    Preconditions: `source` is a memref with one index a dimension (form 3) or a
    pointer without indices (after `kopt-simt-to-nvvm`), in global memory; the
    result, a scalar or a vector, has 4, 8 or 16 bytes and lies at a multiple of
    its size.

    Example:
    ```mlir
    %v = kopt_nv.load last %x[%i, %j] : memref<64x1024xbf16>, vector<8xbf16>
    ```
  }];
  let arguments = (ins KoptNV_Evict:$evict,
                       Arg<AnyTypeOf<[AnyMemRef, LLVM_AnyPointer]>, "", [MemRead]>:$source,
                       Variadic<Index>:$indices);
  let results = (outs AnyType:$result);
  let assemblyFormat = [{
    $evict $source `[` $indices `]` attr-dict `:` type($source) `,` type($result)
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// Bytes that a result of `type` takes; 0 if it has no fixed number.
    static unsigned bytesOf(::mlir::Type type);
  }];
}

def KoptNV_RedOp : KoptNV_Op<"red", [
    TypesMatchWith<"value is an element of dest", "dest", "value",
                   "::mlir::cast<::mlir::MemRefType>($_self).getElementType()">]> {
  let summary = "combine a value into memory, in no order with other accesses";
  let description = [{
    `atom.relaxed`, whose old value nobody asks for (`red`), of the block's scope
    in shared memory and the device's elsewhere. `memref.atomic_rmw` would order
    all other accesses of the thread too. f32 sums in global memory take
    subnormal numbers as zero.

    Preconditions: integers or index with addi, maxs, maxu, mins, minu, andi or
    ori; f32 or f64 with addf, maximumf or minimumf; one index a dimension.
    Postcondition: the element holds what `kind` makes of it and `value`.

    Example:
    ```mlir
    kopt_nv.red addi %v, %m[%i] : memref<256xi32>
    ```
  }];
  let arguments = (ins AtomicRMWKindAttr:$kind, AnyType:$value,
                       Arg<AnyMemRef, "", [MemRead, MemWrite]>:$dest,
                       Variadic<Index>:$indices);
  let assemblyFormat = [{
    $kind $value `,` $dest `[` $indices `]` attr-dict `:` type($dest)
  }];
  let extraClassDeclaration = [{
    /// Whether the machine combines elements of `element` by `kind`.
    static bool combines(::mlir::arith::AtomicRMWKind kind, ::mlir::Type element);
  }];
  let hasVerifier = 1;
}

def KoptNV_StoreClusterOp : KoptNV_Op<"store_cluster"> {
  let summary = "write shared memory of a block of the cluster";
  let description = [{
    `mapa` and `st.shared::cluster`: stores to the place in the shared memory of
    the block of rank `block` that `dest` has in this block's.

    Preconditions: `dest` is a memref in workgroup memory with one index a
    dimension; that block has started, and stays until it has met the storing
    thread at a barrier of the cluster.

    Example:
    ```mlir
    kopt_nv.store_cluster %v, %m[%i] block %r : f32, memref<16xf32, #gpu.address_space<workgroup>>
    ```
  }];
  let arguments = (ins AnyType:$value, Arg<AnyMemRef, "", [MemWrite]>:$dest,
                       Variadic<Index>:$indices, I32:$block);
  let assemblyFormat = [{
    $value `,` $dest `[` $indices `]` `block` $block attr-dict `:` type($value) `,` type($dest)
  }];
  let hasVerifier = 1;
}

def KoptNV_LoadAcquireOp : KoptNV_Op<"load_acquire"> {
  let summary = "read a word that other blocks write, before all that follows";
  let description = [{
    `ld.acquire.gpu`: what happened before a release of the value read has
    happened before all that follows.

    Precondition: one index a dimension, in global memory.

    Example:
    ```mlir
    %n = kopt_nv.load_acquire %flags[%i] : memref<64xi32>
    ```
  }];
  let arguments = (ins Arg<MemRefOf<[I32]>, "", [MemRead, MemWrite]>:$source,
                       Variadic<Index>:$indices);
  let results = (outs I32:$result);
  let assemblyFormat = "$source `[` $indices `]` attr-dict `:` type($source)";
  let hasVerifier = 1;
}

def KoptNV_AddReleaseOp : KoptNV_Op<"add_release"> {
  let summary = "add to a word that other blocks read, after all that was before";
  let description = [{
    `atom.add.release.gpu`: whoever reads the sum with `kopt_nv.load_acquire` sees
    all that happened before. The result is the old value.

    Precondition: one index a dimension, in global memory.

    Example:
    ```mlir
    %old = kopt_nv.add_release %one, %flags[%i] : memref<64xi32>
    ```
  }];
  let arguments = (ins I32:$value, Arg<MemRefOf<[I32]>, "", [MemRead, MemWrite]>:$dest,
                       Variadic<Index>:$indices);
  let results = (outs I32:$result);
  let assemblyFormat = "$value `,` $dest `[` $indices `]` attr-dict `:` type($dest)";
  let hasVerifier = 1;
}

#endif // KOPT_NV_OPS_TD
