//===- BlockSum.cpp - Sum in blocks ---------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

/// The carried value `index` of `loop` only has something added to it: that
/// addition, or null.
static arith::AddFOp sumOf(scf::ForOp loop, unsigned index) {
  Value carried = loop.getRegionIterArgs()[index];
  auto add = loop.getYieldedValues()[index].getDefiningOp<arith::AddFOp>();
  if (!add || !carried.hasOneUse() || !add->hasOneUse() ||
      add->getBlock() != loop.getBody() ||
      (add.getLhs() != carried && add.getRhs() != carried))
    return {};
  return add;
}

/// The most iterations of a loop that ends at a constant or, as blocks do, a
/// constant after its start.
static std::optional<int64_t> mostTrips(scf::ForOp loop, int64_t step) {
  if (std::optional<APInt> trips = loop.getStaticTripCount())
    return trips->getSExtValue();
  auto end = loop.getUpperBound().getDefiningOp<affine::AffineMinOp>();
  if (!end || !llvm::is_contained(end.getOperands(), loop.getLowerBound()))
    return std::nullopt;
  for (AffineExpr bound : end.getMap().getResults()) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(bound);
    if (!sum || sum.getKind() != AffineExprKind::Add)
      continue;
    unsigned position = end.getOperands().size();
    if (auto dim = dyn_cast<AffineDimExpr>(sum.getLHS()))
      position = dim.getPosition();
    else if (auto symbol = dyn_cast<AffineSymbolExpr>(sum.getLHS()))
      position = end.getMap().getNumDims() + symbol.getPosition();
    auto length = dyn_cast<AffineConstantExpr>(sum.getRHS());
    if (length && position < end.getOperands().size() &&
        end.getOperands()[position] == loop.getLowerBound())
      return llvm::divideCeil(length.getValue(), step);
  }
  return std::nullopt;
}

LogicalResult kopt::skill::blockSum(RewriterBase &rewriter, Operation *anchor,
                                    DictionaryAttr params,
                                    std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  auto loop = dyn_cast<scf::ForOp>(anchor);
  if (!loop)
    return no("expected an scf.for as anchor");
  auto chain = params.getAs<IntegerAttr>("chain");
  if (!chain || chain.getInt() < 2)
    return no("expected a parameter chain of at least 2");
  APInt constant;
  if (!matchPattern(loop.getStep(), m_ConstantInt(&constant)) ||
      !constant.isStrictlyPositive())
    return no("expected a loop with a constant step");
  int64_t step = constant.getSExtValue();
  if (std::optional<int64_t> trips = mostTrips(loop, step);
      trips && *trips <= chain.getInt())
    return no("the loop has at most " + Twine(*trips) + " iterations");
  SmallVector<arith::AddFOp> sums;
  for (unsigned i = 0; i < loop.getInitArgs().size(); ++i) {
    sums.push_back(sumOf(loop, i));
    if (!sums.back())
      return no("a carried value is no sum of floating-point numbers");
  }
  if (sums.empty())
    return no("the loop carries no sum");

  Location loc = loop.getLoc();
  int64_t length = step * chain.getInt();
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> zeros;
  for (Value init : loop.getInitArgs())
    zeros.push_back(arith::ConstantOp::create(
        rewriter, loc, cast<TypedAttr>(rewriter.getZeroAttr(init.getType()))));
  Value stride = arith::ConstantIndexOp::create(rewriter, loc, length);
  auto blocks =
      scf::ForOp::create(rewriter, loc, loop.getLowerBound(),
                         loop.getUpperBound(), stride, loop.getInitArgs());
  rewriter.setInsertionPointToStart(blocks.getBody());
  AffineExpr start = rewriter.getAffineDimExpr(0),
             last = rewriter.getAffineDimExpr(1);
  Value end = affine::AffineMinOp::create(
      rewriter, loc,
      AffineMap::get(2, 0, {start + length, last}, rewriter.getContext()),
      ValueRange{blocks.getInductionVar(), loop.getUpperBound()});
  auto block = scf::ForOp::create(rewriter, loc, blocks.getInductionVar(), end,
                                  loop.getStep(), zeros);
  block->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  SmallVector<Value> totals;
  for (auto [i, add] : llvm::enumerate(sums)) {
    bool left = add.getLhs() == loop.getRegionIterArgs()[i];
    Value before = blocks.getRegionIterArgs()[i], after = block.getResult(i);
    totals.push_back(
        arith::AddFOp::create(rewriter, add.getLoc(), left ? before : after,
                              left ? after : before, add.getFastmathAttr()));
  }
  scf::YieldOp::create(rewriter, loc, totals);
  SmallVector<Value> arguments = {block.getInductionVar()};
  llvm::append_range(arguments, block.getRegionIterArgs());
  rewriter.mergeBlocks(loop.getBody(), block.getBody(), arguments);
  rewriter.replaceOp(loop, blocks.getResults());
  return success();
}
