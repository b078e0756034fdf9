//===- CheckState.td - Is a kernel legal in form 2? --------*- tablegen -*-===//

#ifndef PASSES_CHECKSTATE_TD
#define PASSES_CHECKSTATE_TD

include "mlir/Pass/PassBase.td"

def CheckStatePass : Pass<"kopt-check-state", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Check that kernels are legal in form 2";
  let description = [{
    Changes nothing. Emits an error at the first place where a kernel asks for
    what the machine or the lowering cannot give: no grid or one of 2^31
    programs and more; operations other than elementwise work, `scf` and `kopt`
    on tiles; tiles that are dynamic, of a rank above 5, of an element type
    without a machine type, or together of more than 255 registers a thread;
    more than 227 KiB of shared memory; accesses whose `via` does not fit the
    element type, the strides, the pitch of rows or the offsets; index tiles of
    64 bits whose multiples or sums may overflow; atomic updates that the
    machine does not have; and layouts that move elements between the blocks of
    a cluster.

    The registers are estimated from the tiles live at once: constants, splats,
    iotas and broadcasts count as nothing, as they are made again at each use,
    and replication over threads is not seen.

    Assumes: the IR verifies. Leaves to others: conditions that depend on data.
  }];
  let statistics = [
    Statistic<"maxRegisters", "max-registers",
              "largest estimate of registers a thread">
  ];
}

#endif // PASSES_CHECKSTATE_TD
