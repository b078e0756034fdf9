//===- AllocateShared.h - Shared memory of a kernel ----------- -*- C++ -*-===//

#ifndef PASSES_ALLOCATESHARED_ALLOCATESHARED_H
#define PASSES_ALLOCATESHARED_ALLOCATESHARED_H

#include "dialects/Kopt/KoptDialect.h"
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
/// input, the totals of the warps' segments. A sort: its inputs. A conversion
/// that moves data between threads: the tile. A histogram: its counters. An
/// element takes whole bytes, an index 8.
int64_t sharedScratchBytes(mlir::Operation *op);

/// Copies that a histogram has of each bin's counter, a power of two: as many
/// as lanes, where their bytes do not pass 48 KiB nor their number that of the
/// elements.
int64_t histogramCopies(HistogramOp op);

/// Bytes of shared memory that a tile takes which lives there.
int64_t residentBytes(PlaceOp op);

/// Bytes of shared memory of each block into which the other blocks of a
/// cluster put their partials while `op`, a `kopt.reduce` over an axis that
/// lies over several blocks, runs; 0 for anything else.
int64_t exchangeBytes(mlir::Operation *op);

} // namespace kopt

#endif // PASSES_ALLOCATESHARED_ALLOCATESHARED_H
