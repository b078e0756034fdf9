//===- kopt-skill.cpp - Cards: show, check, start one, ask ----------------===//

#include "kopt/Registration/Registration.h"
#include "kopt/Support/Version.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "kopt/ToolSupport/Syntax.h"
#include "mlir/IR/DialectRegistry.h"
#include "tools/kopt-skill/Commands.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace kopt::skill;

static const char *const usage =
    "usage: kopt-skill list   [--skills=FOLDER …]         all cards and "
    "recipes\n"
    "       kopt-skill show   [--skills=FOLDER …] NAME    one card or recipe, "
    "and its evidence\n"
    "       kopt-skill check  [--skills=FOLDER …]         errors in any file\n"
    "       kopt-skill status [--skills=FOLDER …] [--tests=FOLDER]\n"
    "                                                     recipes, tests and "
    "evidence of all\n"
    "       kopt-skill facts  [--markdown]                what guards may "
    "ask, and actions\n"
    "       kopt-skill new NAME [--family=memory] [--skills=skills] "
    "[--tests=test/skills]\n"
    "                                                     a card and its "
    "tests\n"
    "       kopt-skill ask FILE [PLACE]                   what the library "
    "says of a program\n"
    "       kopt-skill break PREDICATE FILE PLACE         a program in which "
    "it fails\n";

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  if (kopt::printsVersion(argc, argv))
    return 0;
  SmallVector<StringRef> words;
  std::vector<std::string> folders;
  StringRef tests, family = "memory";
  bool isMarkdown = false;
  for (int i = 1; i < argc; ++i) {
    StringRef word = argv[i];
    if (word == "--help") {
      llvm::outs() << usage;
      return 0;
    }
    if (word.consume_front("--skills=")) {
      SmallVector<StringRef> parts;
      word.split(parts, ',');
      folders.insert(folders.end(), parts.begin(), parts.end());
    } else if (word.consume_front("--tests=")) {
      tests = word;
    } else if (word.consume_front("--family=")) {
      family = word;
    } else if (word == "--markdown") {
      isMarkdown = true;
    } else if (word.starts_with("-")) {
      return kopt::fail(kTool, "unknown option '" + word + "'\n" + usage);
    } else {
      words.push_back(word);
    }
  }
  StringRef command = words.empty() ? "" : words[0];
  struct Form {
    const char *name;
    size_t fewest, most; ///< words, the command itself included
  };
  const Form forms[] = {{"list", 1, 1},   {"show", 2, 2},  {"check", 1, 1},
                        {"status", 1, 1}, {"facts", 1, 1}, {"new", 2, 2},
                        {"ask", 2, 3},    {"break", 4, 4}};
  if (!llvm::any_of(forms, [&](const Form &form) {
        return command == form.name && words.size() >= form.fewest &&
               words.size() <= form.most;
      }))
    return kopt::fail(kTool, llvm::Twine("expected a command\n") + usage);
  if (command == "facts")
    return kopt::finish(kTool, facts(isMarkdown));
  if (command == "new") {
    if (folders.size() > 1)
      return kopt::fail(kTool, "expected one folder for a new card");
    return kopt::finish(kTool, create(words[1], family,
                                      folders.empty() ? "skills" : folders[0],
                                      tests.empty() ? "test/skills" : tests));
  }
  DialectRegistry registry;
  kopt::registerAllDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  kopt::registerPlacelessHandler(&context, kTool, /*hasSeveralFiles=*/false);
  if (command == "ask")
    return kopt::finish(
        kTool, ask(context, words[1], words.size() > 2 ? words[2] : ""));
  if (command == "break")
    return kopt::finish(kTool,
                        breakPredicate(context, words[1], words[2], words[3]));
  Library library;
  if (failed(
          library.load(&context, folders.empty() ? defaultFolders() : folders)))
    return 1;
  if (command == "list")
    return kopt::finish(kTool, list(library));
  if (command == "show")
    return kopt::finish(kTool, show(library, words[1]));
  if (command == "status")
    return kopt::finish(kTool, status(library, tests));
  return kopt::finish(kTool, check(context, library));
}
