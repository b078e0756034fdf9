//===- Rewrite.h - Named structural rewrites for skill cards ----*- C++ -*-===//
//
// `skill.rewrite "name"` runs a C++ rewrite that is registered here. A rewrite
// decides nothing: what it needs to know comes from the card as parameters.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_SKILL_REWRITE_H
#define KOPT_SKILL_REWRITE_H

#include "kopt/Skill/Numerics.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace kopt::skill {

/// Rewrites the IR around `anchor`, which may be erased. `params` are the
/// card's arguments by name (knob values as integer attributes). On failure
/// sets `reason` (lower case, "expected X, but got Y"); the caller works on a
/// clone, so a failed rewrite may leave it half changed.
using RewriteFn = mlir::LogicalResult (*)(mlir::RewriterBase &rewriter,
                                          mlir::Operation *anchor,
                                          mlir::DictionaryAttr params,
                                          std::string &reason);

struct Rewrite {
  std::string name;
  std::string summary; ///< one sentence for the generated reference
  RewriteFn apply = nullptr;
  RewriteFn inverse = nullptr; ///< null: see whyNoInverse
  std::string whyNoInverse;    ///< required when inverse is null
  /// What results may differ by wherever it applies: the class of a card that
  /// uses it is this one or a weaker one.
  NumericKind numerics = NumericKind::Exact;
};

/// Applies `rewrite`. No rewrite knows programs that wait for each other or
/// keep data in a workspace: kernels that have one, around `anchor` or launched
/// by it, are refused.
mlir::LogicalResult applyRewrite(const Rewrite &rewrite,
                                 mlir::RewriterBase &rewriter,
                                 mlir::Operation *anchor,
                                 mlir::DictionaryAttr params,
                                 std::string &reason);

/// What follows a rewrite on each kernel and function concerned: the text of a
/// pipeline.
std::string cleanUpPipeline();

/// Adds a rewrite; names are unique (a second registration is fatal).
void registerRewrite(Rewrite rewrite);
/// Null if unknown.
const Rewrite *lookupRewrite(llvm::StringRef name);
/// All names, sorted.
std::vector<std::string> rewriteNames();
/// Registers kopt's own rewrites once: the one list is in
/// lib/Skill/Rewrites.cpp.
void registerAllRewrites();

} // namespace kopt::skill

#endif // KOPT_SKILL_REWRITE_H
