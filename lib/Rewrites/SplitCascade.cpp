//===- SplitCascade.cpp - Reductions that wait for others, on parts -------===//
//
// For any m that is the same along a part, with S and n the sum of u and the
// number of elements there,
//   sum (u - c)²   = sum (u - S/n)² + n (S/n - c)²
//   sum exp(u - c) = sum exp(u - m) · exp(m - c)
// so a part needs no c: nothing large cancels, as the part has its own mean or
// maximum, and c comes in when the parts are put together.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/StructuredOps.h"
#include "lib/Rewrites/Split.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace kopt;

bool kopt::dependsOn(Value value, linalg::GenericOp op,
                     function_ref<bool(BlockArgument)> isWanted) {
  return isBehind(
      value,
      [&](Value v) {
        auto argument = dyn_cast<BlockArgument>(v);
        return argument && argument.getOwner() == op.getBody() &&
               isWanted(argument);
      },
      [&](Value v) { return v.getParentBlock() != op.getBody(); });
}

/// Fuses what stands between the reductions in `before` and `op` into `op`.
static LogicalResult fuseProducers(linalg::GenericOp &op,
                                   ArrayRef<linalg::GenericOp> before,
                                   RewriterBase &rewriter,
                                   std::string &reason) {
  while (true) {
    OpOperand *between = nullptr;
    for (OpOperand *input : op.getDpsInputOperands()) {
      Operation *def = input->get().getDefiningOp();
      if (def && !llvm::is_contained(before, def) &&
          waitsFor(input->get(), before))
        between = input;
    }
    if (!between)
      return success();
    auto producer = between->get().getDefiningOp<linalg::GenericOp>();
    if (!producer || producer.getNumReductionLoops() > 0) {
      reason = "what the reduction reads is not elementwise";
      return failure();
    }
    // A copy of its own, so that no second result is kept for others.
    rewriter.setInsertionPoint(op);
    unsigned number = cast<OpResult>(between->get()).getResultNumber();
    Operation *copy = rewriter.clone(*producer);
    between->set(copy->getResult(number));
    if (!linalg::areElementwiseOpsFusable(between)) {
      reason = "what the reduction reads cannot be fused into it";
      return failure();
    }
    FailureOr<linalg::ElementwiseOpFusionResult> fused =
        linalg::fuseElementwiseOps(rewriter, between);
    if (failed(fused) || fused->fusedOp->getNumResults() != 1) {
      reason = "what the reduction reads was not fused into it";
      return failure();
    }
    auto merged = cast<linalg::GenericOp>(fused->fusedOp);
    rewriter.replaceOp(op, merged->getResults());
    if (copy->use_empty())
      rewriter.eraseOp(copy);
    op = merged;
  }
}

/// The sum of `u` of the body of `op`: one of `before`, or a new operation in
/// front of `op`.
static FailureOr<linalg::GenericOp> sumOf(Value u, linalg::GenericOp op,
                                          ArrayRef<linalg::GenericOp> before,
                                          RewriterBase &rewriter,
                                          std::string &reason) {
  Location loc = op.getLoc();
  SmallVector<Value> ins;
  SmallVector<AffineMap> maps;
  SmallVector<BlockArgument> from;
  for (OpOperand *input : op.getDpsInputOperands()) {
    BlockArgument argument = op.getMatchingBlockArgument(input);
    if (!dependsOn(u, op, [&](BlockArgument a) { return a == argument; }))
      continue;
    ins.push_back(input->get());
    maps.push_back(op.getMatchingIndexingMap(input));
    from.push_back(argument);
  }
  maps.push_back(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  if (!inversePermutation(concatAffineMaps(maps, op.getContext()))) {
    reason = "the minuend does not have all dimensions of the reduction";
    return failure();
  }
  auto type = cast<RankedTensorType>(op.getResult(0).getType());
  rewriter.setInsertionPoint(op);
  auto build = [&](Value init, bool accumulatorFirst) {
    return linalg::GenericOp::create(
        rewriter, loc, TypeRange{type}, ins, ValueRange{init}, maps,
        op.getIteratorTypesArray(),
        [&](OpBuilder &builder, Location, ValueRange args) {
          IRMapping map;
          for (auto [old, arg] : llvm::zip(from, args))
            map.map(old, arg);
          Value term = cloneSlice(builder, u, op.getBody(), map,
                                  [](Value outer) { return outer; });
          Value sides[2] = {args.back(), term};
          if (!accumulatorFirst)
            std::swap(sides[0], sides[1]);
          Value sum = arith::AddFOp::create(builder, loc, sides[0], sides[1]);
          linalg::YieldOp::create(builder, loc, sum);
        });
  };
  for (linalg::GenericOp known : before)
    for (bool accumulatorFirst : {true, false}) {
      if (known.getResult(0).getType() != type)
        continue;
      linalg::GenericOp sum = build(known.getDpsInits()[0], accumulatorFirst);
      bool isKnown = OperationEquivalence::isEquivalentTo(
          sum, known, OperationEquivalence::IgnoreLocations);
      rewriter.eraseOp(sum);
      if (isKnown)
        return known;
    }
  // The init of `op` has the shape; what it holds does not matter, as a part's
  // sum starts from zero and the whole sum is not used.
  return build(op.getDpsInits()[0], true);
}

FailureOr<SplitReduction> kopt::matchCascade(linalg::GenericOp op,
                                             ArrayRef<linalg::GenericOp> before,
                                             RewriterBase &rewriter,
                                             std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  Operation *combiner = combinerOf(op);
  if (!combiner || !isa<arith::AddFOp>(combiner))
    return no("the reduction that waits is no sum of floating-point numbers");
  if (failed(fuseProducers(op, before, rewriter, reason)))
    return failure();
  combiner = combinerOf(op);
  if (!combiner)
    return no("the body is not a reduction with a known neutral element");
  bool left = combiner->getOperand(0) == op.getRegionOutputArgs()[0];
  Value term = combiner->getOperand(left ? 1 : 0);
  SmallVector<unsigned> reduced;
  op.getReductionDims(reduced);
  auto waits = [&](Value value) {
    return dependsOn(value, op, [&](BlockArgument a) {
      return a.getArgNumber() < op.getNumDpsInputs() &&
             llvm::is_contained(
                 before, op.getInputs()[a.getArgNumber()].getDefiningOp());
    });
  };
  if (!op.getBody()->getOps<linalg::IndexOp>().empty())
    return no("the reduction that waits uses coordinates");
  auto varies = [&](Value value) {
    return dependsOn(value, op, [&](BlockArgument a) {
      AffineMap map =
          op.getMatchingIndexingMap(&op->getOpOperand(a.getArgNumber()));
      return llvm::any_of(map.getResults(), [&](AffineExpr e) {
        return llvm::is_contained(reduced,
                                  cast<AffineDimExpr>(e).getPosition());
      });
    });
  };
  // The one operation in which what is awaited meets what is summed.
  Operation *meeting = nullptr;
  for (Operation &inner : op.getBody()->without_terminator()) {
    bool meets = false;
    for (Value operand : inner.getOperands())
      meets |= waits(operand) && !varies(operand);
    if (!meets || !varies(inner.getResult(0)))
      continue;
    if (meeting)
      return no("what is awaited comes in twice");
    meeting = &inner;
  }
  auto difference = dyn_cast_or_null<arith::SubFOp>(meeting);
  if (!difference)
    return no("what is awaited is not subtracted");
  bool centreLast = waits(difference.getRhs());
  Value centre = centreLast ? difference.getRhs() : difference.getLhs();
  Value u = centreLast ? difference.getLhs() : difference.getRhs();
  if (waits(u) || u.getType() != op.getRegionOutputArgs()[0].getType())
    return no("the difference is not of the accumulator's type");
  SplitReduction result{op, {}, {}};
  result.cascade.difference = difference;
  result.cascade.centre = centre;
  // (u - c)²
  if (auto square = term.getDefiningOp<arith::MulFOp>();
      square && square.getLhs() == difference &&
      square.getRhs() == difference &&
      llvm::all_of(difference->getUsers(),
                   [&](Operation *user) { return user == square; })) {
    FailureOr<linalg::GenericOp> sum = sumOf(u, op, before, rewriter, reason);
    if (failed(sum))
      return failure();
    result.cascade.kind = Cascade::Squares;
    result.cascade.sum = *sum;
    return result;
  }
  // exp(u - c), or its product with something that does not wait.
  if (!centreLast || !difference->hasOneUse())
    return no("the difference is neither squared nor an exponent");
  Operation *power = *difference->getUsers().begin();
  if (!isa<math::ExpOp, math::Exp2Op>(power) || !power->hasOneUse())
    return no("the difference is neither squared nor an exponent");
  auto factor = term.getDefiningOp<arith::MulFOp>();
  bool isTerm = term == power->getResult(0) ||
                (factor && (factor.getLhs() == power->getResult(0) ||
                            factor.getRhs() == power->getResult(0)));
  if (!isTerm)
    return no("the power is not summed");
  result.cascade.kind = Cascade::Exponential;
  return result;
}
