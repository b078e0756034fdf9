//===- Question.cpp - From a question's texts to its answer ---------------===//

#include "JudgeImpl.h"
#include "kopt/GateDriver/Record.h"

using namespace mlir;
using namespace kopt;

FailureOr<Judgement> kopt::judgeQuestion(Session &session,
                                         const QuestionRecord &question) {
  auto parse = [&](const ProgramText &program) {
    return session.parseText(program.text, program.name);
  };
  OwningOpRef<ModuleOp> original = parse(question.original), incumbent, module;
  if (!original)
    return failure();
  FailureOr<func::FuncOp> entry = findEntry(*original, question.entry);
  if (failed(entry))
    return failure();
  func::FuncOp toBeat;
  if (question.options.question != gate::Question::Equivalent) {
    incumbent = parse(question.incumbent);
    if (!incumbent)
      return failure();
    FailureOr<func::FuncOp> found = findEntry(*incumbent, entry->getName());
    if (failed(found))
      return failure();
    toBeat = *found;
  }
  std::string first;
  FailureOr<func::FuncOp> candidate = failure();
  {
    FirstError error(session.context());
    module = parse(question.candidate);
    if (module)
      candidate = findEntry(*module, entry->getName());
    first = error.get();
  }
  if (failed(candidate)) {
    Judgement judgement;
    judgement.verdict.question = question.options.question;
    judgement.verdict.fail(gate::Reason::Parse, first);
    return judgement;
  }
  return judge(session, *entry, *candidate, toBeat, question.options);
}
