//===- KernelOps.td - Kernels, launches, program identity --*- tablegen -*-===//

#ifndef KOPT_KERNEL_OPS_TD
#define KOPT_KERNEL_OPS_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"
include "mlir/Interfaces/FunctionInterfaces.td"
include "mlir/Interfaces/InferTypeOpInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Kopt_KernelOp : Kopt_Op<"kernel", [
    FunctionOpInterface, IsolatedFromAbove, AutomaticAllocationScope]> {
  let summary = "a kernel: one program of a grid";
  let description = [{
    The body is run once for each point of the grid, as one thread block.
    Arguments are memrefs, `index`, integers and floats; an argument with the
    unit attribute `kopt.out` is written in full and never read, one with
    `kopt.inout` is read and written, one with `kopt.workspace` is memory of the
    launch that programs share, zero at the first launch and left zero where a
    launch relies on that; any other is only read. Workspaces have static shapes
    and come last: a launch has no operands for them, whoever runs it provides
    them.

    `grid`: an affine map without dimensions whose results are the extents of
    the logical grid. Its symbols are the dynamic dimensions of the memref
    arguments, in order, then the `index` arguments, in order. No `grid`: the
    kernel is in form 1. `schedule`: a `#kopt.launch`. `assume`: an integer set
    over the same symbols, pure affine, that holds at every launch; a launch
    where it does not is an error.

    Preconditions: lies in a `gpu.module`; outputs are memrefs.
    Postconditions: every element of every `kopt.out` argument has been written
    when all programs of the grid are done.

    Example:
    ```mlir
    kopt.kernel @scale(%x: memref<64x1024xf32>, %o: memref<64x1024xf32> {kopt.out})
        attributes {grid = affine_map<() -> (64)>, schedule = #kopt.launch<warps = 4>} {
      %c0 = arith.constant 0 : index
      %i = kopt.program_id 0
      %t = kopt.load %x[%i, %c0] : memref<64x1024xf32> -> tensor<1x1024xf32>
      %s = arith.addf %t, %t : tensor<1x1024xf32>
      kopt.store %s, %o[%i, %c0] : tensor<1x1024xf32>, memref<64x1024xf32>
      kopt.return
    }
    ```
  }];
  let arguments = (ins
    SymbolNameAttr:$sym_name,
    TypeAttrOf<FunctionType>:$function_type,
    OptionalAttr<AffineMapAttr>:$grid,
    OptionalAttr<Kopt_LaunchAttr>:$schedule,
    OptionalAttr<IntegerSetAttr>:$assume,
    OptionalAttr<DictArrayAttr>:$arg_attrs,
    OptionalAttr<DictArrayAttr>:$res_attrs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    ::mlir::ArrayRef<::mlir::Type> getArgumentTypes() { return getFunctionType().getInputs(); }
    ::mlir::ArrayRef<::mlir::Type> getResultTypes() { return getFunctionType().getResults(); }
    ::mlir::Region *getCallableRegion() { return &getBody(); }
    /// Argument `i` has `kopt.out` (written in full, not read).
    bool isOutput(unsigned i) { return bool(getArgAttr(i, "kopt.out")); }
    /// Argument `i` has `kopt.inout`.
    bool isInOut(unsigned i) { return bool(getArgAttr(i, "kopt.inout")); }
    /// Argument `i` has `kopt.workspace`.
    bool isWorkspace(unsigned i) { return bool(getArgAttr(i, "kopt.workspace")); }
    /// The schedule, or the default one.
    ::kopt::LaunchAttr getLaunchOrDefault();
    /// The number of symbols that `grid` and `assume` have: dynamic dimensions
    /// of the memref arguments in order, then index arguments in order.
    unsigned getNumSymbols();
    /// The extent of dimension `dim` of memref argument `argument` as an
    /// expression over those symbols: a symbol or a constant.
    ::mlir::AffineExpr getExtent(::mlir::BlockArgument argument, unsigned dim);
    /// Form 2: has a grid.
    bool isTiled() { return getGridAttr() != nullptr; }
  }];
}

def Kopt_ReturnOp : Kopt_Op<"return", [
    Pure, HasParent<"KernelOp">, Terminator, ReturnLike]> {
  let summary = "end of a kernel";
  let description = [{
    Example: `kopt.return`
  }];
  let assemblyFormat = "attr-dict";
}

def Kopt_SymbolRefArrayAttr
    : TypedArrayAttrBase<SymbolRefAttr, "array of symbol references">;

def Kopt_LaunchOp : Kopt_Op<"launch", [
    DestinationStyleOpInterface, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<SymbolUserOpInterface>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    ReifyRankedShapedTypeOpInterface]> {
  let summary = "run all programs of a kernel's grid";
  let description = [{
    Destination style: `outs` are the buffers the results are put in; their old
    contents are not read, except where the kernel's argument is `kopt.inout`.
    The kernel's arguments are the `ins`, then the `outs`; a tensor of type
    `tensor<SxT>` is passed as `memref<SxT>` (identity layout).

    `variants` are kernels of the same type, each with an `assume`; the first
    whose `assume` holds for the operands runs in place of `kernel`.

    Preconditions: `kernel` names a `kopt.kernel` with matching arguments whose
    last ones are the outputs; it has at most three variants, which differ in
    how they compute, not in what. Postconditions: result `i` holds what the
    kernel stored to output `i`.

    Example:
    ```mlir
    %r = kopt.launch @kernels::@scale ins(%x : tensor<64x1024xf32>) outs(%e : tensor<64x1024xf32>) -> tensor<64x1024xf32>
    %s = kopt.launch @kernels::@any variants [@kernels::@even] ins(%y : tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
    ```
  }];
  let arguments = (ins SymbolRefAttr:$kernel, Variadic<AnyType>:$inputs,
                       Variadic<AnyShaped>:$outputs,
                       OptionalAttr<Kopt_SymbolRefArrayAttr>:$variants);
  let results = (outs Variadic<AnyRankedTensor>:$results);
  let assemblyFormat = [{
    $kernel (`variants` $variants^)? (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    (`outs` `(` $outputs^ `:` type($outputs) `)`)? attr-dict (`->` type($results)^)?
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// At most so many kernels, `kernel` itself included.
    static constexpr unsigned maxKernels = 4;
    /// The variants, then `kernel`: the first whose `assume` holds runs.
    ::llvm::SmallVector<::mlir::SymbolRefAttr> getKernels();
    ::mlir::MutableOperandRange getDpsInitsMutable() { return getOutputsMutable(); }
    ::mlir::LogicalResult reifyResultShapes(::mlir::OpBuilder &builder,
        ::mlir::ReifiedRankedShapedTypeDims &reifiedReturnShapes);
  }];
}

def Kopt_ProgramIdOp : Kopt_Op<"program_id", [Pure]> {
  let summary = "coordinate of this program on a grid axis";
  let description = [{
    Precondition: `axis` is less than the number of results of the kernel's
    `grid`. Postcondition: 0 ≤ result < extent of the axis.

    Example: `%i = kopt.program_id 0`
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
}

def Kopt_NumProgramsOp : Kopt_Op<"num_programs", [Pure]> {
  let summary = "extent of a grid axis";
  let description = [{
    Precondition: as for `kopt.program_id`.

    Example: `%n = kopt.num_programs 0`
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$axis);
  let results = (outs Index:$result);
  let assemblyFormat = "$axis attr-dict";
  let hasVerifier = 1;
}

#endif // KOPT_KERNEL_OPS_TD
