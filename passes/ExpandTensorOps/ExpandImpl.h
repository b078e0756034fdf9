//===- ExpandImpl.h - Parts of kopt-expand-tensor-ops -----------*- C++ -*-===//

#ifndef PASSES_EXPANDTENSOROPS_EXPANDIMPL_H
#define PASSES_EXPANDTENSOROPS_EXPANDIMPL_H

#include "dialects/TmTensor/TmTensorDialect.h"
#include "passes/ExpandTensorOps/Elements.h"

namespace kopt::expand {

// Each replaces its operation, before which the rewriter is.
void attention(mlir::RewriterBase &rewriter, tm::AttentionOp op);
void gather(mlir::RewriterBase &rewriter, mlir::tensor::GatherOp op);
void reshape(mlir::RewriterBase &rewriter, mlir::tensor::ReshapeOp op);
void scan(mlir::RewriterBase &rewriter, tm::ScanOp op);
void scatter(mlir::RewriterBase &rewriter, mlir::tensor::ScatterOp op);
void scatter(mlir::RewriterBase &rewriter, tm::ScatterOp op);
void sort(mlir::RewriterBase &rewriter, tm::SortOp op);
/// May leave the operation, with a remark.
void topk(mlir::RewriterBase &rewriter, tm::TopkOp op);

/// Maps of a fold whose extra dimension runs along `dim` of `rank`: to the
/// element itself, and to the one that the fold is at.
std::pair<mlir::AffineMap, mlir::AffineMap>
mapsAlong(mlir::MLIRContext *context, int64_t rank, int64_t dim);

} // namespace kopt::expand

#endif // PASSES_EXPANDTENSOROPS_EXPANDIMPL_H
