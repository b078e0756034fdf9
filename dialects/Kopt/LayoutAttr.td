//===- LayoutAttr.td - Encoding of a distributed tile ------*- tablegen -*-===//

#ifndef KOPT_LAYOUT_ATTR_TD
#define KOPT_LAYOUT_ATTR_TD

include "dialects/Kopt/KoptAttrs.td"
include "mlir/IR/TensorEncoding.td"

def Kopt_LayoutAttr : Kopt_Attr<"Layout", "layout", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let summary = "how a tile lies over registers, lanes and warps";
  let description = [{
    The encoding of every tile tensor after `kopt-assign-layouts`, and an anchor
    on `kopt.load` and `kopt.store` before.

    `reg`, `lane` and `warp` hold one vector of tile coordinates a bit; the
    vectors of the set bits are combined by XOR; a zero vector is replication.
    `reps`: repetitions of that atom a dimension, held in registers, row-major,
    outside the atom's registers.

    Preconditions: five lane vectors, at most eight warp vectors (a
    cluster of blocks: the last ones are of the block in the cluster); each vector
    moves along at most one dimension; register vectors are not zero; the others
    are zero or independent, and together they span the atom. The extents of the
    tensor are atom times `reps`.

    Example: a row of 512 over two warps, four elements a thread, twice
    ```mlir
    #kopt.layout<reg = [[0, 1], [0, 2]], lane = [[0, 4], [0, 8], [0, 16], [0, 32], [0, 64]], warp = [[0, 128]], reps = [1, 2]>
    ```
  }];
  let parameters = (ins
    ArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$reg,
    ArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$lane,
    ArrayRefParameter<"::mlir::DenseI64ArrayAttr">:$warp,
    ArrayRefParameter<"int64_t">:$reps);
  let hasCustomAssemblyFormat = 1;
  // Printed as #layout, #layout1, … at the top of a file.
  let genMnemonicAlias = 1;
  let genVerifyDecl = 1;
  let extraClassDeclaration = [{
    /// The layout this attribute stands for.
    ::kopt::Layout getLayout() const;
    /// The attribute of a layout.
    static LayoutAttr get(::mlir::MLIRContext *context, const ::kopt::Layout &layout);
    /// The layout attribute of a tile type, or null.
    static LayoutAttr of(::mlir::Type type);
  }];
}

#endif // KOPT_LAYOUT_ATTR_TD
