//===- kopt-skill.cpp - What cards there are ------------------------------===//

#include "kopt/Registration/Registration.h"
#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Library.h"
#include "kopt/Skill/Rewrite.h"
#include "kopt/Skill/Target.h"
#include "kopt/ToolSupport/CommandLine.h"
#include "kopt/ToolSupport/Files.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace kopt::skill;

static constexpr const char tool[] = "kopt-skill";
static const char *const usage =
    "usage: kopt-skill list  [--skills=FOLDER …]         all cards and "
    "recipes\n"
    "       kopt-skill show  [--skills=FOLDER …] NAME    one card or recipe\n"
    "       kopt-skill facts                             what guards may ask\n"
    "       kopt-skill check [--skills=FOLDER …]         errors in any file\n";

/// The first sentence of the comment at the top of a card's file.
static std::string summaryOf(StringRef text) {
  std::string summary;
  SmallVector<StringRef> lines;
  text.split(lines, '\n');
  for (StringRef line : lines) {
    if (!line.consume_front("//"))
      break;
    line = line.trim();
    if (line.empty() || line.starts_with("RUN:"))
      continue;
    summary += (summary.empty() ? "" : " ") + line.str();
    if (line.ends_with(".") || line.contains(". "))
      break;
  }
  return summary.substr(0, summary.find(". "));
}

static std::string textOf(const Entry &entry) {
  auto buffer = llvm::MemoryBuffer::getFile(entry.path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

static int list(const Library &library) {
  for (const auto &[name, entry] : library.cards())
    llvm::outs() << "card    @" << name << " v" << entry.card().getVersion()
                 << " " << entry.card().getNumerics() << ": "
                 << summaryOf(textOf(entry)) << "\n";
  for (const auto &[name, entry] : library.recipes())
    llvm::outs() << "recipe  @" << name << ": " << summaryOf(textOf(entry))
                 << "\n";
  return 0;
}

static int show(const Library &library, StringRef name) {
  name.consume_front("@");
  const Entry *entry = library.card(name);
  if (!entry)
    entry = library.recipe(name);
  if (!entry)
    return kopt::fail(tool,
                      "expected a card or recipe, but got '" + name + "'");
  // The file itself: printing the operation would drop its comments.
  llvm::outs() << "// " << entry->path << "\n// sha256 " << entry->hash << "\n"
               << textOf(*entry);
  return 0;
}

static int facts() {
  for (const std::string &name : queryNames())
    llvm::outs() << "query      " << name << ": " << lookupQuery(name)->summary
                 << "\n";
  for (const std::string &name : predicateNames())
    llvm::outs() << "predicate  " << name << ": "
                 << lookupPredicate(name)->summary << "\n";
  for (const std::string &name : Target::names())
    llvm::outs() << "target     " << name << "\n";
  registerAllRewrites();
  for (const std::string &name : rewriteNames())
    llvm::outs() << "rewrite    " << name << ": "
                 << lookupRewrite(name)->summary << "\n";
  return 0;
}

/// Every file prints and parses to the same text.
static int check(MLIRContext &context, const Library &library) {
  int status = 0;
  auto print = [](ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream(text) << module;
    return text;
  };
  auto one = [&](const Entry &entry) {
    std::string text = print(*entry.module);
    OwningOpRef<ModuleOp> again =
        parseSourceString<ModuleOp>(text, ParserConfig(&context), entry.path);
    if (again && print(*again) == text)
      return;
    llvm::errs() << entry.path << ": error: does not print as it parses\n";
    status = 1;
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

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  SmallVector<StringRef> words;
  std::vector<std::string> folders;
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
    } else if (word.starts_with("-")) {
      return kopt::fail(tool, "unknown option '" + word + "'\n" + usage);
    } else {
      words.push_back(word);
    }
  }
  StringRef command = words.empty() ? "" : words[0];
  if (!llvm::is_contained({"list", "show", "facts", "check"}, command) ||
      words.size() != (command == "show" ? 2 : 1))
    return kopt::fail(tool, llvm::Twine("expected a command\n") + usage);
  if (command == "facts")
    return kopt::finish(tool, facts());
  DialectRegistry registry;
  kopt::registerAllDialects(registry);
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler handler(sources, &context);
  Library library;
  if (failed(
          library.load(&context, folders.empty() ? defaultFolders() : folders)))
    return 1;
  if (command == "list")
    return kopt::finish(tool, list(library));
  if (command == "show")
    return kopt::finish(tool, show(library, words[1]));
  return kopt::finish(tool, check(context, library));
}
