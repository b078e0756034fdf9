//===- Hover.cpp - What cards name, explained -----------------------------===//

#include "tools/kopt-lsp-server/Hover.h"
#include "kopt/Skill/Facts.h"
#include "kopt/Skill/Rewrite.h"
#include "kopt/Skill/Target.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace mlir;
using namespace kopt::skill;

/// The first group of `pattern` in the line; empty where it does not match.
static std::string groupOf(const char *pattern, StringRef line) {
  SmallVector<StringRef> groups;
  return llvm::Regex(pattern).match(line, &groups) ? groups[1].str() : "";
}

static std::string aboutPredicate(StringRef line) {
  SmallVector<StringRef> groups;
  if (!llvm::Regex("skill\\.(guard|when|expect) ").match(line) ||
      !llvm::Regex("([a-z0-9_]+)\\(%").match(line, &groups))
    return "";
  const Predicate *predicate = lookupPredicate(groups[1]);
  if (!predicate)
    return "";
  return "**predicate `" + predicate->name + "`**: " + predicate->summary +
         ". Holds with " + predicate->remedy + ".";
}

static std::string aboutGuard(StringRef line) {
  std::string id = groupOf("skill\\.(guard|any) +\"G", line).empty()
                       ? ""
                       : groupOf("\"(G[0-9]+)\"", line);
  if (id.empty())
    return "";
  std::string text = "**guard `" + id +
                     "`**: where it does not hold the card "
                     "is refused";
  std::string sentence = groupOf("else +\"([^\"]*)\"", line);
  if (!sentence.empty())
    text += " with \"" + sentence + "\"";
  if (line.contains(" advisory"))
    text += "; advisory, so what only a launch decides passes";
  else if (!groupOf("(%[a-z0-9_]+ +(eq|lt|le|gt|ge|mod) )", line).empty())
    text += "; where only a launch can tell, the card makes a variant of the "
            "kernel with the condition";
  return text + ".";
}

std::string hoverText(StringRef line) {
  registerAllRewrites();
  line = line.split("//").first;
  std::string text = aboutGuard(line), predicate = aboutPredicate(line);
  if (!text.empty() && !predicate.empty())
    text += "\n\n";
  text += predicate;
  if (!text.empty())
    return text;
  if (const Query *query =
          lookupQuery(groupOf("skill\\.query +([a-z0-9_]+)", line)))
    return "**query `" + query->name + "`**: " + query->summary + "; at most " +
           std::to_string(query->most) + " arguments beside the place.";
  std::string number = groupOf("skill\\.target +\"([a-z0-9_]+)\"", line);
  if (llvm::is_contained(Target::names(), number)) {
    text = "**target number `" + number + "`**:";
    StringRef separator = " ";
    for (const char *chip : {"sm_80", "sm_89", "sm_90a"}) {
      text += (separator + chip + ": " +
               std::to_string(*Target::get(chip)->ask(number)))
                  .str();
      separator = ", ";
    }
    return text + ".";
  }
  if (const Rewrite *rewrite =
          lookupRewrite(groupOf("skill\\.rewrite +\"([a-z0-9_]+)\"", line)))
    return "**rewrite `" + rewrite->name + "`**: " + rewrite->summary +
           ". Class: " + spelling(rewrite->numerics) + ". Inverse: " +
           (rewrite->inverse ? "yes" : "none, " + rewrite->whyNoInverse) + ".";
  std::string domain =
      groupOf("skill\\.knob +\"[a-z0-9_]+\" +in +\\[ *(-?[0-9]+)", line);
  if (!domain.empty())
    return "**knob**: " + domain +
           " unless a recipe's `with` or `set-knob` says another value of the "
           "domain.";
  return "";
}
