//===- Range.cpp - Intervals of index values ------------------------------===//

#include "passes/ToSimt/Range.h"
#include "dialects/Kopt/KoptDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace kopt;

/// Ends beyond this are "not known", so that sums and products of two fit.
static constexpr int64_t limit = int64_t(1) << 31;

static std::optional<Interval> make(int64_t a, int64_t b) {
  if (a > b)
    std::swap(a, b);
  if (a < -limit * limit / 2 || b > limit * limit / 2)
    return std::nullopt;
  return Interval{a, b};
}

static bool isSmall(Interval r) { return r.low >= -limit && r.high <= limit; }

static std::optional<Interval> add(std::optional<Interval> a,
                                   std::optional<Interval> b) {
  if (!a || !b)
    return std::nullopt;
  return make(a->low + b->low, a->high + b->high);
}

static std::optional<Interval> multiply(std::optional<Interval> a,
                                        std::optional<Interval> b) {
  if (!a || !b || !isSmall(*a) || !isSmall(*b))
    return std::nullopt;
  auto [low, high] = std::minmax(
      {a->low * b->low, a->low * b->high, a->high * b->low, a->high * b->high});
  return make(low, high);
}

/// Floor division by a positive constant.
static std::optional<Interval> divide(std::optional<Interval> a,
                                      std::optional<Interval> b) {
  if (!a || !b || b->low != b->high || b->low <= 0)
    return std::nullopt;
  return make(llvm::divideFloorSigned(a->low, b->low),
              llvm::divideFloorSigned(a->high, b->low));
}

/// Remainder of a division by a positive constant.
static std::optional<Interval> remainder(std::optional<Interval> a,
                                         std::optional<Interval> b) {
  if (!b || b->low != b->high || b->low <= 0)
    return std::nullopt;
  if (a && a->low >= 0 && a->high < b->low)
    return a;
  return Interval{0, b->low - 1};
}

/// The interval of the induction variable of a loop that runs up.
static std::optional<Interval> inductionRange(scf::ForOp loop) {
  std::optional<Interval> low = getRange(loop.getLowerBound());
  std::optional<Interval> high = getRange(loop.getUpperBound());
  std::optional<Interval> step = getRange(loop.getStep());
  if (!low || !high || !step || step->low <= 0)
    return std::nullopt;
  int64_t last = high->high - 1;
  // With one start and one step the last value taken is exact.
  if (low->low == low->high && step->low == step->high && last >= low->low)
    last = low->low + (last - low->low) / step->low * step->low;
  return make(low->low, std::max(last, low->low));
}

std::optional<Interval> kopt::getRange(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return make(constant.getSExtValue(), constant.getSExtValue());
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    if (loop && argument == loop.getInductionVar())
      return inductionRange(loop);
    return std::nullopt;
  }
  Operation *op = value.getDefiningOp();
  auto operand = [&](unsigned i) { return getRange(op->getOperand(i)); };
  if (auto id = dyn_cast<ProgramIdOp>(op)) {
    AffineMap grid = op->getParentOfType<KernelOp>().getGridAttr().getValue();
    auto extent = dyn_cast<AffineConstantExpr>(grid.getResult(id.getAxis()));
    if (!extent || extent.getValue() < 1)
      return std::nullopt;
    return make(0, extent.getValue() - 1);
  }
  if (auto apply = dyn_cast<affine::AffineApplyOp>(op)) {
    SmallVector<std::optional<Interval>> operands;
    for (Value v : apply.getMapOperands())
      operands.push_back(getRange(v));
    ArrayRef<std::optional<Interval>> all(operands);
    unsigned dims = apply.getAffineMap().getNumDims();
    return getRange(apply.getAffineMap().getResult(0), all.take_front(dims),
                    all.drop_front(dims));
  }
  // No operation here has fewer operands than are read.
  if (isa<arith::AddIOp>(op))
    return add(operand(0), operand(1));
  if (isa<arith::SubIOp>(op))
    return add(operand(0), multiply(operand(1), Interval{-1, -1}));
  if (isa<arith::MulIOp>(op))
    return multiply(operand(0), operand(1));
  if (isa<arith::FloorDivSIOp>(op))
    return divide(operand(0), operand(1));
  if (isa<arith::DivUIOp, arith::DivSIOp>(op)) {
    std::optional<Interval> a = operand(0);
    return a && a->low >= 0 ? divide(a, operand(1)) : std::nullopt;
  }
  if (isa<arith::RemUIOp, arith::RemSIOp>(op)) {
    std::optional<Interval> a = operand(0);
    return a && a->low >= 0 ? remainder(a, operand(1)) : std::nullopt;
  }
  return std::nullopt;
}

std::optional<Interval>
kopt::getRange(AffineExpr expr, ArrayRef<std::optional<Interval>> dims,
               ArrayRef<std::optional<Interval>> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return make(constant.getValue(), constant.getValue());
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Interval> a = getRange(binary.getLHS(), dims, symbols);
  std::optional<Interval> b = getRange(binary.getRHS(), dims, symbols);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return add(a, b);
  case AffineExprKind::Mul:
    return multiply(a, b);
  case AffineExprKind::FloorDiv:
    return divide(a, b);
  case AffineExprKind::CeilDiv:
    return b && b->low == b->high && b->low > 0
               ? divide(add(a, Interval{b->low - 1, b->low - 1}), b)
               : std::nullopt;
  case AffineExprKind::Mod:
    return remainder(a, b);
  default:
    return std::nullopt;
  }
}
