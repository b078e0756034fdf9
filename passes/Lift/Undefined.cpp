//===- Undefined.cpp - What upstream leaves undefined, on the host --------===//
//
// Tensors that are read without contents, and floats that their integer does
// not hold.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "passes/Lift/LiftImpl.h"

#include <cmath>

using namespace mlir;
using namespace kopt;

/// Whether `use` of a tensor without contents asks for nothing but its extents.
static bool isWithoutContents(OpOperand &use) {
  Operation *user = use.getOwner();
  if (isa<tensor::DimOp>(user))
    return true;
  // Kernels that are there already say themselves what they read.
  if (auto launch = dyn_cast<LaunchOp>(user))
    return launch.isDpsInit(&use);
  auto op = dyn_cast<linalg::LinalgOp>(user);
  if (!op)
    return isa<linalg::SoftmaxOp>(user) && use.getOperandNumber() == 1;
  return op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use);
}

/// Any contents are right: zeros, which a kernel can make where it starts from
/// them. (A kernel that read memory as it is could not be told from one that
/// reads too much.)
void kopt::lift::defineContents(func::FuncOp func) {
  SmallVector<tensor::EmptyOp> work;
  func.walk([&](tensor::EmptyOp op) { work.push_back(op); });
  for (tensor::EmptyOp op : work) {
    Type element = op.getType().getElementType();
    SmallVector<OpOperand *> reads;
    for (OpOperand &use : op->getUses())
      if (!isWithoutContents(use))
        reads.push_back(&use);
    if (reads.empty() || !isStored(element))
      continue;
    OpBuilder builder(op);
    builder.setInsertionPointAfter(op);
    Value zero = arith::ConstantOp::create(builder, op.getLoc(),
                                           builder.getZeroAttr(element));
    Value filled =
        linalg::FillOp::create(builder, op.getLoc(), zero, op.getResult())
            .getResult(0);
    for (OpOperand *use : reads)
      use->set(filled);
  }
}

/// Whether `value` is known to lie between two numbers: what `saturate` makes.
static bool isBetween(Value value, const APFloat &first, const APFloat &last) {
  auto upper = value.getDefiningOp<arith::MinimumFOp>();
  auto lower =
      upper ? upper.getLhs().getDefiningOp<arith::MaximumFOp>() : nullptr;
  APFloat low = first, high = last;
  return lower && matchPattern(upper.getRhs(), m_ConstantFloat(&high)) &&
         matchPattern(lower.getRhs(), m_ConstantFloat(&low)) && low == first &&
         high == last;
}

/// `op`, a conversion of a scalar to an integer, by operations that are all
/// defined: the float is brought into the integer's range first.
static void saturate(Operation *op) {
  Location loc = op->getLoc();
  OpBuilder builder(op);
  bool isSigned = isa<arith::FPToSIOp>(op);
  Value x = op->getOperand(0);
  auto from = cast<FloatType>(x.getType());
  auto to = cast<IntegerType>(op->getResult(0).getType());
  // What comes after the last integer; an infinity where the type ends before.
  APFloat end(std::ldexp(1.0, int(to.getWidth()) - isSigned));
  bool lost;
  end.convert(from.getFloatSemantics(), APFloat::rmNearestTiesToEven, &lost);
  APFloat last = end, first = -end;
  last.next(/*nextDown=*/true);
  if (!isSigned)
    first = APFloat::getZero(from.getFloatSemantics());
  else if (first.isInfinity())
    first.next(/*nextDown=*/false);
  if (isBetween(x, first, last))
    return;
  auto number = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(builder, loc, from,
                                     FloatAttr::get(from, value));
  };
  auto integer = [&](const APInt &value) -> Value {
    return arith::ConstantOp::create(builder, loc, to,
                                     IntegerAttr::get(to, value));
  };
  auto is = [&](arith::CmpFPredicate predicate, Value a, Value b) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, a, b);
  };
  auto choose = [&](Value condition, Value yes, Value no) -> Value {
    return arith::SelectOp::create(builder, loc, condition, yes, no);
  };
  Value zero = number(APFloat::getZero(from.getFloatSemantics()));
  Value known = choose(is(arith::CmpFPredicate::UNO, x, x), zero, x);
  Value inside = arith::MinimumFOp::create(
      builder, loc,
      arith::MaximumFOp::create(builder, loc, known, number(first)),
      number(last));
  Value result = builder
                     .create(loc, op->getName().getIdentifier(),
                             ValueRange{inside}, TypeRange{to})
                     ->getResult(0);
  unsigned width = to.getWidth();
  result = choose(is(arith::CmpFPredicate::OGE, known, number(end)),
                  integer(isSigned ? APInt::getSignedMaxValue(width)
                                   : APInt::getMaxValue(width)),
                  result);
  if (isSigned)
    result = choose(is(arith::CmpFPredicate::OLE, known, number(-end)),
                    integer(APInt::getSignedMinValue(width)), result);
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
}

/// As kernels do; the host's own conversion gives the least integer for all.
void kopt::lift::saturateScalars(func::FuncOp func) {
  SmallVector<Operation *> work;
  func.walk([&](Operation *op) {
    if (isa<arith::FPToSIOp, arith::FPToUIOp>(op) &&
        isa<FloatType>(op->getOperand(0).getType()) &&
        !op->getParentOfType<linalg::LinalgOp>())
      work.push_back(op);
  });
  llvm::for_each(work, saturate);
}
