//===- Facts.h - Queries and predicates of skill cards ----------*- C++ -*-===//
//
// What `skill.query` and predicate guards may ask, by name. Facts are pure.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_FACTS_H
#define KOPT_SKILL_FACTS_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace kopt::skill {

/// An integer, or the reason why it is not known when the card is applied.
struct Number {
  std::optional<int64_t> value;
  std::string why; ///< lower case, set where `value` is not

  Number(int64_t value) : value(value) {}
  static Number unknown(const llvm::Twine &why) {
    Number number(0);
    number.value.reset();
    number.why = why.str();
    return number;
  }
  /// The number, or "unknown".
  std::string str() const { return value ? std::to_string(*value) : "unknown"; }
};

/// The answer to a guard. `Undecided` depends on what only a launch knows; a
/// card with such a guard is refused with that reason.
struct Verdict {
  enum Kind { Holds, Fails, Undecided } kind = Holds;
  std::string why; ///< for Fails (may be empty) and Undecided

  static Verdict holds() { return {}; }
  static Verdict fails(const llvm::Twine &why = "") {
    return {Fails, why.str()};
  }
  static Verdict undecided(const llvm::Twine &why) {
    return {Undecided, why.str()};
  }
  static Verdict of(bool holds) { return {holds ? Holds : Fails, ""}; }
};

/// What a fact is asked of: the place, then numbers, then words (string or
/// integer attributes).
struct FactArgs {
  mlir::Operation *place;
  llvm::ArrayRef<Number> values;
  llvm::ArrayRef<mlir::Attribute> words;
};

struct Query {
  std::string name;
  std::string summary; ///< one sentence, with the unit
  Number (*ask)(const FactArgs &) = nullptr;
};

struct Predicate {
  std::string name;
  std::string summary;
  Verdict (*ask)(const FactArgs &) = nullptr;
};

/// Null if unknown.
const Query *lookupQuery(llvm::StringRef name);
const Predicate *lookupPredicate(llvm::StringRef name);
/// All names, sorted.
std::vector<std::string> queryNames();
std::vector<std::string> predicateNames();

/// kopt's own facts, by group; the registry is made of these lists.
std::vector<Query> accessQueries();
std::vector<Query> kernelQueries();
std::vector<Predicate> kernelPredicates();

/// The kernel that `op` is, is in, or launches; null if there is none.
KernelOp kernelOf(mlir::Operation *op);
/// The launch that makes the first input of `op`, a kopt.launch, that comes
/// from a launch in the same block; null if there is none.
LaunchOp producerOf(mlir::Operation *op);

} // namespace kopt::skill

#endif // KOPT_SKILL_FACTS_H
