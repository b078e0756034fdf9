//===- Normalise.cpp - Structured operations in generic form --------------===//

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "passes/Lift/LiftImpl.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::lift;

/// acc - x in a reduction → acc + -x, a sum, which has a neutral element.
static void addInstead(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return;
  for (BlockArgument acc : op.getRegionOutputArgs()) {
    if (!acc.hasOneUse())
      continue;
    Operation *sub = *acc.getUsers().begin();
    if (!isa<arith::SubFOp, arith::SubIOp>(sub) || sub->getOperand(0) != acc)
      continue;
    IRRewriter rewriter(sub);
    Location loc = sub->getLoc();
    Value x = sub->getOperand(1);
    if (auto onFloats = dyn_cast<arith::SubFOp>(sub)) {
      Value minus =
          arith::NegFOp::create(rewriter, loc, x, onFloats.getFastmath());
      rewriter.replaceOpWithNewOp<arith::AddFOp>(sub, acc, minus,
                                                 onFloats.getFastmath());
    } else {
      Value zero = arith::ConstantOp::create(rewriter, loc,
                                             rewriter.getZeroAttr(x.getType()));
      Value minus = arith::SubIOp::create(rewriter, loc, zero, x);
      rewriter.replaceOpWithNewOp<arith::AddIOp>(sub, acc, minus);
    }
  }
}

/// Whether `op` is none of the operations with a generic form.
static bool isAggregate(Operation *op) {
  return isa<linalg::SoftmaxOp, linalg::PackOp, linalg::UnPackOp,
             linalg::WinogradFilterTransformOp,
             linalg::WinogradInputTransformOp,
             linalg::WinogradOutputTransformOp>(op);
}

bool kopt::lift::isStructured(Operation *op) {
  return isa<linalg::LinalgOp>(op) || isAggregate(op);
}

/// Splits `op` into operations with a generic form, in its place.
static LogicalResult decompose(IRRewriter &rewriter, Operation *op) {
  rewriter.setInsertionPoint(op);
  FailureOr<SmallVector<Value>> parts =
      TypeSwitch<Operation *, FailureOr<SmallVector<Value>>>(op)
          .Case([&](linalg::SoftmaxOp softmax) {
            return softmax.decomposeOperation(rewriter);
          })
          .Case<linalg::PackOp, linalg::UnPackOp>([&](Operation *) {
            return SmallVector<Value>{relayout(rewriter, op)};
          })
          .Default([&](Operation *) { return winograd(rewriter, op); });
  if (failed(parts))
    return failure();
  rewriter.replaceOp(op, *parts);
  return success();
}

/// Without a result that nobody uses (the index of a maximum, say) an operation
/// may be a simple reduction.
static void dropUnusedResults(func::FuncOp func) {
  SmallVector<Operation *> generics;
  func.walk([&](linalg::GenericOp op) { generics.push_back(op); });
  RewritePatternSet patterns(func.getContext());
  linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(generics, std::move(patterns), config);
}

unsigned kopt::lift::normalise(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  SmallVector<Operation *> found;
  unsigned failed = 0;
  func.walk([&](Operation *op) {
    if (isAggregate(op))
      found.push_back(op);
  });
  for (Operation *op : found) {
    bool isOnTensors =
        cast<DestinationStyleOpInterface>(op).hasPureTensorSemantics();
    if (isOnTensors && succeeded(decompose(rewriter, op)))
      continue;
    op->emitRemark("not lifted: ")
        << (isOnTensors ? "the operation has no generic form"
                        : "expected tensor operands");
    ++failed;
  }
  func.walk(addInstead);
  resolveIndexTables(func);
  dropUnusedResults(func);
  splitExtremes(func);
  return failed;
}

/// A fill as a generic operation whose body takes the scalar from outside.
linalg::GenericOp kopt::lift::asGeneric(linalg::FillOp fill) {
  IRRewriter rewriter(fill);
  Value init = fill.getOutputs()[0], scalar = fill.getInputs()[0];
  int64_t rank = cast<RankedTensorType>(init.getType()).getRank();
  SmallVector<utils::IteratorType> parallel(rank,
                                            utils::IteratorType::parallel);
  AffineMap id = rewriter.getMultiDimIdentityMap(rank);
  auto generic = linalg::GenericOp::create(
      rewriter, fill.getLoc(), init.getType(), ValueRange(), init, id, parallel,
      [&](OpBuilder &b, Location loc, ValueRange) {
        linalg::YieldOp::create(b, loc, scalar);
      });
  rewriter.replaceOp(fill, generic);
  return generic;
}

/// `op` in generic form, in its place, if that can become a kernel. Otherwise
/// null with `reason`, and `op` stays as it is, by its name.
linalg::GenericOp kopt::lift::asLiftable(linalg::LinalgOp op,
                                         std::string &reason) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op.getOperation()))
    return isLiftable(generic, reason) ? generic : linalg::GenericOp();
  if (!op.hasPureTensorSemantics()) {
    reason = "expected tensor operands";
    return {};
  }
  IRRewriter rewriter(op);
  auto copy = cast<linalg::LinalgOp>(rewriter.clone(*op));
  FailureOr<linalg::GenericOp> generic =
      linalg::generalizeNamedOp(rewriter, copy);
  if (failed(generic)) {
    copy->erase();
    reason = "the operation has no generic form";
    return {};
  }
  if (!isLiftable(*generic, reason)) {
    (*generic)->erase();
    return {};
  }
  rewriter.replaceOp(op, (*generic)->getResults());
  return *generic;
}
