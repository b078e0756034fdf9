//===- Registry.cpp - Facts by name ---------------------------------------===//

#include "dialects/Kopt/Assumptions.h"
#include "kopt/Skill/Facts.h"
#include "mlir/IR/SymbolTable.h"

#include <map>

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

template <typename T> using ByName = std::map<std::string, T, std::less<>>;

template <typename T> static void add(ByName<T> &map, std::vector<T> list) {
  for (T &fact : list)
    if (!map.try_emplace(fact.name, fact).second)
      llvm::report_fatal_error("kopt: a fact is registered twice");
}

/// A predicate that cannot be made false, or that does not say when it holds,
/// can be neither tested nor explained.
static std::vector<Predicate> complete(std::vector<Predicate> list) {
  for (const Predicate &predicate : list)
    if (!predicate.breakIt || predicate.remedy.empty())
      llvm::report_fatal_error(
          "kopt: a predicate needs a breaker and a remedy");
  return list;
}

static const ByName<Query> &queries() {
  static const ByName<Query> map = [] {
    ByName<Query> all;
    add(all, accessQueries());
    add(all, kernelQueries());
    add(all, reductionQueries());
    return all;
  }();
  return map;
}

static const ByName<Predicate> &predicates() {
  static const ByName<Predicate> map = [] {
    ByName<Predicate> all;
    add(all, complete(kernelPredicates()));
    return all;
  }();
  return map;
}

template <typename T>
static const T *lookup(const ByName<T> &map, StringRef name) {
  auto found = map.find(name.str());
  return found == map.end() ? nullptr : &found->second;
}

template <typename T>
static std::vector<std::string> namesOf(const ByName<T> &map) {
  std::vector<std::string> names;
  for (const auto &[name, fact] : map)
    names.push_back(name);
  return names;
}

const Query *kopt::skill::lookupQuery(StringRef name) {
  return lookup(queries(), name);
}
const Predicate *kopt::skill::lookupPredicate(StringRef name) {
  return lookup(predicates(), name);
}
std::vector<std::string> kopt::skill::queryNames() {
  return namesOf(queries());
}
std::vector<std::string> kopt::skill::predicateNames() {
  return namesOf(predicates());
}

std::vector<std::pair<std::string, Number>>
kopt::skill::allFacts(Operation *place) {
  std::vector<std::pair<std::string, Number>> all;
  for (const auto &[name, query] : queries())
    if (!query.needsWord)
      all.emplace_back(name, query.ask({place, {}, {}}));
  for (const auto &[name, predicate] : predicates()) {
    Verdict verdict = predicate.ask({place, {}, {}});
    bool isKnown =
        verdict.kind == Verdict::Holds || verdict.kind == Verdict::Fails;
    all.emplace_back(name, isKnown ? Number(verdict.kind == Verdict::Holds)
                                   : Number::unknown(verdict.why));
  }
  return all;
}

Number Number::known(AffineExpr expr, KernelOp kernel, const Twine &why) {
  expr = simplifyAffineExpr(expr, 0, kernel.getNumSymbols());
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  Number number = unknown(why);
  if (expr.isPureAffine()) {
    number.expr = expr;
    number.text = textOf(expr, kernel);
  }
  return number;
}

KernelOp kopt::skill::kernelOf(Operation *op) {
  if (auto kernel = dyn_cast<KernelOp>(op))
    return kernel;
  if (auto launch = dyn_cast<LaunchOp>(op))
    return SymbolTable::lookupNearestSymbolFrom<KernelOp>(
        op, launch.getKernelAttr());
  return op->getParentOfType<KernelOp>();
}
