//===- kopt-gate.cpp - Judge a candidate by executing it ------------------===//
//
// Exit status: 0 accepted, 1 usage or I/O, 2 rejected, 3 inconclusive.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Inputs.h"
#include "kopt/GateDriver/Doctor.h"
#include "kopt/GateDriver/Judge.h"
#include "kopt/ToolSupport/Files.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace kopt;
namespace cl = llvm::cl;

namespace {

struct Options {
  cl::OptionCategory category{"kopt-gate options"};
  cl::opt<std::string> original{cl::Positional, cl::desc("ORIGINAL"),
                                cl::cat(category)};
  cl::opt<std::string> candidate{cl::Positional, cl::desc("CANDIDATE"),
                                 cl::cat(category)};
  cl::opt<std::string> incumbent{"incumbent", cl::desc("the program to beat"),
                                 cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::desc("host function"),
                             cl::cat(category)};
  cl::opt<std::string> question{"question", cl::init("equivalent"),
                                cl::desc("equivalent, not-slower or faster"),
                                cl::cat(category)};
  cl::opt<std::string> device{"device", cl::init("sim"),
                              cl::desc("sim or cuda:N"), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::init(1), cl::desc("seed of the inputs"),
                         cl::cat(category)};
  cl::opt<double> timeout{"timeout", cl::init(10),
                          cl::desc("seconds a kernel may take"),
                          cl::cat(category)};
  cl::opt<unsigned> blocks{"blocks", cl::init(20),
                           cl::desc("blocks of the timing"), cl::cat(category)};
  cl::opt<std::string> permit{
      "permit", cl::init("none"),
      cl::desc("none, approximates or approximates(ULPS)"), cl::cat(category)};
  cl::list<std::string> families{"families", cl::CommaSeparated,
                                 cl::desc("input families (default: all)"),
                                 cl::cat(category)};
  cl::list<std::string> arguments{
      "arg", cl::desc("INDEX:SHAPE or INDEX:VALUE of an argument"),
      cl::cat(category)};
  cl::opt<std::string> shapes{
      "shapes", cl::init("all"),
      cl::desc("all, or asked: only the shape of --arg"), cl::cat(category)};
  cl::opt<std::string> workers{
      "workers", cl::desc("command line of the worker"), cl::cat(category)};
  cl::opt<std::string> json{"json", cl::desc("write the record there"),
                            cl::cat(category)};
  cl::opt<bool> doctor{"doctor", cl::desc("say what works here"),
                       cl::cat(category)};
};

constexpr const char tool[] = "kopt-gate";

int usage(const llvm::Twine &text) { return fail(tool, text); }

/// The verdict that a candidate which does not even parse gets.
FailureOr<Judgement> judgeFile(Session &session, func::FuncOp original,
                               Options &options,
                               const JudgeOptions &judgeOptions,
                               func::FuncOp incumbent) {
  std::string first;
  OwningOpRef<ModuleOp> module;
  FailureOr<func::FuncOp> candidate = failure();
  {
    ScopedDiagnosticHandler handler(
        &session.context(), [&](Diagnostic &diagnostic) {
          if (first.empty() &&
              diagnostic.getSeverity() == DiagnosticSeverity::Error)
            llvm::raw_string_ostream(first)
                << diagnostic.getLocation() << ": " << diagnostic;
          return success();
        });
    module = session.parse(options.candidate);
    if (module)
      candidate = findEntry(*module, original.getName());
  }
  if (failed(candidate)) {
    Judgement judgement;
    judgement.verdict.question = judgeOptions.question;
    judgement.verdict.fail(gate::Reason::Parse, first);
    return judgement;
  }
  return judge(session, original, *candidate, incumbent, judgeOptions);
}

int run(const char *path, Options &options) {
  Session session(llvm::sys::fs::getMainExecutable(path, (void *)&usage),
                  options.workers);
  if (options.doctor)
    return printDoctor(session, llvm::outs()) ? 0 : 1;
  JudgeOptions judgeOptions;
  std::optional<DeviceSpec> device = DeviceSpec::parse(options.device);
  if (!device)
    return usage("expected --device=sim or cuda:N, but got '" + options.device +
                 "'");
  if (!gate::parseQuestion(options.question, judgeOptions.question))
    return usage(
        "expected --question=equivalent, not-slower or faster, but got '" +
        options.question + "'");
  std::optional<Permission> permission = Permission::parse(options.permit);
  if (!permission)
    return usage("expected --permit=none, approximates or approximates(ULPS) "
                 "with at most 2^22 units, but got '" +
                 options.permit + "'");
  judgeOptions.permission = *permission;
  if (options.shapes != "all" && options.shapes != "asked")
    return usage("expected --shapes=all or asked, but got '" + options.shapes +
                 "'");
  judgeOptions.otherShapes = options.shapes == "all";
  for (const std::string &family : options.families)
    if (!gate::isFamily(family))
      return usage("unknown input family '" + family + "'");
  if (options.original.empty() || options.candidate.empty())
    return usage("expected ORIGINAL and CANDIDATE");
  // A candidate that is no program is rejected; one that cannot be read is no
  // candidate.
  if (auto buffer = readInput(options.candidate); !buffer)
    return usage(llvm::toString(buffer.takeError()));
  bool timed = judgeOptions.question != gate::Question::Equivalent;
  if (timed && options.incumbent.empty())
    return usage("expected --incumbent with --question=" + options.question);
  judgeOptions.device = *device;
  judgeOptions.seed = options.seed;
  judgeOptions.timeoutSeconds = options.timeout;
  judgeOptions.blocks = options.blocks;
  judgeOptions.families.assign(options.families.begin(),
                               options.families.end());
  judgeOptions.arguments.assign(options.arguments.begin(),
                                options.arguments.end());

  OwningOpRef<ModuleOp> original = session.parse(options.original), incumbent;
  if (!original)
    return 1;
  FailureOr<func::FuncOp> entry = findEntry(*original, options.entry);
  if (failed(entry))
    return 1;
  func::FuncOp toBeat;
  if (timed) {
    incumbent = session.parse(options.incumbent);
    if (!incumbent)
      return 1;
    FailureOr<func::FuncOp> found = findEntry(*incumbent, entry->getName());
    if (failed(found))
      return 1;
    toBeat = *found;
  }
  FailureOr<Judgement> judgement =
      judgeFile(session, *entry, options, judgeOptions, toBeat);
  if (failed(judgement))
    return 1;
  const gate::Verdict &verdict = judgement->verdict;
  llvm::outs() << gate::spelling(verdict.question) << " on " << device->text()
               << ": " << gate::spelling(verdict.answer);
  if (verdict.failed())
    llvm::outs() << " (" << gate::spelling(verdict.reason) << ")";
  llvm::outs() << (verdict.detail.empty() ? "" : ": " + verdict.detail) << "\n";
  if (!options.json.empty()) {
    if (llvm::Error error =
            writeOutput(options.json, toJson(*judgement, judgeOptions)))
      return usage(llvm::toString(std::move(error)));
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
  llvm::InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  std::string errors;
  llvm::raw_string_ostream stream(errors);
  if (!cl::ParseCommandLineOptions(
          argc, argv, "kopt gate: judge a candidate by executing it\n",
          &stream))
    return failUsage(tool, errors);
  return finish(tool, run(argv[0], options));
}
