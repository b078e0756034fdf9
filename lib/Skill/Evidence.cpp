//===- Evidence.cpp - What the gate said of a card ------------------------===//

#include "kopt/Skill/Evidence.h"
#include "kopt/ToolSupport/Files.h"
#include "lib/Skill/RewritesHash.inc"
#include "lib/Support/Json.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace kopt;
using namespace kopt::skill;

std::string kopt::skill::rewritesHash() { return KOPT_REWRITES_HASH; }

std::string kopt::skill::evidencePath(StringRef cardPath) {
  SmallString<256> path(cardPath);
  llvm::sys::path::replace_extension(path, ".evidence.json");
  return path.str().str();
}

static bool usesRewrites(const Entry &entry) {
  return !entry.card().getBody().getOps<RewriteOp>().empty();
}

static std::string textAt(const Json &item, const char *key) {
  return item.is_object() && item.value(key, Json()).is_string()
             ? item[key].get<std::string>()
             : std::string();
}

static std::string whyStale(const Entry &entry, const Json &item) {
  if (textAt(item, "card_hash") != entry.hash)
    return "the card has changed since";
  if (usesRewrites(entry) && textAt(item, "rewrites_hash") != rewritesHash())
    return "a rewrite has changed since";
  return "";
}

static llvm::Expected<Json> readFile(const Entry &entry) {
  std::string path = evidencePath(entry.path);
  if (!llvm::sys::fs::exists(path))
    return Json{{"kopt_evidence", 1},
                {"card", entry.card().getSymName().str()},
                {"verdicts", Json::array()}};
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return llvm::createStringError("cannot read '" + path +
                                   "': " + buffer.getError().message());
  Json root = parseJson((*buffer)->getBuffer());
  if (root.is_discarded() || !root.is_object() ||
      root.value("kopt_evidence", Json()) != Json(1) ||
      !root.value("verdicts", Json()).is_array() ||
      textAt(root, "card") != entry.card().getSymName())
    return llvm::createStringError("expected evidence of version 1 on @" +
                                   entry.card().getSymName() + " in '" + path +
                                   "'");
  return root;
}

llvm::Expected<std::vector<Evidence>>
kopt::skill::readEvidence(const Entry &entry) {
  auto root = readFile(entry);
  if (!root)
    return root.takeError();
  std::vector<Evidence> list;
  for (const Json &item : (*root)["verdicts"]) {
    Evidence evidence;
    Json device = item.value("device", Json());
    evidence.summary = textAt(item, "question") + " on " +
                       textAt(device, "name") + " at " + textAt(item, "place") +
                       ": " + textAt(item, "verdict");
    Json ratio = item.value("ratio", Json());
    if (ratio.is_object() && ratio.value("median", Json()).is_number())
      evidence.summary += llvm::formatv(
          ", {0:f3} ({1:f3} to {2:f3})", ratio["median"].get<double>(),
          ratio.value("low", 0.0), ratio.value("high", 0.0));
    evidence.summary += ", " + textAt(item, "date");
    evidence.stale = whyStale(entry, item);
    list.push_back(std::move(evidence));
  }
  return list;
}

llvm::Error kopt::skill::addEvidence(const Entry &entry, StringRef verdict) {
  Json added = parseJson(verdict);
  assert(added.is_object() && "a verdict is an object");
  auto root = readFile(entry);
  if (!root)
    return root.takeError();
  added["card_version"] = entry.card().getVersion();
  added["card_hash"] = entry.hash;
  added["rewrites_hash"] = rewritesHash();
  Json kept = Json::array();
  for (const Json &item : (*root)["verdicts"]) {
    auto isSame = [&](const char *key) {
      return item.value(key, Json()) == added.value(key, Json());
    };
    bool isOld = isSame("place") && isSame("question") && isSame("device") &&
                 isSame("shapes") && isSame("before");
    if (!isOld && whyStale(entry, item).empty())
      kept.push_back(item);
  }
  kept.push_back(std::move(added));
  (*root)["verdicts"] = std::move(kept);
  return writeOutput(evidencePath(entry.path), dumpJson(*root, 2) + "\n");
}
