//===- JudgeWorker.cpp - A judgement's dealings with its worker -----------===//
//
// What a failed exchange says of the candidate, and what only of the worker.
//
//===----------------------------------------------------------------------===//

#include "JudgeImpl.h"

namespace kopt {

/// A reply says why the candidate failed. A worker that died, or whose bytes
/// are no reply, proves nothing about the candidate: it may have been killed,
/// or its connection lost. That is inconclusive.
void Judge::failExchange(const Status &status, const std::string &during) {
  lost = false;
  if (status.kind() == "timeout" && remaining() <= 0) {
    (void)spent(during + " was over");
    return;
  }
  gate::Reason reason;
  // "parse" is the protocol's, of the worker's words or of ours, never of the
  // candidate, which was parsed here.
  bool known =
      gate::parseReason(status.kind(), reason) && reason != gate::Reason::Parse;
  if (known && (worker->replied() || reason != gate::Reason::Fault)) {
    out.verdict.fail(reason, status.message());
    return;
  }
  lost = true;
  out.verdict.fail(gate::Reason::Fault, during + ": " + status.message());
  out.verdict.answer = gate::Answer::Inconclusive;
}

/// After a failure that is the worker's: starts a new one, once a family or
/// look, and takes the failure back. All handles are void then.
bool Judge::restartOnce() {
  if (!lost)
    return false;
  lost = false;
  std::string &detail = out.verdict.detail;
  if (restarted) {
    detail = "the worker was lost twice: " + detail;
    return false;
  }
  if (remaining() <= 0)
    return false;
  restarted = true;
  ++out.restarts;
  if (Status status = worker->restart(); !status.ok()) {
    detail += "; starting it again failed: " + status.message();
    return false;
  }
  out.verdict.reason = gate::Reason::None;
  out.verdict.answer = gate::Answer::Inconclusive;
  detail.clear();
  return true;
}

std::optional<uint64_t> Judge::loadOnce(const gate::Program &program) {
  Result<gate::LoadResult> loaded = worker->load(program, within(120));
  if (loaded)
    return loaded->program;
  failExchange(loaded.status(), "loading");
  return std::nullopt;
}

/// Loads, and once more into a new worker where the first one died.
std::optional<uint64_t> Judge::load(const gate::Program &program) {
  restarted = false;
  std::optional<uint64_t> handle = loadOnce(program);
  if (!handle && restartOnce()) {
    handle = loadOnce(program);
    (void)restartOnce(); // says that it was lost again
  }
  return handle;
}

} // namespace kopt
