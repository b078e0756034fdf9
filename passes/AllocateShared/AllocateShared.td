//===- AllocateShared.td - Shared memory of a kernel -------*- tablegen -*-===//

#ifndef PASSES_ALLOCATESHARED_TD
#define PASSES_ALLOCATESHARED_TD

include "mlir/Pass/PassBase.td"

def AllocateSharedPass : Pass<"kopt-allocate-shared"> {
  let summary = "Place the scratch of reductions and conversions";
  let description = [{
    Every `kopt.reduce`, `kopt.convert_layout` and `kopt.histogram` that uses
    shared memory gets `kopt.shared_offset` (bytes, i64), every kernel on tiles
    `kopt.shared_bytes` (i64, the total, 0 if none is needed). Works on all
    kernels in form 2 inside its operation.

    A reduction over several blocks of a cluster gets `kopt.exchange_offset` too:
    the place behind all scratch into which the other blocks store. Two such
    places are used in turn, so that one barrier of the cluster an exchange is
    enough.

    Scratch is live only while its operation runs, so all scratch of a kernel
    starts at offset 0 and the total is the largest; `kopt-insert-barriers`
    keeps two users apart.

    Before:
    ```mlir
    kopt.reduce (%t) axis 1 … : (tensor<1x128xf32, #l>) -> tensor<1xf32, #s>
    ```
    After:
    ```mlir
    kopt.reduce (%t) axis 1 … {kopt.shared_offset = 0 : i64} : (tensor<1x128xf32, #l>) -> tensor<1xf32, #s>
    ```
    Assumes: layouts are assigned. Leaves to others: barriers; whether static or
    dynamic shared memory is used. Fails where a kernel needs more than 227 KiB,
    what a block can have on sm_90.
  }];
}

#endif // PASSES_ALLOCATESHARED_TD
