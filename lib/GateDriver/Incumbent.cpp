//===- Incumbent.cpp - The program to beat --------------------------------===//
//
// A verdict is about the candidate, so nothing that is wrong with the incumbent
// rejects: what shows before anything runs is an error of the question, what
// shows on a device is inconclusive.
//
//===----------------------------------------------------------------------===//

#include "JudgeImpl.h"
#include "dialects/Kopt/KoptDialect.h"
#include "kopt/GateDriver/Record.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

namespace kopt {

const char *spelling(IncumbentSource source) {
  switch (source) {
  case IncumbentSource::Given:
    return "given";
  case IncumbentSource::Original:
    return "original";
  case IncumbentSource::Plain:
    return "plain";
  }
  return "";
}

/// Does the function launch kernels, all of which can be lowered?
static bool launchesKernels(func::FuncOp function) {
  bool launches = false;
  WalkResult walk = function.walk([&](LaunchOp launch) {
    launches = true;
    for (SymbolRefAttr name : launch.getKernels())
      if (auto kernel =
              SymbolTable::lookupNearestSymbolFrom<KernelOp>(launch, name))
        if (!kernel.isTiled())
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return launches && !walk.wasInterrupted();
}

LogicalResult addIncumbent(Session &session, QuestionRecord &question) {
  if (question.options.question == gate::Question::Equivalent ||
      !question.incumbent.text.empty())
    return success();
  OwningOpRef<ModuleOp> module =
      session.parseText(question.original.text, question.original.name);
  if (!module)
    return failure();
  FailureOr<func::FuncOp> entry = findEntry(*module, question.entry);
  if (failed(entry))
    return failure();
  if (launchesKernels(*entry)) {
    question.incumbent = question.original;
    question.options.incumbentSource = IncumbentSource::Original;
    return success();
  }
  Location loc = entry->getLoc();
  std::string why;
  bool lowered;
  {
    // What is not lifted or refused would be said of a program that nobody
    // wrote: only where it ends in no program at all is it told.
    FirstError error(session.context());
    PassManager manager(&session.context());
    lowered = succeeded(parsePassPipeline("kopt-apply-skills{recipe=plain}",
                                          manager)) &&
              succeeded(manager.run(*module));
    why = error.get();
  }
  if (!lowered)
    return emitError(loc) << "expected an original that recipe plain makes the "
                             "incumbent of, or --incumbent: "
                          << why;
  question.incumbent.name = question.original.name + "@plain";
  llvm::raw_string_ostream(question.incumbent.text) << *module;
  question.options.incumbentSource = IncumbentSource::Plain;
  return success();
}

LogicalResult Judge::buildIncumbent(func::FuncOp function) {
  Result<gate::Program> built = build(function);
  if (built) {
    incumbent = std::move(*built);
    return success();
  }
  InFlightDiagnostic error = function.emitOpError("the incumbent is no program "
                                                  "that can be launched: ");
  error << built.status().kind() << ": " << built.status().message();
  if (options.incumbentSource == IncumbentSource::Plain)
    error.attachNote() << "it was made of the original by recipe plain: "
                          "--incumbent names another";
  return error;
}

/// What went wrong with the incumbent proves nothing about the candidate. True
/// if something did.
bool Judge::blameIncumbent() {
  if (!out.verdict.failed())
    return false;
  std::string &detail = out.verdict.detail;
  detail = (options.profileOnly ? "the incumbent: "
                                : "equivalent, but the incumbent: ") +
           detail;
  out.verdict.answer = gate::Answer::Inconclusive;
  return true;
}

/// Loads the incumbent and launches it once by itself: what fails when both run
/// in turn does not say which it was.
std::optional<uint64_t> Judge::loadIncumbent() {
  std::optional<uint64_t> handle = load(*incumbent);
  auto launch = [&] {
    Result<gate::RunResult> reply =
        workers->run(*handle, inputs(*incumbent, "normal"), limit(*incumbent),
                     options.timeoutSeconds, /*wantBytes=*/false);
    if (!reply)
      failExchange(reply.status(), "its first launch");
    else if (!options.profileOnly)
      (void)judgeReply(*incumbent, *reply);
  };
  if (handle) {
    repeats = 0;
    launch();
    while (out.verdict.failed() && restart())
      if ((handle = loadOnce(*incumbent)))
        launch();
  }
  if (blameIncumbent())
    return std::nullopt;
  return handle;
}

} // namespace kopt
