//===- BlockSum.cpp - Sum in blocks ---------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

/// The carried value `index` of `loop` only has something added to it, or a
/// product that is rounded with the sum: that operation, or null.
static Operation *sumOf(scf::ForOp loop, unsigned index) {
  Value carried = loop.getRegionIterArgs()[index];
  Operation *sum = loop.getYieldedValues()[index].getDefiningOp();
  if (!sum || !carried.hasOneUse() || !sum->hasOneUse() ||
      sum->getBlock() != loop.getBody())
    return nullptr;
  if (auto add = dyn_cast<arith::AddFOp>(sum))
    return llvm::is_contained(add->getOperands(), carried) ? sum : nullptr;
  auto fma = dyn_cast<math::FmaOp>(sum);
  return fma && fma.getC() == carried ? sum : nullptr;
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
  // What is no sum is carried from block to block as it is: nothing but the sum
  // itself sees a sum before the end.
  SmallVector<Operation *> sums;
  for (unsigned i = 0; i < loop.getInitArgs().size(); ++i)
    sums.push_back(sumOf(loop, i));
  if (llvm::none_of(sums, [](Operation *sum) { return sum; }))
    return no("the loop carries no sum of floating-point numbers");

  Location loc = loop.getLoc();
  int64_t length = step * chain.getInt();
  rewriter.setInsertionPoint(loop);
  SmallVector<Value> starts; // of a block
  for (auto [sum, init] : llvm::zip(sums, loop.getInitArgs()))
    starts.push_back(sum ? arith::ConstantOp::create(
                               rewriter, loc,
                               cast<TypedAttr>(
                                   rewriter.getZeroAttr(init.getType())))
                               .getResult()
                         : Value());
  Value stride = arith::ConstantIndexOp::create(rewriter, loc, length);
  auto blocks =
      scf::ForOp::create(rewriter, loc, loop.getLowerBound(),
                         loop.getUpperBound(), stride, loop.getInitArgs());
  rewriter.setInsertionPointToStart(blocks.getBody());
  AffineExpr first = rewriter.getAffineDimExpr(0),
             last = rewriter.getAffineDimExpr(1);
  Value end = affine::AffineMinOp::create(
      rewriter, loc,
      AffineMap::get(2, 0, {first + length, last}, rewriter.getContext()),
      ValueRange{blocks.getInductionVar(), loop.getUpperBound()});
  for (auto [start, before] : llvm::zip(starts, blocks.getRegionIterArgs()))
    if (!start)
      start = before;
  auto block = scf::ForOp::create(rewriter, loc, blocks.getInductionVar(), end,
                                  loop.getStep(), starts);
  block->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  SmallVector<Value> totals;
  for (auto [i, sum] : llvm::enumerate(sums)) {
    Value before = blocks.getRegionIterArgs()[i], after = block.getResult(i);
    if (!sum) {
      totals.push_back(after);
      continue;
    }
    bool left = sum->getOperand(0) == loop.getRegionIterArgs()[i];
    auto flags = cast<arith::ArithFastMathInterface>(sum).getFastMathFlagsAttr();
    totals.push_back(arith::AddFOp::create(rewriter, sum->getLoc(),
                                           left ? before : after,
                                           left ? after : before, flags));
  }
  scf::YieldOp::create(rewriter, loc, totals);
  SmallVector<Value> arguments = {block.getInductionVar()};
  llvm::append_range(arguments, block.getRegionIterArgs());
  rewriter.mergeBlocks(loop.getBody(), block.getBody(), arguments);
  rewriter.replaceOp(loop, blocks.getResults());
  return success();
}
