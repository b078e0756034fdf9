//===- ValueTable.cpp - The values of an artefact -------------------------===//

#include "SymbolicWalk.h"

using namespace mlir;
using namespace kopt;
using artefact::Operator;

std::optional<int64_t> ValueTable::known(int value) const {
  if (value >= 0 && values[value].op == Operator::Constant)
    return values[value].operands[0];
  return std::nullopt;
}

int ValueTable::make(Operator op, int64_t a, int64_t b, int64_t c) {
  if (op > Operator::Address) {
    int64_t numbers[3] = {};
    bool all = true;
    const int64_t operands[3] = {a, b, c};
    for (unsigned i = 0; i < artefact::operandCount(op); ++i) {
      std::optional<int64_t> number = known(int(operands[i]));
      all &= number.has_value();
      numbers[i] = number.value_or(0);
    }
    // What has no result stays, as an error of the call.
    if (all)
      if (std::optional<int64_t> number = artefact::apply(op, numbers))
        return constant(*number);
    bool isNeutral = (op == Operator::Add && known(int(b)) == 0) ||
                     (op == Operator::Sub && known(int(b)) == 0) ||
                     (op == Operator::Mul && known(int(b)) == 1) ||
                     ((op == Operator::FloorDiv || op == Operator::CeilDiv ||
                       op == Operator::Div) &&
                      known(int(b)) == 1);
    if (isNeutral)
      return int(a);
    if ((op == Operator::Add && known(int(a)) == 0) ||
        (op == Operator::Mul && known(int(a)) == 1))
      return int(b);
  }
  auto [it, isNew] = made.try_emplace({int64_t(op), a, b, c}, 0);
  if (isNew) {
    it->second = int(values.size());
    values.push_back({op, {a, b, c}});
  }
  return it->second;
}

int ValueTable::affine(AffineExpr expr, ArrayRef<int> dims,
                       ArrayRef<int> symbols) {
  if (auto number = dyn_cast<AffineConstantExpr>(expr))
    return constant(number.getValue());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int a = affine(binary.getLHS(), dims, symbols);
  int b = affine(binary.getRHS(), dims, symbols);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return make(Operator::Add, a, b);
  case AffineExprKind::Mul:
    return make(Operator::Mul, a, b);
  case AffineExprKind::Mod:
    return make(Operator::Mod, a, b);
  case AffineExprKind::FloorDiv:
    return make(Operator::FloorDiv, a, b);
  default:
    return make(Operator::CeilDiv, a, b);
  }
}

int ValueTable::both(int a, int b) {
  if (a < 0 || b < 0 || a == b)
    return a < 0 ? b : a;
  return make(Operator::And, a, b);
}

int ValueTable::condition(IntegerSet set, ArrayRef<int> symbols) {
  int all = -1;
  for (auto [constraint, isEq] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    int value = affine(constraint, {}, symbols);
    int zero = constant(0);
    int one = make(isEq ? Operator::Equal : Operator::LessEqual, zero, value);
    if (known(one) != 1)
      all = both(all, one);
  }
  return all;
}
