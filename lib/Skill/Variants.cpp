//===- Variants.cpp - Kernels for some launches only ----------------------===//

#include "lib/Skill/Variants.h"

#include <numeric>

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

SmallVector<LaunchOp> kopt::skill::launchesOf(KernelOp kernel) {
  SmallVector<LaunchOp> launches;
  auto module = kernel->getParentOfType<ModuleOp>();
  if (!module)
    return launches;
  module.walk([&](LaunchOp launch) {
    for (SymbolRefAttr name : launch.getKernels())
      if (SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, name) ==
          kernel) {
        launches.push_back(launch);
        return;
      }
  });
  return launches;
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

Conditions::Conditions(KernelOp kernel)
    : kernel(kernel), known(assumedPoints(kernel)) {
  SmallVector<LaunchOp> launches = launchesOf(kernel);
  if (launches.empty())
    return;
  SymbolPoints all = SymbolPoints::getEmpty(known.getSpace());
  for (LaunchOp launch : launches) {
    SymbolPoints here = known;
    for (SymbolRefAttr name : launch.getKernels()) {
      auto other = SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, name);
      if (!other || other == kernel)
        break;
      here = here.subtract(pointsOf(other.getAssumeAttr().getValue()));
    }
    all = all.unionSet(here);
  }
  known = all;
}

SymbolPoints Conditions::points(AffineExpr constraint, bool isEq) const {
  return pointsOf(
      IntegerSet::get(0, kernel.getNumSymbols(), {constraint}, {isEq}));
}

/// The remainder of `expr` by `divisor`, without factors that do not matter.
static AffineExpr remainder(AffineExpr expr, int64_t divisor) {
  auto product = dyn_cast<AffineBinaryOpExpr>(expr);
  if (product && product.getKind() == AffineExprKind::Mul)
    if (auto factor = dyn_cast<AffineConstantExpr>(product.getRHS()))
      if (int64_t common = std::gcd(factor.getValue(), divisor); common > 0)
        return product.getLHS() % (divisor / common);
  return expr % divisor;
}

Verdict Conditions::compare(Compare how, const Number &a,
                            const Number &b) const {
  for (const Number *number : {&a, &b})
    if (!number->value && !number->expr)
      return Verdict::undecided(number->why);
  const std::string &why = a.value ? b.why : a.why;
  MLIRContext *context = kernel.getContext();
  auto exprOf = [&](const Number &number) {
    return number.value ? getAffineConstantExpr(*number.value, context)
                        : number.expr;
  };
  AffineExpr x = exprOf(a), y = exprOf(b), constraint;
  bool isEq = false;
  switch (how) {
  case Compare::Eq:
  case Compare::Ne:
    constraint = x - y;
    isEq = true;
    break;
  case Compare::Lt:
    constraint = y - x - 1;
    break;
  case Compare::Le:
    constraint = y - x;
    break;
  case Compare::Gt:
    constraint = x - y - 1;
    break;
  case Compare::Ge:
    constraint = x - y;
    break;
  case Compare::Mod:
    if (!b.value)
      return Verdict::undecided(why);
    if (*b.value <= 0)
      return Verdict::fails();
    constraint = remainder(x, *b.value);
    isEq = true;
    break;
  }
  constraint = simplifyAffineExpr(constraint, 0, kernel.getNumSymbols());
  SymbolPoints where = points(constraint, isEq);
  bool always = known.isSubsetOf(where);
  bool never = known.intersect(where).isIntegerEmpty();
  if (how == Compare::Ne) {
    if (always == never)
      return Verdict::undecided(why); // a hole is no affine condition
    std::swap(always, never);
  }
  if (always)
    return Verdict::holds();
  if (never)
    return Verdict::fails();
  return Verdict::onlyIf(constraint, isEq, why);
}

void Conditions::require(const Verdict &verdict) {
  known = known.intersect(points(verdict.constraint, verdict.isEq));
  constraints.push_back(verdict.constraint);
  isEq.push_back(verdict.isEq);
}

std::string Conditions::text() const {
  if (empty())
    return "";
  return textOf(IntegerSet::get(0, kernel.getNumSymbols(), constraints, isEq),
                kernel);
}

IntegerSet Conditions::assume() const {
  SmallVector<AffineExpr> all;
  SmallVector<bool> flags;
  if (IntegerSetAttr before = kernel.getAssumeAttr()) {
    llvm::append_range(all, before.getValue().getConstraints());
    llvm::append_range(flags, before.getValue().getEqFlags());
  }
  llvm::append_range(all, constraints);
  llvm::append_range(flags, isEq);
  return IntegerSet::get(0, kernel.getNumSymbols(), all, flags);
}

std::string Conditions::whyNoVariant(unsigned most) const {
  SmallVector<LaunchOp> launches = launchesOf(kernel);
  if (launches.empty())
    return "no launch could choose between variants";
  for (LaunchOp launch : launches)
    if (unsigned kernels = launch.getKernels().size(); kernels >= most)
      return "the launch has " + std::to_string(kernels) + " of at most " +
             std::to_string(most) + " kernels";
  return "";
}

//===----------------------------------------------------------------------===//
// The copy
//===----------------------------------------------------------------------===//

KernelOp kopt::skill::addVariant(KernelOp kernel, IntegerSet assume,
                                 IRMapping &mapping) {
  SmallVector<LaunchOp> launches = launchesOf(kernel);
  // All variants of a launch are named after its kernel without a condition.
  std::string stem = launches.front().getKernelAttr().getLeafReference().str() +
                     "_if",
              name;
  for (unsigned i = 0; name.empty(); ++i)
    if (!SymbolTable::lookupSymbolIn(kernel->getParentOp(),
                                     stem + std::to_string(i)))
      name = stem + std::to_string(i);
  OpBuilder builder(kernel);
  auto variant = cast<KernelOp>(builder.clone(*kernel, mapping));
  variant.setSymName(name);
  variant.setAssumeAttr(IntegerSetAttr::get(assume));
  for (LaunchOp launch : launches) {
    SmallVector<Attribute> variants;
    for (SymbolRefAttr other : launch.getKernels()) {
      if (SymbolTable::lookupNearestSymbolFrom(launch, other) == kernel)
        variants.push_back(SymbolRefAttr::get(
            other.getRootReference(),
            other.getNestedReferences().empty()
                ? ArrayRef<FlatSymbolRefAttr>()
                : ArrayRef<FlatSymbolRefAttr>(
                      FlatSymbolRefAttr::get(kernel.getContext(), name))));
      variants.push_back(other);
    }
    variants.pop_back(); // the kernel itself
    launch.setVariantsAttr(builder.getArrayAttr(variants));
  }
  return variant;
}
