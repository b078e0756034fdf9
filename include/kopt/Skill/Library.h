//===- Library.h - The cards and recipes of some folders --------*- C++ -*-===//

#ifndef KOPT_SKILL_LIBRARY_H
#define KOPT_SKILL_LIBRARY_H

#include "dialects/Skill/SkillDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <map>

namespace kopt::skill {

/// One file: a card or a recipe.
struct Entry {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string path;
  std::string hash; ///< SHA-256 of the file's bytes, as hex

  CardOp card() const;     ///< null for a recipe
  RecipeOp recipe() const; ///< null for a card
};

class Library {
public:
  /// Reads all `.mlir` files in and below the folders, in name order. A card or
  /// recipe of a later folder replaces one of the same name; a remark says
  /// which. Errors (no such folder, bad file or card, a recipe that names an
  /// unknown card or knob value) are emitted at their place; all files are
  /// looked at before failure is returned.
  mlir::LogicalResult load(mlir::MLIRContext *context,
                           llvm::ArrayRef<std::string> folders);

  /// Null if unknown.
  const Entry *card(llvm::StringRef name) const;
  const Entry *recipe(llvm::StringRef name) const;
  /// The lines of a recipe, with those of recipes that it applies in place.
  llvm::SmallVector<ApplyOp> lines(const Entry &recipe) const;
  const std::map<std::string, Entry> &cards() const { return allCards; }
  const std::map<std::string, Entry> &recipes() const { return allRecipes; }

private:
  mlir::LogicalResult checkLine(ApplyOp apply, llvm::StringRef from) const;

  std::map<std::string, Entry> allCards, allRecipes;
};

/// Whether facts, rewrites and attributes that a card names exist; emits errors
/// at the card.
mlir::LogicalResult checkCard(CardOp card);

/// The knob of that name; null if there is none.
KnobOp findKnob(CardOp card, llvm::StringRef name);

/// Whether `value` is in the domain of the card's knob; the error is emitted at
/// `loc`.
mlir::LogicalResult checkKnob(CardOp card, llvm::StringRef name, int64_t value,
                              mlir::Location loc);

/// Where cards are looked for when no folder is given: the environment variable
/// KOPT_SKILLS (folders separated by colons), else share/kopt/skills of the
/// prefix that the tool or the plug-in lies in, else the one of the source
/// tree.
std::vector<std::string> defaultFolders();

} // namespace kopt::skill

#endif // KOPT_SKILL_LIBRARY_H
