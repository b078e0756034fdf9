//===- Record.h - A judgement that can be repeated --------------*- C++ -*-===//

#ifndef KOPT_GATEDRIVER_RECORD_H
#define KOPT_GATEDRIVER_RECORD_H

#include "kopt/GateDriver/Judge.h"
#include "llvm/Support/Error.h"

namespace kopt {

/// A program as it was given.
struct ProgramText {
  std::string name, text; ///< the file's name and contents
};

/// All that a question to the gate consists of, whatever machine answers it: no
/// path is read and no command run because of it.
struct QuestionRecord {
  ProgramText original, candidate, incumbent; ///< the last may be empty
  std::string entry;                          ///< empty: the only function
  JudgeOptions options;
};

/// Puts a program to beat, made of the original, into a question that needs one
/// and has none, and says in its options which. Failure, with an error emitted,
/// where the original cannot be lowered.
mlir::LogicalResult addIncumbent(Session &session, QuestionRecord &question);

/// The answer to a question; a candidate that does not even parse gets one too.
/// Failure, with errors printed, where original or incumbent are no programs
/// that can be executed.
mlir::FailureOr<Judgement> judgeQuestion(Session &session,
                                         const QuestionRecord &question);

/// The JSON text of a question and its answer. It holds a SHA-256 of its own
/// contents, which finds damage and careless edits, not forgery.
std::string writeRecord(const QuestionRecord &question,
                        const Judgement &judgement);

/// Reads what `writeRecord` wrote, `recordedAnswer` being the answer's
/// spelling. The error says what is wrong: no record, another version, damaged
/// or edited, a value out of range.
llvm::Expected<QuestionRecord> readRecord(llvm::StringRef text,
                                          std::string &recordedAnswer);

} // namespace kopt

#endif // KOPT_GATEDRIVER_RECORD_H
