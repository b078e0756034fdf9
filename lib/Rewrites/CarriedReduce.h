//===- CarriedReduce.h - Reductions that a loop carries ---------*- C++ -*-===//

#ifndef LIB_REWRITES_CARRIEDREDUCE_H
#define LIB_REWRITES_CARRIEDREDUCE_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace kopt {

/// The reduction whose result carried value `index` of `loop` is combined with
/// by the reduction's own combiner, used for nothing else, and by one that may
/// form parts (`mayFormParts`); or null.
ReduceOp carriedReduce(mlir::scf::ForOp loop, unsigned index);

} // namespace kopt

#endif // LIB_REWRITES_CARRIEDREDUCE_H
