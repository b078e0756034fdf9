//===- Campaign.cpp - Many random programs --------------------------------===//

#include "kopt/Fuzz/Campaign.h"
#include "Child.h"
#include "kopt/Support/Clock.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"

#include <array>
#include <chrono>
#include <poll.h>

using namespace kopt;
using namespace kopt::fuzz;
using llvm::StringRef;

namespace {

class Campaign {
public:
  explicit Campaign(const FuzzOptions &options) : options(options) {}
  int run();

private:
  double elapsed() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() -
                                         begin)
        .count();
  }
  bool isOver() const {
    return options.seconds > 0 && elapsed() > options.seconds;
  }
  void note(Report report);
  void progress();
  bool keep(Report report);
  void summary();

  const FuzzOptions &options;
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
  double lastProgress = 0;
  uint64_t cases = 0, deep = 0, kinds[5] = {0, 0, 0, 0, 0};
  std::map<std::string, uint64_t> reasons, changes, cards, operations, types;
  using Fates = std::array<uint64_t, 5>; ///< by Mutant::Fate
  std::map<std::string, Fates> faults;
  std::map<std::string, uint64_t> whys[5];
  std::vector<Report> findings; ///< in the order of their seeds
};

} // namespace

void Campaign::note(Report report) {
  const fuzz::Outcome &outcome = report.outcome;
  ++cases;
  ++kinds[outcome.kind];
  deep += outcome.steps.size() >= 3;
  for (const std::string &card : outcome.cards)
    ++cards[card];
  for (const std::string &operation : outcome.operations)
    ++operations[operation];
  for (const std::string &type : outcome.types)
    ++types[type];
  for (const fuzz::Outcome::Mutant &mutant : outcome.mutants) {
    ++faults[mutant.fault][mutant.fate];
    if (mutant.fate != fuzz::Outcome::Mutant::Survived)
      ++whys[mutant.fate][mutant.why];
  }
  // The passes before lifting, of the original, and after the cards.
  for (StringRef rest = outcome.change; !rest.empty();) {
    auto [part, others] = rest.split("; ");
    for (StringRef names = part; !names.empty();
         names = names.split(',').second)
      ++changes[names.split(',').first.str()];
    rest = others;
  }
  if (outcome.kind != fuzz::Outcome::Accepted || !outcome.reason.empty())
    ++reasons[outcome.reason];
  if (outcome.kind == fuzz::Outcome::Finding)
    findings.push_back(std::move(report));
}

void Campaign::progress() {
  if (elapsed() - lastProgress < 5)
    return;
  lastProgress = elapsed();
  llvm::errs() << "kopt-fuzz: " << cases << " of " << options.count
               << " programs, " << findings.size() << " findings, "
               << llvm::format("%.1f", cases / elapsed()) << " a second\n";
}

int Campaign::run() {
  struct Lane {
    std::optional<Child> child;
    uint64_t next;
  };
  std::vector<Lane> lanes(options.jobs);
  uint64_t end = options.seed + options.count, broken = 0;
  for (auto [i, lane] : llvm::enumerate(lanes))
    lane.next = options.seed + i;
  auto lose = [&](Lane &lane, StringRef reason, const std::string &detail) {
    Report report;
    report.choices = lane.child->drawn();
    report.seed = *lane.child->running();
    report.outcome.kind = fuzz::Outcome::Finding;
    report.outcome.reason = reason.str();
    report.outcome.detail = detail;
    lane.next = report.seed + options.jobs;
    note(std::move(report));
  };
  for (;;) {
    std::vector<struct pollfd> ready;
    for (Lane &lane : lanes) {
      if (isOver())
        lane.child.reset();
      else if (!lane.child && lane.next < end)
        lane.child =
            Child::start(options, lane.next, options.jobs, end, nullptr);
      ready.push_back({lane.child ? lane.child->descriptor() : -1, POLLIN, 0});
    }
    if (llvm::none_of(lanes, [](Lane &lane) { return bool(lane.child); }))
      break;
    (void)::poll(ready.data(), ready.size(), 500);
    for (auto [lane, event] : llvm::zip(lanes, ready)) {
      if (!lane.child)
        continue;
      bool isOpen = !event.revents || lane.child->read();
      while (std::optional<Report> report = lane.child->next()) {
        lane.next = report->seed + options.jobs;
        note(std::move(*report));
      }
      if (!isOpen) {
        bool inCase = bool(lane.child->running());
        std::string how = lane.child->wait();
        if (inCase)
          lose(lane, "crash", how);
        else if (!how.empty() && ++broken > options.jobs)
          return fail("kopt-fuzz", "a process ended with " + how), 1;
        if (!inCase && how.empty())
          lane.next = end;
        lane.child.reset();
      } else if (lane.child->running() &&
                 lane.child->secondsOfCase() > options.caseSeconds) {
        lose(lane, "hang", "");
        lane.child.reset();
      }
    }
    progress();
    if (findings.size() >= options.findings)
      break;
  }
  lanes.clear();
  llvm::sort(findings,
             [](const Report &a, const Report &b) { return a.seed < b.seed; });
  if (findings.size() > options.findings)
    findings.resize(options.findings);
  bool isKept = true;
  for (Report &report : findings)
    isKept &= keep(std::move(report));
  summary();
  if (!isKept)
    return 1;
  return findings.empty() ? 0 : 2;
}

/// Reduces a case, prints it and writes it to the folder.
bool Campaign::keep(Report report) {
  uint64_t seed = report.seed;
  fuzz::Outcome first = report.outcome;
  llvm::errs() << "kopt-fuzz: seed " << seed << ": " << first.reason
               << ", reducing\n";
  report = reduce(options, std::move(report));
  const fuzz::Outcome &outcome = report.outcome;
  std::string text = "// kopt-fuzz --seed=" + std::to_string(seed) +
                     " --count=1\n// " + outcome.reason + ": ";
  // The detail may have several lines.
  llvm::SmallVector<StringRef> lines;
  StringRef(outcome.detail).split(lines, '\n');
  text += llvm::join(lines, "\n// ") + "\n";
  if (!outcome.change.empty())
    text += "// change: " + outcome.change + "\n";
  for (const std::string &step : outcome.steps)
    text += "// card " + step + "\n";
  for (const std::string &shape : outcome.shapes)
    text += "// --arg=" + shape + "\n";
  text += outcome.original;
  llvm::outs() << "finding, seed " << seed << ":\n" << text << "\n";
  if (llvm::sys::fs::create_directories(options.output)) {
    fail("kopt-fuzz", "cannot make the folder '" + options.output + "'");
    return false;
  }
  llvm::SmallString<128> path(options.output);
  llvm::sys::path::append(path, "seed-" + std::to_string(seed));
  std::vector<OutputFile> files = {
      {(path + ".mlir").str(), text},
      {(path + ".candidate.mlir").str(), outcome.candidate}};
  if (!outcome.base.empty())
    files.push_back({(path + ".base.mlir").str(), outcome.base});
  if (llvm::Error error = writeOutputs(files)) {
    fail("kopt-fuzz", llvm::toString(std::move(error)));
    return false;
  }
  return true;
}

void Campaign::summary() {
  auto table = [](StringRef what, const std::map<std::string, uint64_t> &map) {
    if (map.empty())
      return;
    llvm::outs() << what << ":";
    for (const auto &[name, count] : map)
      llvm::outs() << " " << name << " " << count;
    llvm::outs() << "\n";
  };
  table("cards", cards);
  table("operations", operations);
  table("types", types);
  if (options.mode == FuzzOptions::Pairs)
    table("passes", changes);
  uint64_t accepted = kinds[fuzz::Outcome::Accepted],
           limited = kinds[fuzz::Outcome::Limited],
           inconclusive = kinds[fuzz::Outcome::Inconclusive],
           equivalent = kinds[fuzz::Outcome::Equivalent],
           found = kinds[fuzz::Outcome::Finding];
  if (options.mode == FuzzOptions::Mutants) {
    using Mutant = fuzz::Outcome::Mutant;
    llvm::outs() << "fault | rejected | same | inconclusive | survived\n";
    Fates fates{};
    for (const auto &[fault, counts] : faults) {
      llvm::outs() << fault << " | " << counts[Mutant::Rejected] << " | "
                   << counts[Mutant::Proven] << " | "
                   << counts[Mutant::Inconclusive] << " | "
                   << counts[Mutant::Survived] << "\n";
      for (auto [fate, count] : llvm::enumerate(counts))
        fates[fate] += count;
    }
    table("rejected for", whys[Mutant::Rejected]);
    table("the same by rule", whys[Mutant::Proven]);
    table("inconclusive for", whys[Mutant::Inconclusive]);
    table("not accepted before a fault was planted", reasons);
    uint64_t all = 0;
    for (auto [fate, count] : llvm::enumerate(fates))
      all += fate == Mutant::Base ? 0 : count;
    llvm::outs() << all << " mutants of " << accepted + found
                 << " programs: " << fates[Mutant::Rejected] << " rejected, "
                 << fates[Mutant::Proven] << " proven the same, "
                 << fates[Mutant::Inconclusive] << " inconclusive, "
                 << fates[Mutant::Survived] << " survived; "
                 << fates[Mutant::Base]
                 << " not counted, as the program without a fault is rejected "
                    "there; "
                 << found << " findings; no mutant of "
                 << equivalent + limited + inconclusive << " programs\n";
    return;
  }
  table("not accepted", reasons);
  llvm::outs() << cases << " programs, " << deep
               << " with three cards or more: " << accepted << " accepted, "
               << limited << " limited, " << inconclusive << " inconclusive, "
               << found << " findings\n";
}

int kopt::fuzzCampaign(const FuzzOptions &options) {
  return Campaign(options).run();
}
