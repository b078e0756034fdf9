//===- SoftmaxSum.cpp - Sums of exponentials below a maximum --------------===//
//
// exp(x - max x), summed along the row: each term is at most 1 and one of them
// is 1, so the sum is at least 1, or not a number.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "kopt/Skill/Rewrites.h"
#include "lib/Rewrites/Divisions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/OperationSupport.h"

using namespace mlir;
using namespace kopt;

/// What `value` is before it is widened and its padded elements are masked.
static Value source(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto select = dyn_cast<arith::SelectOp>(op))
      value = select.getTrueValue();
    else if (isa<arith::ExtFOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  return value;
}

/// Whether two tiles hold the same: one value, or one read twice.
static bool areSame(Value a, Value b) {
  if (a == b)
    return true;
  auto x = a.getDefiningOp<LoadOp>(), y = b.getDefiningOp<LoadOp>();
  return x && y && x->getBlock() == y->getBlock() &&
         OperationEquivalence::isEquivalentTo(
             x, y, OperationEquivalence::IgnoreLocations);
}

/// The reduction of `value` with a combiner of one operation of `Ops`, or null.
template <typename... Ops> static ReduceOp reductionBy(Value value) {
  auto reduce = value.getDefiningOp<ReduceOp>();
  if (!reduce || reduce.getInputs().size() != 1)
    return {};
  Block &block = reduce.getCombiner().front();
  return llvm::hasNItems(block, 2) && isa<Ops...>(block.front()) ? reduce
                                                                 : ReduceOp();
}

/// Whether `exp` is of what lies below the row's maximum: of x - max x.
static bool isBelowMaximum(math::ExpOp exp) {
  auto difference = exp.getOperand().getDefiningOp<arith::SubFOp>();
  auto repeated = difference ? difference.getRhs().getDefiningOp<BroadcastOp>()
                             : BroadcastOp();
  if (!repeated)
    return false;
  ReduceOp maximum = reductionBy<arith::MaximumFOp, arith::MaxNumFOp>(
      source(repeated.getSource()));
  if (!maximum ||
      !areSame(source(difference.getLhs()), source(maximum.getInputs()[0])))
    return false;
  // The maximum repeats along what it was taken over, and along nothing else.
  SmallVector<int64_t> kept;
  for (int64_t d = 0; d < maximum.getInputType().getRank(); ++d)
    if (d != int64_t(maximum.getAxis()))
      kept.push_back(d);
  return repeated.getDims() == ArrayRef(kept);
}

/// The exponentials whose sum, and possibly a zero, `value` is; or null.
static math::ExpOp termOf(Value value) {
  while (auto sum = value.getDefiningOp<arith::AddFOp>()) {
    bool isZero[2] = {matchPattern(sum.getLhs(), m_AnyZeroFloat()),
                      matchPattern(sum.getRhs(), m_AnyZeroFloat())};
    if (!isZero[0] && !isZero[1])
      return {};
    value = isZero[0] ? sum.getRhs() : sum.getLhs();
  }
  ReduceOp sum = reductionBy<arith::AddFOp>(value);
  auto exp = sum ? source(sum.getInputs()[0]).getDefiningOp<math::ExpOp>()
                 : math::ExpOp();
  if (!exp || !isBelowMaximum(exp))
    return {};
  auto repeated = exp.getOperand()
                      .getDefiningOp<arith::SubFOp>()
                      .getRhs()
                      .getDefiningOp<BroadcastOp>();
  auto maximum = source(repeated.getSource()).getDefiningOp<ReduceOp>();
  return maximum.getAxis() == sum.getAxis() ? exp : math::ExpOp();
}

LogicalResult kopt::skill::multiplyByReciprocalOfSum(RewriterBase &rewriter,
                                                     Operation *anchor,
                                                     DictionaryAttr,
                                                     std::string &reason) {
  SmallVector<arith::DivFOp> divisions = sharedDivisions(anchor, reason);
  llvm::erase_if(divisions, [](arith::DivFOp op) {
    return !termOf(op.getRhs().getDefiningOp<BroadcastOp>().getSource());
  });
  if (divisions.empty()) {
    reason = "no f32 division by a sum of exponentials below their maximum";
    return failure();
  }
  for (arith::DivFOp op : divisions)
    multiplyInstead(rewriter, op);
  return success();
}

LogicalResult kopt::skill::sumPowersOfTwo(RewriterBase &rewriter,
                                          Operation *anchor, DictionaryAttr,
                                          std::string &reason) {
  auto sum = dyn_cast<ReduceOp>(anchor);
  if (!sum) {
    reason = "expected a kopt.reduce as anchor";
    return failure();
  }
  math::ExpOp exp = termOf(sum.getResult(0));
  if (!exp || !getElementTypeOrSelf(exp.getType()).isF32()) {
    reason =
        "what is reduced is no sum of f32 exponentials below their maximum";
    return failure();
  }
  // The terms as such need every digit.
  for (Operation *user : exp->getUsers()) {
    bool isMask = isa<arith::SelectOp>(user) && user->hasOneUse() &&
                  *user->user_begin() == sum.getOperation();
    if (user != sum.getOperation() && !isMask) {
      reason = "the exponentials are used other than in their sum";
      return failure();
    }
  }
  rewriter.setInsertionPoint(exp);
  Location loc = exp.getLoc();
  Value log2e = arith::ConstantOp::create(
      rewriter, loc,
      DenseElementsAttr::get(
          cast<RankedTensorType>(exp.getType()),
          Attribute(rewriter.getF32FloatAttr(1.4426950408889634f))));
  Value scaled = arith::MulFOp::create(rewriter, loc, exp.getOperand(), log2e);
  rewriter.replaceOpWithNewOp<math::Exp2Op>(exp, scaled);
  return success();
}
