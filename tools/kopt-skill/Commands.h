//===- Commands.h - What kopt-skill does ------------------------*- C++ -*-===//
//
// Each command returns the exit status, with errors printed.
//
//===----------------------------------------------------------------------===//

#ifndef TOOLS_KOPT_SKILL_COMMANDS_H
#define TOOLS_KOPT_SKILL_COMMANDS_H

#include "kopt/Skill/Library.h"

inline constexpr const char kTool[] = "kopt-skill";

/// The text of a card's or recipe's file; empty where it cannot be read.
std::string textOf(const kopt::skill::Entry &entry);
/// The first sentence of the comment at the top of a file.
std::string summaryOf(llvm::StringRef text);

/// One line for each card and recipe.
int list(const kopt::skill::Library &library);
/// The file of one, with what the gate said of it.
int show(const kopt::skill::Library &library, llvm::StringRef name);
/// What of the contract every card keeps: its form, its first lines, and its
/// evidence.
int check(mlir::MLIRContext &context, const kopt::skill::Library &library);
/// A line a card: recipes that name it, tests in the folder `tests`, evidence.
int status(const kopt::skill::Library &library, llvm::StringRef tests);
/// All queries, predicates, target numbers and rewrites, as text or as the
/// reference page.
int facts(bool isMarkdown);
/// A card `name` of `family` under `skills`, and its tests under `tests`, which
/// pass as they are. Nothing is written where one of the files is there.
int create(llvm::StringRef name, llvm::StringRef family, llvm::StringRef skills,
           llvm::StringRef tests);
/// What the library says of a place of a program (empty: of each kernel and
/// access).
int ask(mlir::MLIRContext &context, llvm::StringRef file,
        llvm::StringRef place);
/// Prints the program with the predicate made false at a place.
int breakPredicate(mlir::MLIRContext &context, llvm::StringRef predicate,
                   llvm::StringRef file, llvm::StringRef place);

#endif // TOOLS_KOPT_SKILL_COMMANDS_H
