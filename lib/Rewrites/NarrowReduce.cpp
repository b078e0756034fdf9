//===- NarrowReduce.cpp - Take a maximum before it is widened -------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace kopt;

/// `value` in the semantics of `type` if nothing is lost; else none.
static std::optional<APFloat> narrowed(APFloat value, FloatType type) {
  bool isLossy = false;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &isLossy);
  if (isLossy && !value.isNaN())
    return std::nullopt;
  return value;
}

static LogicalResult narrow(RewriterBase &rewriter, ReduceOp reduce,
                            std::string &reason) {
  auto no = [&](const Twine &text) {
    reason = text.str();
    return failure();
  };
  Block &block = reduce.getCombiner().front();
  if (reduce.getInputs().size() != 1 || !llvm::hasNItems(block, 2) ||
      !isa<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
           arith::MinNumFOp>(block.front()))
    return no("the reduction is no maximum or minimum of floats");
  // A mask stays; what it puts in place of padded elements is narrowed, too.
  Value wide = reduce.getInputs()[0], mask;
  std::optional<APFloat> other;
  auto select = wide.getDefiningOp<arith::SelectOp>();
  if (select) {
    DenseElementsAttr dense;
    if (!matchPattern(select.getFalseValue(), m_Constant(&dense)) ||
        !dense.isSplat())
      return no("the mask selects what is no constant");
    other = dense.getSplatValue<APFloat>();
    mask = select.getCondition();
    wide = select.getTrueValue();
  }
  auto widen = wide.getDefiningOp<arith::ExtFOp>();
  if (!widen)
    return no("what is reduced is not widened");
  auto type = cast<RankedTensorType>(widen.getIn().getType());
  auto element = cast<FloatType>(type.getElementType());
  if (element.getWidth() != 16)
    return no("there is no maximum of " + Twine(element.getWidth()) +
              "-bit floats");
  std::optional<APFloat> identity =
      narrowed(cast<FloatAttr>(reduce.getIdentity()[0]).getValue(), element);
  if (other)
    other = narrowed(*other, element);
  if (!identity || (mask && !other))
    return no("the neutral element is none of the narrow type");
  Location loc = reduce.getLoc();
  rewriter.setInsertionPoint(reduce);
  Value tile = widen.getIn();
  if (mask)
    tile = arith::SelectOp::create(
        rewriter, loc, mask, tile,
        arith::ConstantOp::create(rewriter, loc,
                                  DenseElementsAttr::get(type, *other)));
  auto wideType = cast<RankedTensorType>(reduce.getResult(0).getType());
  auto narrow = ReduceOp::create(
      rewriter, loc, TypeRange{wideType.clone(element)}, ValueRange{tile},
      reduce.getAxis(),
      rewriter.getArrayAttr({rewriter.getFloatAttr(element, *identity)}),
      reduce.getAcrossAttr());
  {
    OpBuilder::InsertionGuard guard(rewriter);
    Block *body = rewriter.createBlock(&narrow.getCombiner(), {},
                                       {element, element}, {loc, loc});
    Operation *combine = rewriter.create(
        loc, block.front().getName().getIdentifier(), body->getArguments(),
        TypeRange{element}, block.front().getAttrs());
    YieldOp::create(rewriter, loc, combine->getResults());
  }
  rewriter.replaceOpWithNewOp<arith::ExtFOp>(reduce, wideType,
                                             narrow.getResult(0));
  if (select && select.use_empty())
    rewriter.eraseOp(select);
  // What waits for the result waits narrow.
  if (widen->getBlock() == narrow->getBlock() &&
      llvm::all_of(widen->getUsers(), [&](Operation *user) {
        Operation *inBlock = narrow->getBlock()->findAncestorOpInBlock(*user);
        return inBlock && narrow->isBeforeInBlock(inBlock);
      }))
    rewriter.moveOpAfter(widen, narrow);
  return success();
}

LogicalResult kopt::skill::narrowReduce(RewriterBase &rewriter,
                                        Operation *anchor, DictionaryAttr,
                                        std::string &reason) {
  if (auto reduce = dyn_cast<ReduceOp>(anchor))
    return narrow(rewriter, reduce, reason);
  auto kernel = dyn_cast<KernelOp>(anchor);
  if (!kernel || !kernel.isTiled()) {
    reason = "expected a kopt.reduce or a form-2 kopt.kernel as anchor";
    return failure();
  }
  SmallVector<ReduceOp> reduces;
  kernel.walk([&](ReduceOp reduce) { reduces.push_back(reduce); });
  reason = "the kernel has no reduction";
  bool any = false;
  for (ReduceOp reduce : reduces)
    any |= succeeded(narrow(rewriter, reduce, reason));
  return success(any);
}
