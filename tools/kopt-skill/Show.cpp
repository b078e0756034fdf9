//===- Show.cpp - Cards, recipes and facts as text ------------------------===//

#include "dialects/Kopt/Hints.h"
#include "kopt/Skill/Evidence.h"
#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Rewrite.h"
#include "kopt/Skill/Target.h"
#include "kopt/ToolSupport/Files.h"
#include "tools/kopt-skill/Commands.h"

using namespace mlir;
using namespace kopt::skill;

std::string summaryOf(StringRef text) {
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

std::string textOf(const Entry &entry) {
  auto buffer = llvm::MemoryBuffer::getFile(entry.path);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

int list(const Library &library) {
  for (const auto &[name, entry] : library.cards())
    llvm::outs() << "card    @" << name << " v" << entry.card().getVersion()
                 << " " << entry.card().getNumerics() << ": "
                 << summaryOf(textOf(entry)) << "\n";
  for (const auto &[name, entry] : library.recipes())
    llvm::outs() << "recipe  @" << name << ": " << summaryOf(textOf(entry))
                 << "\n";
  return 0;
}

int show(const Library &library, StringRef name) {
  name.consume_front("@");
  const Entry *entry = library.card(name);
  if (!entry)
    entry = library.recipe(name);
  if (!entry)
    return kopt::fail(kTool,
                      "expected a card or recipe, but got '" + name + "'");
  llvm::outs() << "// " << entry->path << "\n// sha256 " << entry->hash << "\n";
  if (entry->card()) {
    auto evidence = readEvidence(*entry);
    if (!evidence)
      return kopt::fail(kTool, llvm::toString(evidence.takeError()));
    if (evidence->empty())
      llvm::outs() << "// evidence: none\n";
    for (const Evidence &one : *evidence)
      llvm::outs() << "// evidence: " << one.summary
                   << (one.stale.empty() ? "" : " (stale: " + one.stale + ")")
                   << "\n";
  }
  // The file itself: printing the operation would drop its comments.
  llvm::outs() << textOf(*entry);
  return 0;
}

static std::string inverseOf(const Rewrite &rewrite) {
  return rewrite.inverse ? "has an inverse"
                         : "no inverse: " + rewrite.whyNoInverse;
}

static void printText() {
  for (const std::string &name : queryNames())
    llvm::outs() << "query      " << name << ": " << lookupQuery(name)->summary
                 << "\n";
  for (const std::string &name : predicateNames())
    llvm::outs() << "predicate  " << name << ": "
                 << lookupPredicate(name)->summary << "; holds with "
                 << lookupPredicate(name)->remedy << "\n";
  for (const std::string &name : Target::names())
    llvm::outs() << "target     " << name << "\n";
  for (const std::string &name : rewriteNames())
    llvm::outs() << "rewrite    " << name << ": "
                 << lookupRewrite(name)->summary << "; "
                 << inverseOf(*lookupRewrite(name)) << "\n";
}

/// The reference page: kept in the repository, compared by a test.
static void printMarkdown() {
  llvm::raw_ostream &os = llvm::outs();
  os << "# What skill cards may name\n\n"
        "Made by `kopt-skill facts --markdown`; do not edit. "
        "[skill-cards.md](skill-cards.md) says how each is used.\n\n"
        "## Queries\n\n"
        "`skill.query name(%place, …)` gives a number, an expression in what a "
        "launch knows, or not known.\n\n"
        "| query | says | arguments at most |\n|---|---|---|\n";
  for (const std::string &name : queryNames()) {
    const Query &query = *lookupQuery(name);
    os << "| `" << name << "` | " << query.summary << " | " << query.most
       << (query.needsWord ? ", at least a word" : "") << " |\n";
  }
  os << "\n## Predicates\n\n"
        "`skill.guard \"G1\" name(%place) else \"…\"`. A refusal says what it "
        "holds with; `kopt-skill break` makes it fail.\n\n"
        "| predicate | says | holds with |\n|---|---|---|\n";
  for (const std::string &name : predicateNames())
    os << "| `" << name << "` | " << lookupPredicate(name)->summary << " | "
       << lookupPredicate(name)->remedy << " |\n";
  os << "\n## Target numbers\n\n`skill.target \"name\"`; capabilities are 0 or "
        "1.\n\n| number |";
  SmallVector<Target> targets;
  for (const char *chip : {"sm_80", "sm_89", "sm_90a"}) {
    targets.push_back(*Target::get(chip));
    os << " " << chip << " |";
  }
  os << "\n|---|---|---|---|\n";
  for (const std::string &name : Target::names()) {
    os << "| `" << name << "` |";
    for (const Target &target : targets)
      os << " " << *target.ask(name) << " |";
    os << "\n";
  }
  os << "\n## Actions: hints\n\n`skill.set %place \"name\" \"#kopt.…\"`; the "
        "inverse is the value before, which the lineage keeps.\n\n"
        "| operation | hints |\n|---|---|\n";
  for (const char *operation :
       {"kopt.kernel", "kopt.load", "kopt.place", "kopt.reduce", "kopt.store"})
    os << "| `" << operation << "` | " << kopt::hintNames(operation) << " |\n";
  os << "\n## Actions: rewrites\n\n`skill.rewrite \"name\"(%place) with (…)`; "
        "parameters are in `include/kopt/Skill/Rewrites.h`. A card's numeric "
        "class is at least the one here.\n\n"
        "| rewrite | does | class | inverse |\n|---|---|---|---|\n";
  for (const std::string &name : rewriteNames()) {
    const Rewrite &rewrite = *lookupRewrite(name);
    os << "| `" << name << "` | " << rewrite.summary << " | "
       << spelling(rewrite.numerics) << " | "
       << (rewrite.inverse ? "yes" : "none: " + rewrite.whyNoInverse) << " |\n";
  }
  os << "\n## Actions: operations of `skill.transform`\n\n";
  for (StringRef name : TransformOp::allowedOps())
    os << "* `" << name << "`\n";
}

int facts(bool isMarkdown) {
  registerAllRewrites();
  isMarkdown ? printMarkdown() : printText();
  return 0;
}
