//===- AssignLayouts.td - Layouts of all tiles -------------*- tablegen -*-===//

#ifndef PASSES_ASSIGNLAYOUTS_TD
#define PASSES_ASSIGNLAYOUTS_TD

include "mlir/Pass/PassBase.td"

def AssignLayoutsPass : Pass<"kopt-assign-layouts"> {
  let summary = "Distribute every tile over registers and threads";
  let description = [{
    Gives every tile of the kernels in form 2 inside its operation a
    `#kopt.layout`, so that data moves between threads at reductions and at the
    conversions it inserts only. Deterministic:

    1. Tiles tied by elementwise operations, by carries of `scf.for` and
       `scf.if`, or as tuple of a reduction, scan or sort form a group with
       one layout. Constants, splats and `kopt.iota` belong to none: they are made
       again for each layout they are used in.
    2. Groups are taken by falling rank, then in program order. One that a
       `kopt.reduce` makes, or a `kopt.scan` as totals, or that feeds a
       `kopt.broadcast` or is an index tile of an access, gets the slice of the
       larger tile's layout, of the first such operation in program order. An
       index tile along all dimensions of an access is in the group of its tile.
    3. Any other group gets the layout of its tile shape: the first `layout`
       attribute of a load or store of that shape, else the default layout
       (`Layout::blocked`) with the most elements a thread that a load or store
       of that shape has: bytes of `via` over bytes of the element, 1 without
       `via`. So load, arithmetic and store of one shape need no conversion,
       whatever the element types.
    4. Where an operation still needs another layout than its operand's group
       has, a `kopt.convert_layout` is put before the use (or behind a load or
       reduction).

    Before:
    ```mlir
    %t = kopt.load %x[%i, %c0] : memref<64x32xf32> -> tensor<1x32xf32>
    ```
    After:
    ```mlir
    %t = kopt.load %x[%i, %c0] : memref<64x32xf32> -> tensor<1x32xf32, #layout>
    ```
    Assumes: static tiles, no encodings. Leaves to others: shared memory and
    barriers of what exchanges data. `layout` attributes are consumed.
  }];
  let dependentDialects = [
    "::kopt::KoptDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::arith::ArithDialect"
  ];
}

#endif // PASSES_ASSIGNLAYOUTS_TD
