//===- DeferReduce.cpp - Reduce once after a loop -------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "dialects/Kopt/StructuredOps.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/CarriedReduce.h"

using namespace mlir;
using namespace kopt;

ReduceOp kopt::carriedReduce(scf::ForOp loop, unsigned index) {
  Value carried = loop.getRegionIterArgs()[index];
  Operation *combine = loop.getYieldedValues()[index].getDefiningOp();
  if (!combine || combine->getNumOperands() != 2 || !carried.hasOneUse() ||
      !combine->hasOneUse() || combine->getBlock() != loop.getBody())
    return {};
  Value other;
  if (combine->getOperand(0) == carried)
    other = combine->getOperand(1);
  else if (combine->getOperand(1) == carried)
    other = combine->getOperand(0);
  else
    return {};
  auto reduce = other.getDefiningOp<ReduceOp>();
  if (!reduce || reduce.getInputs().size() != 1 || !reduce->hasOneUse() ||
      reduce->getBlock() != loop.getBody())
    return {};
  Block &block = reduce.getCombiner().front();
  if (!llvm::hasNItems(block, 2) ||
      block.front().getName() != combine->getName() ||
      block.front().getAttrDictionary() != combine->getAttrDictionary() ||
      !mayFormParts(combine))
    return {};
  return reduce;
}

LogicalResult kopt::skill::deferReduce(RewriterBase &rewriter,
                                       Operation *anchor, DictionaryAttr,
                                       std::string &reason) {
  auto loop = dyn_cast<scf::ForOp>(anchor);
  if (!loop) {
    reason = "expected an scf.for as anchor";
    return failure();
  }
  for (unsigned index = 0; index < loop.getInitArgs().size(); ++index) {
    ReduceOp reduce = carriedReduce(loop, index);
    if (!reduce)
      continue;
    Location loc = loop.getLoc();
    RankedTensorType wide = reduce.getInputType();
    // The tile starts from the identity; the old initial value joins last.
    rewriter.setInsertionPoint(loop);
    Value identity = arith::ConstantOp::create(
        rewriter, loc,
        DenseElementsAttr::get(wide, Attribute(reduce.getIdentity()[0])));
    SmallVector<Value> inits(loop.getInitArgs());
    Value oldInit = inits[index];
    inits[index] = identity;
    auto created =
        scf::ForOp::create(rewriter, loc, loop.getLowerBound(),
                           loop.getUpperBound(), loop.getStep(), inits);
    created->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    Operation *combine = loop.getYieldedValues()[index].getDefiningOp();
    IRMapping map;
    map.map(loop.getInductionVar(), created.getInductionVar());
    map.map(loop.getRegionIterArgs(), created.getRegionIterArgs());
    rewriter.setInsertionPointToStart(created.getBody());
    for (Operation &op : loop.getBody()->without_terminator())
      if (&op != combine && &op != reduce.getOperation())
        rewriter.clone(op, map);
    Value sides[2] = {created.getRegionIterArgs()[index],
                      map.lookupOrDefault(reduce.getInputs()[0])};
    Operation *tileCombine =
        rewriter.create(combine->getLoc(), combine->getName().getIdentifier(),
                        sides, TypeRange{wide}, combine->getAttrs());
    SmallVector<Value> yielded;
    for (auto [i, value] : llvm::enumerate(loop.getYieldedValues()))
      yielded.push_back(i == index ? tileCombine->getResult(0)
                                   : map.lookupOrDefault(value));
    scf::YieldOp::create(rewriter, loc, yielded);
    rewriter.setInsertionPointAfter(created);
    IRMapping after;
    after.map(reduce.getInputs()[0], created->getResult(index));
    Operation *once = rewriter.clone(*reduce, after);
    Operation *last =
        rewriter.create(combine->getLoc(), combine->getName().getIdentifier(),
                        ValueRange{oldInit, once->getResult(0)},
                        TypeRange{oldInit.getType()}, combine->getAttrs());
    SmallVector<Value> results(created->getResults());
    results[index] = last->getResult(0);
    rewriter.replaceOp(loop, results);
    return success();
  }
  reason = "no carried value combines a reduction with its own combiner, in "
           "any order";
  return failure();
}
