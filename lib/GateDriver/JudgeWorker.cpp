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
  if (known && (workers->replied() || reason != gate::Reason::Fault)) {
    out.verdict.fail(reason, status.message());
    return;
  }
  lost = true;
  out.verdict.fail(gate::Reason::Fault, during + ": " + status.message());
  out.verdict.answer = gate::Answer::Inconclusive;
}

/// After a failure that is the worker's: the next one, or a single one started
/// again, repeats the family, loading or look. Takes the failure back. All
/// handles are void then. Each worker but the first may do so, or one once.
bool Judge::restart(bool sameWorker) {
  if (!lost)
    return false;
  lost = false;
  std::string &detail = out.verdict.detail;
  size_t most = sameWorker ? 1 : std::max<size_t>(1, workers.count() - 1);
  if (repeats >= most) {
    detail = "the worker was lost " +
             (repeats == 1 ? "twice" : std::to_string(repeats + 1) + " times") +
             ": " + detail;
    return false;
  }
  if (remaining() <= 0)
    return false;
  ++repeats;
  ++out.restarts;
  Status status = sameWorker
                      ? workers.restart()
                      : workers.takeOver(detail, [this] { return limit(); });
  if (!status.ok()) {
    detail += "; starting it again failed: " + status.message();
    return false;
  }
  out.device = workers.info();
  out.verdict.reason = gate::Reason::None;
  out.verdict.answer = gate::Answer::Inconclusive;
  detail.clear();
  return true;
}

/// What does not introduce itself is no worker, unless its time was short.
bool Judge::startWorker() {
  Status status = workers.begin([this] { return limit(); });
  if (status.ok())
    out.device = workers.info();
  else if (remaining() > 0)
    out.verdict.fail(gate::Reason::NoDevice, status.message());
  else
    (void)spent("the worker said what device it has");
  return status.ok();
}

const Judgement &Judge::judgement() {
  out.worker = workers.number();
  out.workers = workers.count();
  out.workerFailures = workers.failures();
  return out;
}

std::optional<uint64_t> Judge::loadOnce(const gate::Program &program) {
  Result<gate::LoadResult> loaded = workers->load(program, within(120));
  if (loaded)
    return loaded->program;
  failExchange(loaded.status(), "loading");
  return std::nullopt;
}

/// Loads, and again into other workers where the first one died.
std::optional<uint64_t> Judge::load(const gate::Program &program) {
  repeats = 0;
  std::optional<uint64_t> handle = loadOnce(program);
  while (!handle && restart())
    handle = loadOnce(program);
  return handle;
}

} // namespace kopt
