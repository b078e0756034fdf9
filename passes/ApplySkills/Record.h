//===- Record.h - What was applied where, and why not -----------*- C++ -*-===//

#ifndef PASSES_APPLYSKILLS_RECORD_H
#define PASSES_APPLYSKILLS_RECORD_H

#include "kopt/Skill/Interpreter.h"
#include "kopt/Skill/Library.h"

namespace kopt {

/// One application of a card, as a lineage keeps it.
struct Step {
  std::string card, hash;
  std::string numerics; ///< the card's class
  std::string place;
  skill::Knobs knobs;
  std::string before, after;
  /// What the card asked, and all that the library says of the place.
  std::vector<std::pair<std::string, skill::Number>> values, facts;
  std::string condition;         ///< of a versioned step, else empty
  std::vector<skill::Undo> undo; ///< the actions, in order
};

/// The steps from the lifted program to a state.
struct Lineage {
  std::string input; ///< state hash before the first step
  std::vector<Step> steps;

  /// JSON with sorted keys; the same lineage gives the same bytes.
  std::string toJson() const;
  /// Reads what toJson wrote; emits an error that names the file.
  static mlir::FailureOr<Lineage> read(mlir::MLIRContext *context,
                                       const std::string &path);
};

/// A card at a place, or (without a place) a card that found none in a kernel.
struct Try {
  std::string kernel, card, place;
  std::optional<skill::Outcome> outcome; ///< none: no match
};

/// An operation that stays on the host.
struct NotLifted {
  std::string op, loc, reason;
};

/// What `explain` says.
struct Explanation {
  std::vector<Try> tries;
  std::vector<NotLifted> notLifted;

  std::string toJson() const;
  /// Emits a remark a kernel: the cards applied with their knobs, in order; of
  /// those refused how many there are and which was nearest to being applied.
  void summarise(mlir::ModuleOp module) const;
};

/// Writes `text` to the file in one step; emits an error if it cannot.
mlir::LogicalResult writeFile(mlir::MLIRContext *context,
                              const std::string &path, llvm::StringRef text);

} // namespace kopt

#endif // PASSES_APPLYSKILLS_RECORD_H
