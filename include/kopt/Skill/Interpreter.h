//===- Interpreter.h - One card at one place --------------------*- C++ -*-===//

#ifndef KOPT_SKILL_INTERPRETER_H
#define KOPT_SKILL_INTERPRETER_H

#include "dialects/Skill/SkillDialect.h"
#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Target.h"
#include "mlir/IR/BuiltinOps.h"

#include <map>

namespace kopt::skill {

/// Knob values by name.
using Knobs = std::map<std::string, int64_t>;

/// One action of a card, as it can be taken back.
struct Undo {
  std::string place;
  std::string name; ///< of the attribute or the rewrite
  /// The attribute before, empty where there was none; a rewrite's parameters.
  std::string text;
  bool isRewrite = false;
};

/// What became of a card at a place.
struct Outcome {
  explicit Outcome(mlir::Location at) : at(at) {}

  bool isApplied = false;
  /// Why not: the id of the guard, or `bind`, `action`, `verify`,
  /// `check-state`, `expect`, `numerics`, `no-change`.
  std::string guard;
  std::string reason; ///< a sentence with values; lower case
  mlir::Location at;  ///< the guard, or what else refused
  /// What would make the predicate hold that refused; empty for other refusals.
  std::string remedy;
  /// Facts that were asked, in order: text of the query and answer.
  std::vector<std::pair<std::string, Number>> values;
  Knobs knobs; ///< all knobs of the card
  /// Where it was applied for some launches only: the condition on the kernel's
  /// symbols by which a launch chooses the changed kernel (see textOf in
  /// dialects/Kopt/Assumptions.h).
  std::string condition;
  /// Where recorded: all that the library says of the anchor before the action,
  /// and the actions in order.
  std::vector<std::pair<std::string, Number>> facts;
  std::vector<Undo> undo;
  /// Where counted and refused: the guards and, as one more, what the action
  /// needs; and how many of them do not hold.
  unsigned conditions = 0, missed = 0;
};

struct ApplyOptions {
  /// Kernels that a launch may choose from.
  unsigned mostKernels = LaunchOp::maxKernels;
  /// Whether the outcome has facts and actions.
  bool isRecorded = false;
  /// Whether the guards behind one that refuses are asked, too.
  bool isCounted = false;
};

/// Whether `op` is an anchor of the card: the operation's name and the form of
/// its kernel fit.
bool isAnchor(CardOp card, mlir::Operation *op);

/// Tries the card at `anchor`: facts and guards on `module`, then the action on
/// a clone, which is cleaned up, verified, checked by kopt-check-state where it
/// is registered and the kernel is in form 2, and asked for the card's
/// expectations. Only then the clone's body becomes the module's; otherwise
/// `module` is unchanged. After success no pointer into the module is valid.
/// `knobs` need not name all knobs. Where guards hold for some launches only,
/// the action is done on a copy of the kernel that those launches run, as long
/// as no launch gets more than `options.mostKernels` kernels. What the changed
/// IR shows of its arithmetic may be no more than the card's numeric class.
Outcome applyCard(CardOp card, mlir::ModuleOp module, mlir::Operation *anchor,
                  const Knobs &knobs, const Target &target,
                  const ApplyOptions &options = {});

/// Why a card may not set `name` to `attribute` on such an operation: only
/// hints may be set (see dialects/Kopt/Hints.h), and to what they look like.
/// Empty: it may. An empty `operation` is any; a null attribute is not looked
/// at.
std::string whyNoHint(llvm::StringRef operation, llvm::StringRef name,
                      mlir::Attribute attribute);

/// `text` with {0}, {1} … replaced by the numbers.
std::string fillIn(llvm::StringRef text, llvm::ArrayRef<Number> values);

} // namespace kopt::skill

#endif // KOPT_SKILL_INTERPRETER_H
