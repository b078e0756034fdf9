//===- InsertBarriers.td - Barriers between uses of shared memory --------===//

#ifndef PASSES_INSERTBARRIERS_TD
#define PASSES_INSERTBARRIERS_TD

include "mlir/Pass/PassBase.td"

def InsertBarriersPass : Pass<"kopt-insert-barriers"> {
  let summary = "Keep uses of shared memory apart";
  let description = [{
    Puts a `gpu.barrier` before an operation with `kopt.shared_offset` whose
    scratch overlaps that of an operation that may run before it with no barrier
    between, also around the back edge of a loop.

    The lowering of such an operation writes, meets one barrier, then reads. So
    behind it only its own reads are unordered: its barrier separates all
    earlier ones from what follows. Works on all kernels in form 2 inside its
    operation.

    In a kernel that exchanges data between the blocks of a cluster
    (`kopt.exchange_offset`), all threads arrive at the cluster's barrier at the
    start and wait for it before the first exchange: the other blocks' shared
    memory is there from then on. An exchange stores into other blocks, meets the
    cluster's barrier, then reads its own memory, so no block can leave while
    another one may still store to it. Where a place may still be read, the
    barrier of the whole cluster is put in front.

    Before:
    ```mlir
    %a = kopt.reduce (%t) axis 1 … {kopt.shared_offset = 0 : i64} …
    %b = kopt.reduce (%u) axis 1 … {kopt.shared_offset = 0 : i64} …
    ```
    After:
    ```mlir
    %a = kopt.reduce (%t) axis 1 … {kopt.shared_offset = 0 : i64} …
    gpu.barrier
    %b = kopt.reduce (%u) axis 1 … {kopt.shared_offset = 0 : i64} …
    ```
    Assumes: shared memory is allocated; conditions and trip counts around such
    operations are the same in all threads of a block (they are scalars computed
    from arguments and program ids).
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect", "::mlir::NVVM::NVVMDialect"];
}

#endif // PASSES_INSERTBARRIERS_TD
