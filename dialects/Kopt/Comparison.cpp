//===- Comparison.cpp - What a comparison of tuples means -----------------===//
//
// A region that only compares its arguments with one another cannot tell tuples
// apart that lie alike. So it is asked for one example of each case, and what
// it says there is what it says everywhere: however it is written.
//
//===----------------------------------------------------------------------===//

#include "dialects/Kopt/Comparison.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace kopt;

namespace {

/// Runs a region with numbers for some of its arguments.
class Example {
public:
  /// `part` is which element of the tuple it is.
  void set(BlockArgument argument, double number, unsigned part = 0) {
    numbers[argument] = {number, part};
  }
  std::optional<bool> run(Block &block) {
    for (Operation &op : block.without_terminator())
      if (!step(op))
        return std::nullopt;
    return truth(block.getTerminator()->getOperand(0));
  }

private:
  std::optional<bool> truth(Value value) {
    auto found = truths.find(value);
    return found == truths.end() ? std::nullopt
                                 : std::optional<bool>(found->second);
  }
  /// The numbers of two arguments that are the same part of their tuples.
  std::optional<std::pair<double, double>> pair(Value lhs, Value rhs) {
    auto a = numbers.find(lhs), b = numbers.find(rhs);
    if (a == numbers.end() || b == numbers.end() ||
        a->second.second != b->second.second)
      return std::nullopt;
    return std::pair(a->second.first, b->second.first);
  }
  bool step(Operation &op);
  std::optional<bool> compare(arith::CmpFOp op);
  std::optional<bool> compare(arith::CmpIOp op);

  DenseMap<Value, std::pair<double, unsigned>> numbers;
  DenseMap<Value, bool> truths;
};

} // namespace

std::optional<bool> Example::compare(arith::CmpFOp op) {
  auto both = pair(op.getLhs(), op.getRhs());
  if (!both || op.getFastmath() != arith::FastMathFlags::none)
    return std::nullopt;
  auto value = [](double x) {
    return std::isnan(x) ? APFloat::getNaN(APFloat::IEEEdouble()) : APFloat(x);
  };
  return arith::applyCmpPredicate(op.getPredicate(), value(both->first),
                                  value(both->second));
}

std::optional<bool> Example::compare(arith::CmpIOp op) {
  using P = arith::CmpIPredicate;
  if (op.getLhs().getType().isInteger(1)) {
    std::optional<bool> a = truth(op.getLhs()), b = truth(op.getRhs());
    if (!a || !b || (op.getPredicate() != P::eq && op.getPredicate() != P::ne))
      return std::nullopt;
    return (op.getPredicate() == P::eq) == (*a == *b);
  }
  auto both = pair(op.getLhs(), op.getRhs());
  bool isUnsigned =
      llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, op.getPredicate());
  if (!both || isUnsigned)
    return std::nullopt;
  return arith::applyCmpPredicate(
      op.getPredicate(), APInt(64, static_cast<uint64_t>(both->first)),
      APInt(64, static_cast<uint64_t>(both->second)));
}

bool Example::step(Operation &op) {
  std::optional<bool> result =
      llvm::TypeSwitch<Operation *, std::optional<bool>>(&op)
          .Case<arith::CmpFOp, arith::CmpIOp>(
              [&](auto op) { return compare(op); })
          .Case<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(
              [&](auto logic) -> std::optional<bool> {
                std::optional<bool> a = truth(logic.getLhs()),
                                    b = truth(logic.getRhs());
                if (!a || !b)
                  return std::nullopt;
                return isa<arith::AndIOp>(op)  ? *a && *b
                       : isa<arith::OrIOp>(op) ? *a || *b
                                               : *a != *b;
              })
          .Case([&](arith::SelectOp op) -> std::optional<bool> {
            std::optional<bool> condition = truth(op.getCondition());
            if (!condition)
              return std::nullopt;
            return truth(*condition ? op.getTrueValue() : op.getFalseValue());
          })
          .Case([&](arith::ConstantOp op) -> std::optional<bool> {
            if (!op.getType().isInteger(1))
              return std::nullopt;
            return !cast<IntegerAttr>(op.getValue()).getValue().isZero();
          })
          .Default(std::nullopt);
  if (result)
    truths[op.getResult(0)] = *result;
  return result.has_value();
}

std::optional<ComparisonTable>
kopt::comparisonTable(Block &block, BlockArgument first, BlockArgument second) {
  auto ask = [&](double a, double b) {
    Example example;
    example.set(first, a);
    example.set(second, b);
    return example.run(block);
  };
  double nan = std::nan("");
  std::optional<bool> less = ask(1, 2), equal = ask(1, 1), greater = ask(2, 1);
  if (!less || !equal || !greater)
    return std::nullopt;
  ComparisonTable table{*less, *equal, *greater, false, false, false};
  if (isa<FloatType>(first.getType()))
    table = {*less,        *equal,       *greater,
             *ask(nan, 1), *ask(1, nan), *ask(nan, nan)};
  return table;
}

std::optional<LineOrder> kopt::lineOrder(Block &block) {
  unsigned count = block.getNumArguments() / 2;
  if (count < 2 || !block.getArgument(1).getType().isIntOrIndex())
    return std::nullopt;
  bool isFloat = isa<FloatType>(block.getArgument(0).getType());
  double nan = std::nan("");
  // Whether the region says what the order does, of these elements at
  // neighbouring places and one place.
  auto agrees = [&](double a, double b, bool descending) {
    for (auto [p, q] : {std::pair(1, 2), std::pair(2, 1), std::pair(1, 1)}) {
      Example example;
      example.set(block.getArgument(0), a);
      example.set(block.getArgument(1), p, 1);
      example.set(block.getArgument(count), b);
      example.set(block.getArgument(count + 1), q, 1);
      bool isTie = (std::isnan(a) && std::isnan(b)) || a == b;
      bool wanted = isTie           ? p < q
                    : std::isnan(a) ? false
                    : std::isnan(b) ? true
                    : descending    ? a > b
                                    : a < b;
      if (example.run(block) != wanted)
        return false;
    }
    return true;
  };
  for (bool descending : {false, true}) {
    bool is = agrees(1, 2, descending) && agrees(2, 1, descending) &&
              agrees(1, 1, descending);
    if (is && isFloat)
      is = agrees(nan, 1, descending) && agrees(1, nan, descending) &&
           agrees(nan, nan, descending);
    if (is)
      return LineOrder{descending};
  }
  return std::nullopt;
}

Value kopt::buildLineOrder(OpBuilder &builder, Location loc, Block &block,
                           LineOrder order) {
  unsigned count = block.getNumArguments() / 2;
  Value a = block.getArgument(0), place = block.getArgument(1),
        b = block.getArgument(count), other = block.getArgument(count + 1);
  Value earlier = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt,
                                        place, other);
  auto both = [&](Value x, Value y) -> Value {
    return arith::AndIOp::create(builder, loc, x, y);
  };
  auto either = [&](Value x, Value y) -> Value {
    return arith::OrIOp::create(builder, loc, x, y);
  };
  if (!isa<FloatType>(a.getType())) {
    using P = arith::CmpIPredicate;
    Value before = arith::CmpIOp::create(
        builder, loc, order.descending ? P::sgt : P::slt, a, b);
    Value equal = arith::CmpIOp::create(builder, loc, P::eq, a, b);
    return either(before, both(equal, earlier));
  }
  using P = arith::CmpFPredicate;
  auto compare = [&](P predicate, Value x, Value y) -> Value {
    return arith::CmpFOp::create(builder, loc, predicate, x, y);
  };
  Value before = compare(order.descending ? P::OGT : P::OLT, a, b);
  Value tie = both(compare(P::OEQ, a, b), earlier);
  Value otherIsNaN = compare(P::UNO, b, b);
  return arith::SelectOp::create(builder, loc, compare(P::UNO, a, a),
                                 both(otherIsNaN, earlier),
                                 either(otherIsNaN, either(before, tie)));
}
