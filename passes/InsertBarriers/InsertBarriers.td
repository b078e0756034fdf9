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
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif // PASSES_INSERTBARRIERS_TD
