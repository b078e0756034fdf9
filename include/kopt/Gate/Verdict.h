//===- Verdict.h - What the gate answers ------------------------*- C++ -*-===//
//
// A verdict answers one stated question. Free of LLVM. See docs/gate.md.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_VERDICT_H
#define KOPT_GATE_VERDICT_H

#include <cstdint>
#include <string>
#include <vector>

namespace kopt::gate {

/// What is asked of a candidate.
enum class Question : uint8_t { Equivalent, NotSlower, Faster };

enum class Answer : uint8_t { Accepted, Rejected, Inconclusive };

/// Why a candidate was not accepted; `None` with an acceptance.
enum class Reason : uint8_t {
  None,
  Parse,            ///< the candidate does not parse
  Verify,           ///< it parses and does not verify
  Guard,            ///< a guard of a card fails
  IllegalState,     ///< kopt-check-state refuses it, or it cannot be lowered
  Compile,          ///< the back end or the driver's linker refuses it
  Resources,        ///< too many registers, threads, shared memory, grid
  Launch,           ///< the driver refuses the launch
  Fault,            ///< an illegal access, a trap, a dead worker
  Timeout,          ///< it did not end in time
  Mismatch,         ///< a result beyond the allowed error
  NaN,              ///< NaN, infinity or a zero's sign differ from the oracle's
  Unwritten,        ///< an element still holds the poison
  OutOfBounds,      ///< an access outside a buffer, or a broken guard band
  InputModified,    ///< an input is not as it was
  Race,             ///< unordered accesses, or a divergent barrier
  Nondeterministic, ///< three runs are not the same bits
  Slower,           ///< the interval of the ratio lies below the threshold
  Noisy,            ///< the interval covers the threshold
  NoDevice,         ///< no device of that name, or no evidence from this one
  BeatsLimit,       ///< faster than the compulsory traffic allows
  Undecided,        ///< the oracle says nothing about any element
  NotPermitted,     ///< the class of its arithmetic goes beyond what may be
  NotChecked        ///< timed on request without asking whether it is right
};
/// How many reasons there are.
constexpr unsigned kNumReasons = unsigned(Reason::NotChecked) + 1;

/// Spellings used in JSON and on the command line: "not-slower", "rejected",
/// "out-of-bounds" …
const char *spelling(Question question);
const char *spelling(Answer answer);
const char *spelling(Reason reason);
/// Inverses; false if unknown. The text of a failed Status's kind or a device
/// report's kind is a reason spelling; sim's own kinds "uninitialised",
/// "misaligned" and "divergence" are folded into Unwritten, Fault and Race.
bool parseQuestion(const std::string &text, Question &question);
bool parseReason(const std::string &text, Reason &reason);

/// Does a reason say that the candidate is wrong (Rejected), or only that
/// there is no evidence (Inconclusive)? A timeout is inconclusive by itself.
Answer answerOf(Reason reason);

struct Verdict {
  Question question = Question::Equivalent;
  Answer answer = Answer::Inconclusive;
  Reason reason = Reason::None;
  std::string detail; ///< one line for people, with numbers
  /// Families judged before the answer was found, in order.
  std::vector<std::string> families;
  /// Largest |candidate − oracle| / allowed of any element seen; 0: all exact.
  double worstRatio = 0;

  /// Sets reason and the answer that belongs to it.
  void fail(Reason why, std::string text) {
    reason = why;
    answer = answerOf(why);
    detail = std::move(text);
  }
  bool failed() const { return reason != Reason::None; }
};

} // namespace kopt::gate

#endif // KOPT_GATE_VERDICT_H
