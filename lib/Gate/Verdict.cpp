//===- Verdict.cpp - Spellings and severity of reasons --------------------===//

#include "kopt/Gate/Verdict.h"

namespace kopt::gate {
namespace {

const char *const reasonNames[] = {"none",
                                   "parse",
                                   "verify",
                                   "guard",
                                   "illegal-state",
                                   "compile",
                                   "resources",
                                   "launch",
                                   "fault",
                                   "timeout",
                                   "mismatch",
                                   "nan",
                                   "unwritten",
                                   "out-of-bounds",
                                   "input-modified",
                                   "race",
                                   "nondeterministic",
                                   "slower",
                                   "noisy",
                                   "no-device",
                                   "beats-limit",
                                   "undecided",
                                   "not-permitted",
                                   "not-checked"};
const char *const questionNames[] = {"equivalent", "not-slower", "faster"};
const char *const answerNames[] = {"accepted", "rejected", "inconclusive"};

} // namespace

const char *spelling(Question question) {
  return questionNames[unsigned(question)];
}
const char *spelling(Answer answer) { return answerNames[unsigned(answer)]; }
const char *spelling(Reason reason) { return reasonNames[unsigned(reason)]; }

bool parseQuestion(const std::string &text, Question &question) {
  for (unsigned i = 0; i < 3; ++i)
    if (text == questionNames[i]) {
      question = Question(i);
      return true;
    }
  return false;
}

bool parseReason(const std::string &text, Reason &reason) {
  for (unsigned i = 0; i < kNumReasons; ++i)
    if (text == reasonNames[i]) {
      reason = Reason(i);
      return true;
    }
  if (text == "uninitialised")
    reason = Reason::Unwritten;
  else if (text == "misaligned")
    reason = Reason::Fault;
  else if (text == "divergence")
    reason = Reason::Race;
  else
    return false;
  return true;
}

Answer answerOf(Reason reason) {
  switch (reason) {
  case Reason::None:
    return Answer::Accepted;
  case Reason::Timeout:
  case Reason::Noisy:
  case Reason::NoDevice:
  case Reason::Undecided:
  case Reason::NotChecked:
    return Answer::Inconclusive;
  default:
    return Answer::Rejected;
  }
}

} // namespace kopt::gate
