//===- Learn.cpp - Verdicts as evidence on cards --------------------------===//

#include "kopt/GateDriver/Learn.h"
#include "kopt/Registration/Registration.h"
#include "kopt/Skill/Evidence.h"
#include "kopt/Skill/Places.h"
#include "lib/Support/Json.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/MemoryBuffer.h"

#include <ctime>

using namespace mlir;
using namespace kopt;

/// The state hash of a program's text; empty where it does not parse, which
/// judging complains about.
static std::string hashOf(MLIRContext *context, const ProgramText &program) {
  ScopedDiagnosticHandler quiet(context,
                                [](Diagnostic &) { return success(); });
  OwningOpRef<ModuleOp> module =
      parseSourceString<ModuleOp>(program.text, ParserConfig(context));
  return module ? skill::stateHash(*module) : std::string();
}

llvm::Expected<Lesson> Lesson::read(StringRef path,
                                    ArrayRef<std::string> folders,
                                    const QuestionRecord &question) {
  auto no = [&](const Twine &text) {
    return llvm::createStringError("'" + path + "': " + text);
  };
  auto buffer = llvm::MemoryBuffer::getFile(path);
  if (!buffer)
    return no("cannot read the lineage: " + buffer.getError().message());
  Json root = parseJson((*buffer)->getBuffer());
  if (root.is_discarded() || !root.is_object() ||
      root.value("kopt_lineage", Json()) != Json(1) ||
      !root.value("steps", Json()).is_array() || root["steps"].empty())
    return no("expected a lineage of version 1 with a step");
  const Json &step = root["steps"].back();
  for (const char *key : {"card", "card_hash", "place", "before", "after"})
    if (!step.is_object() || !step.value(key, Json()).is_string())
      return no(Twine("expected a step with a text '") + key + "'");
  auto text = [&](const char *key) { return step[key].get<std::string>(); };
  Lesson lesson;
  DialectRegistry registry;
  registerAllDialects(registry);
  lesson.context = std::make_unique<MLIRContext>(registry);
  auto expect = [&](const char *what, const ProgramText &program,
                    const std::string &state) -> llvm::Error {
    if (hashOf(lesson.context.get(), program) == state)
      return llvm::Error::success();
    return no(Twine("expected ") + what + " the last step, but got '" +
              program.name + "'");
  };
  if (llvm::Error error = expect("the candidate to be the program after",
                                 question.candidate, text("after")))
    return error;
  bool isTimed = question.options.question != gate::Question::Equivalent;
  if (isTimed)
    if (llvm::Error error = expect("--incumbent to be the program before",
                                   question.incumbent, text("before")))
      return error;
  lesson.library = std::make_unique<skill::Library>();
  std::vector<std::string> places = folders.vec();
  if (places.empty())
    places = skill::defaultFolders();
  if (failed(lesson.library->load(lesson.context.get(), places)))
    return no("the cards cannot be read");
  lesson.card = text("card");
  const skill::Entry *entry = lesson.library->card(lesson.card);
  if (!entry)
    return no("expected a card, but got '" + lesson.card + "'");
  if (entry->hash != text("card_hash"))
    return no("expected card @" + lesson.card + " with hash " +
              text("card_hash") + ", but got " + entry->hash);
  lesson.step = dumpJson(step);
  return lesson;
}

llvm::Expected<std::string> Lesson::write(const QuestionRecord &question,
                                          const Judgement &judgement) const {
  const skill::Entry &entry = *library->card(card);
  Json verdict = parseJson(toJson(judgement, question.options));
  Json made = parseJson(step);
  // What of a verdict is about the machine's mood is not kept.
  for (const char *key : {"worker", "worker_restarts", "exact_probes"})
    verdict.erase(key);
  for (const char *key :
       {"place", "knobs", "facts", "values", "before", "after", "condition"})
    if (made.contains(key))
      verdict[key] = made[key];
  verdict["shapes"] = verdict["inputs"]["shapes"];
  verdict["entry"] = question.entry;
  verdict["arguments"] = question.options.arguments;
  char date[32];
  std::time_t now = std::time(nullptr);
  std::tm utc = {};
  std::strftime(date, sizeof(date), "%Y-%m-%d", ::gmtime_r(&now, &utc));
  verdict["date"] = date;
  if (llvm::Error error = skill::addEvidence(entry, dumpJson(verdict)))
    return error;
  return skill::evidencePath(entry.path);
}
