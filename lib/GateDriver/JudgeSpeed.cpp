//===- JudgeSpeed.cpp - Candidate against incumbent -----------------------===//

#include "JudgeImpl.h"
#include "kopt/Gate/Decision.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace kopt {

/// Bytes a microsecond that a data sheet promises; 0 where it is not known
/// here.
static double dataSheetBandwidth(llvm::StringRef device) {
  if (device.contains("H200"))
    return 4.8e6;
  if (device.contains("H100"))
    return 3.35e6;
  return 0;
}

/// Is the median time below what the memory allows for the bytes that have to
/// move? Results count, and arguments that whole linalg operations read.
bool Judge::beatsLimit(const gate::Program &program) {
  double bandwidth = dataSheetBandwidth(out.device.name), bytes = 0;
  for (const gate::Buffer &buffer : program.buffers) {
    llvm::StringRef name = buffer.name;
    unsigned number;
    bool counts = name.starts_with("result");
    if (name.consume_front("arg") && !name.getAsInteger(10, number) &&
        number < original.getNumArguments()) {
      BlockArgument argument = original.getArgument(number);
      counts = !argument.use_empty() &&
               llvm::all_of(argument.getUsers(), [](Operation *user) {
                 return isa<linalg::LinalgOp>(user);
               });
    }
    if (counts)
      bytes += double(buffer.numElements()) * gate::byteSize(buffer.dtype);
  }
  // Less may stay in the cache.
  if (bandwidth == 0 || bytes <= 2 * double(out.device.l2Bytes) ||
      *out.candidateMicroseconds >= bytes / bandwidth)
    return false;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("%.2f us for %.0f bytes, which take %.2f us at least",
                      *out.candidateMicroseconds, bytes, bytes / bandwidth);
  out.verdict.fail(gate::Reason::BeatsLimit, text);
  return true;
}

void Judge::judgeSpeed(func::FuncOp incumbent, const gate::Program &program,
                       uint64_t handle) {
  if (options.device.sim) {
    out.verdict.fail(gate::Reason::NoDevice,
                     options.profileOnly
                         ? "sim gives no evidence on speed"
                         : "equivalent, but sim gives no evidence on speed");
    return;
  }
  std::optional<gate::Program> other = build(incumbent);
  if (!other)
    return;
  std::optional<uint64_t> otherHandle = load(*other);
  if (!otherHandle)
    return;
  double threshold = options.question == gate::Question::Faster
                         ? options.faster
                         : 1 - options.slack;
  out.samples.assign(2, {});
  std::string text;
  for (unsigned number = 0; number < gate::kLooks; ++number) {
    gate::Look look = gate::lookAt(number, options.blocks);
    if (spent("look " + llvm::Twine(number + 1) + " at the times"))
      return;
    unsigned taken =
        number ? gate::lookAt(number - 1, options.blocks).blocks : 0;
    Result<gate::TimeResult> timed = worker->time(
        {*otherHandle, handle}, inputs(program, "normal"), look.blocks - taken,
        std::min(limit() * 5, std::max(remaining(), 0.1)),
        options.timeoutSeconds);
    if (!timed) {
      out.verdict.fail(reasonOf(timed.status()), timed.status().message());
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
    std::vector<double> ratios =
        gate::blockRatios(out.samples[0], out.samples[1]);
    if (ratios.size() < gate::kFewestBlocks) {
      out.verdict.fail(gate::Reason::Noisy,
                       "expected at least " +
                           std::to_string(gate::kFewestBlocks) +
                           " blocks, but got " + std::to_string(ratios.size()));
      return;
    }
    gate::MedianInterval ratio = gate::medianInterval(ratios, look.level);
    out.ratioLow = ratio.low;
    out.ratio = ratio.middle;
    out.ratioHigh = ratio.high;
    out.candidateMicroseconds =
        gate::medianInterval(out.samples[1], 0.05).middle;
    text.clear();
    llvm::raw_string_ostream(text) << llvm::format(
        "ratio %.4f in [%.4f, %.4f] after %u blocks, threshold %.4f",
        ratio.middle, ratio.low, ratio.high, unsigned(ratios.size()),
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
