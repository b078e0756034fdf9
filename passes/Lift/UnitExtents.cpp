//===- UnitExtents.cpp - Dimensions of one element ------------------------===//
//
// Front ends keep reduced dimensions with extent 1, which they then index by a
// constant 0. Without them operations are regular, and a reshape on the host is
// a view.
//
//===----------------------------------------------------------------------===//

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Lift/LiftImpl.h"

using namespace mlir;
using namespace kopt;

linalg::GenericOp kopt::lift::dropUnitExtents(linalg::GenericOp op) {
  IRRewriter rewriter(op);
  linalg::ControlDropUnitDims options;
  FailureOr<linalg::DropUnitDimsResult> dropped =
      linalg::dropUnitDims(rewriter, op, options);
  if (failed(dropped))
    return op;
  rewriter.replaceOp(op, dropped->replacements);
  return cast<linalg::GenericOp>(dropped->resultOp.getOperation());
}

void kopt::lift::foldReshapes(func::FuncOp func) {
  SmallVector<Operation *> views;
  func.walk([&](Operation *op) {
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, linalg::FillOp>(op))
      views.push_back(op);
  });
  MLIRContext *context = func.getContext();
  RewritePatternSet patterns(context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(patterns, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(patterns, context);
  linalg::FillOp::getCanonicalizationPatterns(patterns, context);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(views, std::move(patterns), config);
}
