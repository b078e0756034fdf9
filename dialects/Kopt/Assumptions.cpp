//===- Assumptions.cpp - What a kernel knows of its symbols ---------------===//

#include "dialects/Kopt/Assumptions.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"

using namespace mlir;
using namespace kopt;

SymbolPoints kopt::pointsOf(IntegerSet set) {
  return SymbolPoints(FlatLinearValueConstraints(set));
}

SymbolPoints kopt::assumedPoints(KernelOp kernel) {
  MLIRContext *context = kernel.getContext();
  unsigned symbols = kernel.getNumSymbols(), dims = 0;
  for (Type type : kernel.getArgumentTypes())
    if (auto memref = dyn_cast<MemRefType>(type))
      dims += memref.getNumDynamicDims();
  SmallVector<AffineExpr> constraints;
  for (unsigned i = 0; i < dims; ++i)
    constraints.push_back(getAffineSymbolExpr(i, context));
  SmallVector<bool> isEq(dims, false);
  if (IntegerSetAttr assume = kernel.getAssumeAttr()) {
    llvm::append_range(constraints, assume.getValue().getConstraints());
    llvm::append_range(isEq, assume.getValue().getEqFlags());
  }
  // An integer set has at least one constraint.
  if (constraints.empty()) {
    constraints.push_back(getAffineConstantExpr(0, context));
    isEq.push_back(true);
  }
  return pointsOf(IntegerSet::get(0, symbols, constraints, isEq));
}

bool kopt::isMultiple(KernelOp kernel, AffineExpr expr, int64_t divisor) {
  if (expr.isMultipleOf(divisor))
    return true;
  if (!kernel.getAssumeAttr() || !expr.isPureAffine())
    return false;
  IntegerSet multiples =
      IntegerSet::get(0, kernel.getNumSymbols(), {expr % divisor}, {true});
  return assumedPoints(kernel).isSubsetOf(pointsOf(multiples));
}

bool kopt::holdsAt(IntegerSet set, ArrayRef<int64_t> symbols) {
  SmallVector<AffineExpr> values;
  for (int64_t symbol : symbols)
    values.push_back(getAffineConstantExpr(symbol, set.getContext()));
  for (auto [constraint, isEq] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    int64_t value = cast<AffineConstantExpr>(
                        simplifyAffineExpr(constraint.replaceSymbols(values), 0,
                                           symbols.size()))
                        .getValue();
    if (isEq ? value != 0 : value < 0)
      return false;
  }
  return true;
}

/// The names of all symbols, in order.
static SmallVector<std::string> symbolNames(KernelOp kernel) {
  SmallVector<std::string> names, scalars;
  for (auto [i, type] : llvm::enumerate(kernel.getArgumentTypes())) {
    std::string argument = "arg" + std::to_string(i);
    if (type.isIndex())
      scalars.push_back(argument);
    if (auto memref = dyn_cast<MemRefType>(type))
      for (int64_t d = 0; d < memref.getRank(); ++d)
        if (memref.isDynamicDim(d))
          names.push_back(argument + "[" + std::to_string(d) + "]");
  }
  llvm::append_range(names, scalars);
  return names;
}

std::string kopt::textOf(AffineExpr expr, KernelOp kernel) {
  SmallVector<std::string> names = symbolNames(kernel);
  std::string printed, text;
  llvm::raw_string_ostream(printed) << expr;
  // Symbols are printed as s0, s1 …; no other word has an s and a digit.
  for (size_t i = 0; i < printed.size(); ++i) {
    unsigned number = 0;
    StringRef rest = StringRef(printed).drop_front(i);
    if (rest.consume_front("s") && !rest.consumeInteger(10, number) &&
        number < names.size()) {
      text += names[number];
      i = printed.size() - rest.size() - 1;
      continue;
    }
    text += printed[i];
  }
  return text;
}

std::string kopt::textOf(IntegerSet set, KernelOp kernel) {
  std::string text;
  for (auto [constraint, isEq] :
       llvm::zip(set.getConstraints(), set.getEqFlags())) {
    text += text.empty() ? "" : " and ";
    text += textOf(constraint, kernel) + (isEq ? " == 0" : " >= 0");
  }
  return text;
}
