//===- IndexBounds.h - Arguments whose elements are indices -----*- C++ -*-===//

#ifndef KOPT_ORACLE_INDEXBOUNDS_H
#define KOPT_ORACLE_INDEXBOUNDS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <vector>

namespace kopt {

constexpr int64_t kNoIndex = -1;

/// For each argument of a program before lifting, the least extent that its
/// elements index when the arguments have `shapes`; 0 where no index is valid,
/// `kNoIndex` where they index nothing. Elements are followed through
/// conversions of integers, structured operations and casts of tensors into
/// tensor.extract and tensor.gather, not through arithmetic: a program that
/// computes an index bounds it itself. Extents that are no extent of an
/// argument and not static are not known and give no bound.
std::vector<int64_t> indexBounds(mlir::func::FuncOp entry,
                                 llvm::ArrayRef<std::vector<int64_t>> shapes);

} // namespace kopt

#endif // KOPT_ORACLE_INDEXBOUNDS_H
