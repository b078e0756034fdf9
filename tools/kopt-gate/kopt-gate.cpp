//===- kopt-gate.cpp - Judge a candidate by executing it ------------------===//
//
// Exit status: 0 accepted, 1 usage or I/O, 2 rejected, 3 inconclusive.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Decision.h"
#include "kopt/Gate/Inputs.h"
#include "kopt/GateDriver/Doctor.h"
#include "kopt/GateDriver/Learn.h"
#include "kopt/GateDriver/Record.h"
#include "kopt/GateDriver/ToolOptions.h"
#include "kopt/Support/Signals.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <csignal>

using namespace mlir;
using namespace kopt;
namespace cl = llvm::cl;

namespace {

constexpr const char tool[] = "kopt-gate";

struct Options : ExecutionOptions {
  Options() : ExecutionOptions(tool) {}
  cl::opt<std::string> original{cl::Positional, cl::desc("ORIGINAL"),
                                cl::cat(category)};
  cl::opt<std::string> candidate{cl::Positional, cl::desc("CANDIDATE"),
                                 cl::cat(category)};
  cl::opt<std::string> incumbent{
      "incumbent",
      cl::desc("the program to beat (default: ORIGINAL where it launches "
               "kernels,\nelse as recipe plain makes it)"),
      cl::cat(category)};
  cl::opt<std::string> question{"question", cl::init("equivalent"),
                                cl::desc("equivalent, not-slower or faster"),
                                cl::cat(category)};
  cl::opt<unsigned> blocks{
      "blocks", cl::init(20),
      cl::desc("blocks of the timing until its first look"), cl::cat(category)};
  cl::opt<std::string> permit{
      "permit", cl::init("none"),
      cl::desc("none, approximates or approximates(ULPS)"), cl::cat(category)};
  cl::list<std::string> families{"families", cl::CommaSeparated,
                                 cl::desc("input families (default: all)"),
                                 cl::cat(category)};
  cl::opt<std::string> shapes{
      "shapes", cl::init("all"),
      cl::desc("all, or asked: only the shape of --arg"), cl::cat(category)};
  cl::opt<double> budget{"budget", cl::init(0),
                         cl::desc("seconds for everything; 0: no limit"),
                         cl::cat(category)};
  cl::opt<bool> profileOnly{
      "profile-only",
      cl::desc("time without asking whether it is right; never accepts"),
      cl::cat(category)};
  cl::opt<std::string> json{
      "json", cl::desc("write the verdict there as JSON; - is standard output"),
      cl::cat(category)};
  cl::opt<std::string> record{
      "record", cl::desc("write question and verdict there, for --replay"),
      cl::cat(category)};
  cl::opt<std::string> replay{"replay",
                              cl::desc("ask the question of a record again"),
                              cl::cat(category)};
  cl::opt<std::string> learn{
      "learn",
      cl::desc("keep the verdict beside the card of this lineage's last step,\n"
               "which led to CANDIDATE"),
      cl::cat(category)};
  cl::list<std::string> skills{"skills", cl::CommaSeparated,
                               cl::desc("folders of cards for --learn"),
                               cl::cat(category)};
  cl::opt<bool> doctor{"doctor", cl::desc("say what works here"),
                       cl::cat(category)};
  cl::opt<int> parent{"parent", cl::Hidden,
                      cl::desc("end with this process, which started this one"),
                      cl::cat(category)};
};

int usage(const llvm::Twine &text) { return fail(tool, text); }

/// What the command line asks; the exit status 1, with an error printed, where
/// it cannot be asked.
std::optional<QuestionRecord> questionOf(Options &options) {
  QuestionRecord question;
  JudgeOptions &judging = question.options;
  auto wrong = [](const llvm::Twine &text) {
    usage(text);
    return std::nullopt;
  };
  if (!gate::parseQuestion(options.question, judging.question))
    return wrong(
        "expected --question=equivalent, not-slower or faster, but got '" +
        options.question + "'");
  std::optional<Permission> permission = Permission::parse(options.permit);
  if (!permission)
    return wrong("expected --permit=none, approximates or approximates(ULPS) "
                 "with at most 2^22 units, but got '" +
                 options.permit + "'");
  judging.permission = *permission;
  if (options.shapes != "all" && options.shapes != "asked")
    return wrong("expected --shapes=all or asked, but got '" + options.shapes +
                 "'");
  judging.otherShapes = options.shapes == "all";
  for (const std::string &family : options.families)
    if (!gate::isFamily(family))
      return wrong(gate::unknownFamily(family));
  if (!(options.budget >= 0 && options.budget <= kMostBudget))
    return wrong("expected --budget from 0 to 10^9 seconds");
  if (options.blocks < gate::kFewestBlocks || options.blocks > 10000)
    return wrong("expected --blocks from " + llvm::Twine(gate::kFewestBlocks) +
                 " to 10000, but got " + llvm::Twine(options.blocks));
  if (options.original.empty() || options.candidate.empty())
    return wrong("expected ORIGINAL and CANDIDATE");
  bool timed = judging.question != gate::Question::Equivalent;
  if (options.profileOnly && !timed)
    return wrong("expected --question=not-slower or faster with "
                 "--profile-only");
  if (!timed && !options.incumbent.empty())
    return wrong("expected --question=not-slower or faster with --incumbent");
  judging.seed = options.seed;
  judging.budgetSeconds = options.budget;
  judging.profileOnly = options.profileOnly;
  judging.blocks = options.blocks;
  judging.families.assign(options.families.begin(), options.families.end());
  judging.arguments.assign(options.arguments.begin(), options.arguments.end());
  question.entry = options.entry;
  for (auto [path, program] :
       {std::pair{&options.original, &question.original},
        std::pair{&options.candidate, &question.candidate},
        std::pair{&options.incumbent, &question.incumbent}}) {
    if (path->empty())
      continue;
    auto buffer = readInput(*path);
    if (!buffer)
      return wrong(llvm::toString(buffer.takeError()));
    *program = {path->getValue(), (*buffer)->getBuffer().str()};
  }
  return question;
}

/// The question of a record.
std::optional<QuestionRecord> questionOfRecord(Options &options,
                                               std::string &recordedAnswer) {
  if (!options.original.empty() || !options.candidate.empty()) {
    usage("expected no programs with --replay: the record holds them");
    return std::nullopt;
  }
  auto buffer = readInput(options.replay);
  if (!buffer) {
    usage(llvm::toString(buffer.takeError()));
    return std::nullopt;
  }
  llvm::Expected<QuestionRecord> question =
      readRecord((*buffer)->getBuffer(), recordedAnswer);
  if (!question) {
    usage("'" + options.replay + "': " + llvm::toString(question.takeError()));
    return std::nullopt;
  }
  return std::move(*question);
}

/// Judging takes its time: what cannot be kept is not worth it. False, with an
/// error printed, where a place cannot be written, is named twice, or holds
/// what is judged.
bool checkPlaces(const Options &options) {
  struct Place {
    llvm::StringRef option, file;
  };
  const Place json{"--json", options.json}, record{"--record", options.record};
  const Place others[] = {{"ORIGINAL", options.original},
                          {"CANDIDATE", options.candidate},
                          {"--incumbent", options.incumbent},
                          json};
  for (const Place &place : {json, record}) {
    if (place.file.empty())
      continue;
    for (const Place &other : others) {
      if (other.option == place.option || other.file.empty() ||
          !isSameFile(place.file, other.file))
        continue;
      // "-" is standard input there, and output here.
      if (place.file == "-" && other.option != json.option)
        continue;
      usage("expected two places for " + other.option + " and " + place.option +
            ", but got '" + place.file + "' twice");
      return false;
    }
    if (llvm::Error error = checkWritable(place.file)) {
      usage(llvm::toString(std::move(error)));
      return false;
    }
  }
  return true;
}

/// Says what is done where nothing was said for some seconds, and what was
/// interrupted.
struct Progress {
  using Clock = std::chrono::steady_clock;
  Clock::time_point begin = Clock::now(), last = begin;

  void operator()(llvm::StringRef stage) {
    noteStage(stage.str().c_str());
    auto now = Clock::now();
    if (now - last < std::chrono::seconds(10))
      return;
    last = now;
    llvm::errs()
        << tool << ": "
        << std::chrono::duration_cast<std::chrono::seconds>(now - begin).count()
        << " s: " << stage << "\n";
  }
};

int run(const char *path, Options &options) {
  if (options.parent)
    endWithParent(SIGTERM, options.parent);
  std::optional<ExecutionOptions::Checked> checked = options.check(tool);
  if (!checked)
    return 1;
  Session session(llvm::sys::fs::getMainExecutable(path, (void *)&usage),
                  checked->workers, checked->startSeconds);
  if (options.doctor)
    return printDoctor(session, llvm::outs()) ? 0 : 1;
  if (!checkPlaces(options))
    return 1;
  std::string recordedAnswer;
  std::optional<QuestionRecord> question =
      options.replay.empty() ? questionOf(options)
                             : questionOfRecord(options, recordedAnswer);
  if (!question)
    return 1;
  if (options.replay.empty() || options.device.getNumOccurrences())
    question->options.device = checked->device;
  if (options.replay.empty())
    question->options.timeoutSeconds = checked->timeout;
  std::optional<Lesson> lesson;
  if (!options.learn.empty()) {
    std::vector<std::string> folders(options.skills.begin(),
                                     options.skills.end());
    auto read = Lesson::read(options.learn, folders, *question);
    if (!read)
      return usage(llvm::toString(read.takeError()));
    lesson = std::move(*read);
  }
  if (failed(addIncumbent(session, *question)))
    return 1;
  session.onProgress = Progress();
  FailureOr<Judgement> judgement = judgeQuestion(session, *question);
  if (failed(judgement))
    return 1;
  const gate::Verdict &verdict = judgement->verdict;
  // With the record on standard output nothing else may be there.
  bool isPlain = options.json != "-" && options.record != "-";
  llvm::raw_ostream &os = isPlain ? llvm::outs() : llvm::errs();
  os << gate::spelling(verdict.question) << " on "
     << question->options.device.text() << ": "
     << gate::spelling(verdict.answer);
  if (verdict.failed())
    os << " (" << gate::spelling(verdict.reason) << ")";
  os << (verdict.detail.empty() ? "" : ": " + verdict.detail) << "\n";
  // A kernel may be right there and nowhere else.
  if (verdict.answer == gate::Answer::Accepted &&
      judgement->shapes.size() == 1 && question->options.otherShapes)
    os << "no shape but " << judgement->shapes.front()
       << " was judged: it is not clear from the original which others are "
          "valid\n";
  if (verdict.question != gate::Question::Equivalent &&
      question->options.incumbentSource != IncumbentSource::Given)
    os << "incumbent: the original"
       << (question->options.incumbentSource == IncumbentSource::Plain
               ? " by recipe plain\n"
               : "\n");
  for (const std::string &failure : judgement->workerFailures)
    os << "failed: " << failure << "\n";
  if (!judgement->workerFailures.empty() &&
      verdict.reason != gate::Reason::NoDevice)
    os << "used: worker " << judgement->worker << " of " << judgement->workers
       << "\n";
  if (!recordedAnswer.empty() &&
      recordedAnswer != gate::spelling(verdict.answer))
    os << "the record says: " << recordedAnswer << "\n";
  std::vector<OutputFile> files;
  if (!options.json.empty())
    files.emplace_back(options.json, toJson(*judgement, question->options));
  if (!options.record.empty())
    files.emplace_back(options.record, writeRecord(*question, *judgement));
  if (llvm::Error error = writeOutputs(files))
    return usage(llvm::toString(std::move(error)));
  if (lesson) {
    auto path = lesson->write(*question, *judgement);
    if (!path)
      return usage(llvm::toString(path.takeError()));
    os << "evidence: " << *path << "\n";
  }
  switch (verdict.answer) {
  case gate::Answer::Accepted:
    return 0;
  case gate::Answer::Rejected:
    return 2;
  case gate::Answer::Inconclusive:
    return 3;
  }
  return 3;
}

} // namespace

int main(int argc, char **argv) {
  kopt::InitTool init(argc, argv);
  Options options;
  if (!parseCommandLine(tool, argc, argv,
                        "kopt gate: judge a candidate by executing it\n",
                        options.category))
    return 1;
  reportInterruption(tool);
  return finish(tool, run(argv[0], options));
}
