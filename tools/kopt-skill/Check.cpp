//===- Check.cpp - The contract of cards ----------------------------------===//

#include "kopt/Skill/Evidence.h"
#include "kopt/ToolSupport/Files.h"
#include "mlir/Parser/Parser.h"
#include "tools/kopt-skill/Commands.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace kopt::skill;

/// The file's own test, and what a reader wants to know first.
static LogicalResult checkFirstLines(MLIRContext *context, const Entry &entry) {
  std::string text = textOf(entry);
  auto no = [&](unsigned line, const Twine &what) {
    return emitError(FileLineColLoc::get(context, entry.path, line, 1))
           << "expected " << what;
  };
  SmallVector<StringRef> lines;
  StringRef(text).split(lines, '\n');
  if (!lines[0].starts_with("// RUN: ") ||
      !lines[0].contains("--verify-roundtrip"))
    return no(1, "the first line to be "
                 "'// RUN: kopt-opt %s --verify-roundtrip -o /dev/null'");
  std::string summary = summaryOf(text);
  if (summary.empty())
    return no(2, "a sentence that says what it does, after the RUN line");
  if (!entry.card())
    return success();
  for (StringRef line : lines) {
    if (!line.consume_front("//"))
      break;
    if (line.trim().starts_with("Pays: "))
      return success();
  }
  return no(2, "a line '// Pays: …' that says when it pays");
}

int check(MLIRContext &context, const Library &library) {
  int status = 0;
  auto print = [](ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  };
  auto one = [&](const Entry &entry) {
    if (failed(checkFirstLines(&context, entry)))
      status = 1;
    std::string text = print(*entry.module);
    OwningOpRef<ModuleOp> again =
        parseSourceString<ModuleOp>(text, ParserConfig(&context), entry.path);
    if (!again || print(*again) != text) {
      llvm::errs() << entry.path << ": error: does not print as it parses\n";
      status = 1;
    }
    if (!entry.card())
      return;
    auto evidence = readEvidence(entry);
    if (evidence)
      return;
    status = kopt::fail(kTool, llvm::toString(evidence.takeError()));
  };
  for (const auto &[name, entry] : library.cards())
    one(entry);
  for (const auto &[name, entry] : library.recipes())
    one(entry);
  if (status == 0)
    llvm::outs() << library.cards().size() << " cards, "
                 << library.recipes().size() << " recipes, no errors\n";
  return status;
}

/// Texts of all test files in and below `folder`.
static std::vector<std::string> readTests(const llvm::Twine &folder) {
  std::vector<std::string> texts;
  std::error_code error;
  for (llvm::sys::fs::recursive_directory_iterator it(folder, error), end;
       it != end && !error; it.increment(error))
    if (llvm::sys::path::extension(it->path()) == ".mlir")
      if (auto buffer = llvm::MemoryBuffer::getFile(it->path()))
        texts.push_back((*buffer)->getBuffer().str());
  return texts;
}

/// What of the tests that a card owes is not there.
/// `runs` are the tests that the gate judges.
static std::string missingTests(CardOp card,
                                const std::vector<std::string> &texts,
                                const std::vector<std::string> &runs) {
  std::string name = card.getSymName().str();
  auto has = [](const std::vector<std::string> &texts,
                const std::string &pattern) {
    llvm::Regex regex(pattern);
    return llvm::any_of(
        texts, [&](const std::string &text) { return regex.match(text); });
  };
  SmallVector<std::string> missing;
  std::string applies = "card @" + name + " (applied|versioned)";
  if (!has(texts, applies))
    missing.push_back("applies");
  if (!has(runs, applies))
    missing.push_back("run");
  card.walk([&](Operation *op) {
    auto guard = dyn_cast<GuardOp>(op);
    auto any = dyn_cast<AnyOp>(op);
    if (!guard && !any)
      return;
    std::string id = (guard ? guard.getId() : any.getId()).str();
    if (!has(texts, "card @" + name + " refused at [^\n]*: " + id + ": "))
      missing.push_back(id);
  });
  return llvm::join(missing, ", ");
}

int status(const Library &library, StringRef tests) {
  if (!tests.empty() && !llvm::sys::fs::is_directory(tests))
    return kopt::fail(kTool,
                      "expected a folder of tests, but got '" + tests + "'");
  std::vector<std::string> texts, runs;
  if (!tests.empty()) {
    texts = readTests(tests);
    runs = readTests(tests + "/run");
  }
  for (const auto &[name, entry] : library.cards()) {
    SmallVector<std::string> recipes;
    for (const auto &[recipe, other] : library.recipes())
      if (llvm::any_of(library.lines(other), [&, &name = name](ApplyOp apply) {
            return apply.getCard() == name;
          }))
        recipes.push_back("@" + recipe);
    auto evidence = readEvidence(entry);
    if (!evidence)
      return kopt::fail(kTool, llvm::toString(evidence.takeError()));
    size_t stale = llvm::count_if(
        *evidence, [](const Evidence &one) { return !one.stale.empty(); });
    llvm::outs() << "@" << name << " v" << entry.card().getVersion() << " "
                 << entry.card().getNumerics() << "; recipes: "
                 << (recipes.empty() ? "none" : llvm::join(recipes, ", "));
    if (!tests.empty()) {
      std::string missing = missingTests(entry.card(), texts, runs);
      llvm::outs() << "; tests: "
                   << (missing.empty() ? "all" : "missing " + missing);
    }
    llvm::outs() << "; evidence: " << evidence->size() - stale << " current, "
                 << stale << " stale\n";
  }
  return 0;
}
