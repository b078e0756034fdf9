//===- JudgeSpeed.cpp - Candidate against incumbent -----------------------===//

#include "JudgeImpl.h"
#include "kopt/Gate/Decision.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace kopt {

/// Whether some operation reads every element of `argument`: a structured one
/// that is indexed by a projected permutation. A gather or a slice may not.
static bool isReadWhole(BlockArgument argument) {
  for (OpOperand &use : argument.getUses()) {
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (op && op.payloadUsesValueFromOperand(&use) &&
        op.getMatchingIndexingMap(&use).isProjectedPermutation())
      return true;
  }
  return false;
}

uint64_t compulsoryBytes(func::FuncOp original, const gate::Program &program) {
  uint64_t bytes = 0;
  for (const gate::Buffer &buffer : program.buffers) {
    llvm::StringRef name = buffer.name;
    unsigned number;
    bool counts = name.starts_with("result");
    if (name.consume_front("arg") && !name.getAsInteger(10, number) &&
        number < original.getNumArguments())
      counts = isReadWhole(original.getArgument(number));
    if (counts)
      bytes += uint64_t(buffer.numBytes());
  }
  return bytes;
}

/// Is the median time below what the memory allows for the bytes that have to
/// move?
bool Judge::beatsLimit(const gate::Program &program) {
  uint64_t bytes = compulsoryBytes(original, program);
  double least = gate::leastMicroseconds(
      out.device.name, out.device.architecture, bytes, out.device.l2Bytes);
  if (*out.candidateMicroseconds >= least)
    return false;
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(
      "%.2f us for %llu bytes, which take %.2f us at least",
      *out.candidateMicroseconds, (unsigned long long)bytes, least);
  out.verdict.fail(gate::Reason::BeatsLimit, text);
  return true;
}

void Judge::judgeSpeed(const gate::Program &program) {
  if (options.device.sim) {
    std::string text = options.device.kind() + " gives no evidence on speed";
    if (!options.profileOnly)
      text = "equivalent, but " + text;
    return out.verdict.fail(gate::Reason::NoDevice, text);
  }
  // Both, as a restart since has made earlier handles void; the worker that
  // takes the second has to be the one that took the first.
  std::optional<uint64_t> otherHandle = loadIncumbent(), handle;
  if (!otherHandle)
    return;
  unsigned restarts = out.restarts;
  if (!(handle = load(program)))
    return;
  if (out.restarts != restarts && !(otherHandle = loadOnce(*incumbent))) {
    (void)blameIncumbent();
    return;
  }
  double threshold = options.question == gate::Question::Faster
                         ? options.faster
                         : 1 - options.slack;
  out.samples.assign(2, {});
  std::string text;
  for (unsigned number = 0; number < gate::kLooks; ++number) {
    gate::Look look = gate::lookAt(number, options.blocks);
    std::string during = "look " + std::to_string(number + 1) + " at the times";
    if (spent(during))
      return;
    unsigned taken =
        number ? gate::lookAt(number - 1, options.blocks).blocks : 0;
    unsigned blocks = look.blocks - taken;
    auto take = [&]() -> Result<gate::TimeResult> {
      Result<gate::TimeResult> timed =
          workers->time({*otherHandle, *handle}, inputs(program, "normal"),
                        blocks, within(limit(program) * 5), options.timeoutSeconds);
      if (!timed)
        failExchange(timed.status(), during);
      return timed;
    };
    repeats = 0;
    Result<gate::TimeResult> timed = take();
    while (!timed && restart(/*sameWorker=*/true)) {
      // Samples of a look that was cut short are not kept.
      if ((otherHandle = loadOnce(*incumbent)) && (handle = loadOnce(program)))
        timed = take();
    }
    if (!timed) {
      // It may have been either of the two.
      out.verdict.answer = gate::Answer::Inconclusive;
      return;
    }
    if (std::optional<std::string> wrong =
            gate::wrongSamples(timed->samples, blocks)) {
      out.verdict.fail(gate::Reason::Fault, during + ": " + *wrong);
      out.verdict.answer = gate::Answer::Inconclusive;
      return;
    }
    out.modelled = timed->modelled;
    if (timed->mismatches[1]) {
      out.verdict.fail(gate::Reason::Mismatch,
                       std::to_string(timed->mismatches[1]) +
                           " timed outputs differ from the checked ones");
      return;
    }
    for (unsigned arm = 0; arm < 2; ++arm)
      out.samples[arm].insert(out.samples[arm].end(),
                              timed->samples[arm].begin(),
                              timed->samples[arm].end());
    if (look.blocks < gate::kFewestBlocks) {
      out.verdict.fail(gate::Reason::Noisy,
                       "expected at least " +
                           std::to_string(gate::kFewestBlocks) +
                           " blocks, but got " + std::to_string(look.blocks));
      return;
    }
    gate::SpeedEstimate estimate =
        gate::estimateSpeed(out.samples, look.level);
    out.candidateMicroseconds = estimate.candidate;
    gate::MedianInterval ratio = estimate.ratio;
    out.ratioLow = ratio.low;
    out.ratio = ratio.middle;
    out.ratioHigh = ratio.high;
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format(
        "ratio %.4f in [%.4f, %.4f] after %u blocks, threshold %.4f",
        ratio.middle, ratio.low, ratio.high, look.blocks,
        threshold);
    if (beatsLimit(program))
      return;
    if (ratio.high < threshold)
      return out.verdict.fail(gate::Reason::Slower, text);
    if (ratio.low > threshold) {
      out.verdict.detail = text;
      return;
    }
  }
  out.verdict.fail(gate::Reason::Noisy, text);
}

} // namespace kopt
