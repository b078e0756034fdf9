//===- AllocateShared.h - Shared memory of a kernel ----------- -*- C++ -*-===//

#ifndef PASSES_ALLOCATESHARED_ALLOCATESHARED_H
#define PASSES_ALLOCATESHARED_ALLOCATESHARED_H

#include "mlir/Pass/Pass.h"

namespace kopt {

#define GEN_PASS_DECL
#include "passes/AllocateShared/AllocateShared.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/AllocateShared/AllocateShared.h.inc"

/// Bytes of shared memory that `op`, which exchanges data of tiles with
/// layouts, needs while it runs; 0 for anything else. A reduction that crosses
/// threads through shared memory: for each input, partials (as
/// many a result as threads along the axis still differ in) of all results,
/// rounded up to 16 bytes. A scan that crosses warps: for each
/// input, the totals of the warps' segments. A conversion that moves data
/// between threads: the tile. An element takes whole bytes, an index 8.
int64_t sharedScratchBytes(mlir::Operation *op);

} // namespace kopt

#endif // PASSES_ALLOCATESHARED_ALLOCATESHARED_H
