//===- Collectives.h - Scans, orders, scatters into kernels -----*- C++ -*-===//

#ifndef PASSES_LIFT_COLLECTIVES_H
#define PASSES_LIFT_COLLECTIVES_H

#include "dialects/TmTensor/TmTensorDialect.h"
#include "passes/Lift/WholeKernel.h"

#include <string>

namespace kopt::lift {

// Each replaces its operation, before which the rewriter is, by a launch and
// says so; or leaves it, with the reason why tiles would not do what it says.
bool liftScan(mlir::RewriterBase &rewriter, tm::ScanOp op, NewKernel newKernel,
              std::string &reason);
bool liftScatter(mlir::RewriterBase &rewriter, tm::ScatterOp op,
                 NewKernel newKernel, std::string &reason);
/// Where only the first elements of each line are used, only these are found.
bool liftSort(mlir::RewriterBase &rewriter, tm::SortOp op, NewKernel newKernel,
              std::string &reason);
bool liftTopK(mlir::RewriterBase &rewriter, tm::TopkOp op, NewKernel newKernel,
              std::string &reason);

} // namespace kopt::lift

#endif // PASSES_LIFT_COLLECTIVES_H
