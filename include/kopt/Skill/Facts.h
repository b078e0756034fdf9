//===- Facts.h - Queries and predicates of skill cards ----------*- C++ -*-===//
//
// What `skill.query` and predicate guards may ask, by name. Facts are pure.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_FACTS_H
#define KOPT_SKILL_FACTS_H

#include "dialects/Kopt/KoptDialect.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

#include <optional>
#include <string>
#include <vector>

namespace kopt::skill {

/// An integer, or the reason why it is not known when the card is applied. What
/// a launch knows may come with its expression over the kernel's symbols.
struct Number {
  std::optional<int64_t> value;
  std::string why;       ///< lower case, set where `value` is not
  mlir::AffineExpr expr; ///< null where nothing is known; pure affine
  std::string text;      ///< `expr` with symbols by name

  Number(int64_t value) : value(value) {}
  static Number unknown(const llvm::Twine &why) {
    Number number(0);
    number.value.reset();
    number.why = why.str();
    return number;
  }
  /// `expr` over the symbols of `kernel`; a number where it is constant.
  static Number known(mlir::AffineExpr expr, KernelOp kernel,
                      const llvm::Twine &why);
  /// The number, its expression, or "unknown".
  std::string str() const {
    return value ? std::to_string(*value) : expr ? text : "unknown";
  }
};

/// The answer to a guard. `Undecided` depends on what only a launch knows.
struct Verdict {
  enum Kind { Holds, Fails, Undecided, If } kind = Holds;
  std::string why; ///< for Fails (may be empty), Undecided and If
  /// For If: it holds where this, over the kernel's symbols, is zero (`isEq`)
  /// or at least zero.
  mlir::AffineExpr constraint;
  bool isEq = false;

  static Verdict holds() { return {}; }
  static Verdict fails(const llvm::Twine &why = "") {
    return {Fails, why.str(), nullptr, false};
  }
  static Verdict undecided(const llvm::Twine &why) {
    return {Undecided, why.str(), nullptr, false};
  }
  static Verdict onlyIf(mlir::AffineExpr constraint, bool isEq,
                        const llvm::Twine &why) {
    return {If, why.str(), constraint, isEq};
  }
  static Verdict of(bool holds) {
    return {holds ? Holds : Fails, "", nullptr, false};
  }
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
  unsigned most = 0; ///< values and words it takes beside the place
  /// Whether it says nothing without a word.
  bool needsWord = false;
};

/// Changes the kernel around `place` so that a predicate of it fails. On
/// failure sets `reason`, and the IR may be half changed.
using BreakFn = mlir::LogicalResult (*)(mlir::RewriterBase &rewriter,
                                        mlir::Operation *place,
                                        std::string &reason);

struct Predicate {
  std::string name;
  std::string summary;
  Verdict (*ask)(const FactArgs &) = nullptr;
  /// A clause: what has to be so for the predicate to hold, for whoever meets
  /// it where it does not.
  std::string remedy;
  /// Makes it false at a place where it holds, with IR that verifies: the
  /// counterexample that tests and authors of cards ask for.
  BreakFn breakIt = nullptr;
};

/// All that the library says of a place: queries that need no
/// argument, and predicates as 1 or 0.
std::vector<std::pair<std::string, Number>> allFacts(mlir::Operation *place);

/// Null if unknown.
const Query *lookupQuery(llvm::StringRef name);
const Predicate *lookupPredicate(llvm::StringRef name);
/// All names, sorted.
std::vector<std::string> queryNames();
std::vector<std::string> predicateNames();

/// kopt's own facts, by group; the registry is made of these lists.
std::vector<Query> accessQueries();
std::vector<Query> kernelQueries();
std::vector<Query> reductionQueries();
std::vector<Predicate> kernelPredicates();

/// The breakers of predicates (lib/Skill/Breakers.cpp).
mlir::LogicalResult breakForm1(mlir::RewriterBase &, mlir::Operation *place,
                               std::string &reason);
mlir::LogicalResult addReduction(mlir::RewriterBase &, mlir::Operation *place,
                                 std::string &reason);
mlir::LogicalResult dropReductions(mlir::RewriterBase &, mlir::Operation *place,
                                   std::string &reason);
mlir::LogicalResult addUse(mlir::RewriterBase &, mlir::Operation *place,
                           std::string &reason);
mlir::LogicalResult dropGathers(mlir::RewriterBase &, mlir::Operation *place,
                                std::string &reason);
mlir::LogicalResult readAlong(mlir::RewriterBase &, mlir::Operation *place,
                              std::string &reason);
mlir::LogicalResult dropReadsByIndex(mlir::RewriterBase &,
                                     mlir::Operation *place,
                                     std::string &reason);
mlir::LogicalResult useOtherwise(mlir::RewriterBase &, mlir::Operation *place,
                                 std::string &reason);
mlir::LogicalResult breakTileable(mlir::RewriterBase &, mlir::Operation *place,
                                  std::string &reason);

/// The kernel that `op` is, is in, or launches; null if there is none.
KernelOp kernelOf(mlir::Operation *op);

} // namespace kopt::skill

#endif // KOPT_SKILL_FACTS_H
