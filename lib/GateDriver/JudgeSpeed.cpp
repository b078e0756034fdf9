//===- JudgeSpeed.cpp - Candidate against incumbent -----------------------===//

#include "JudgeImpl.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace mlir;

namespace kopt {

/// The 95 % interval of the median by order statistics: the widest pair of
/// ranks whose tails hold at most 2.5 % each.
static void medianInterval(std::vector<double> samples, double &low,
                           double &middle, double &high) {
  std::sort(samples.begin(), samples.end());
  size_t n = samples.size(), rank = 0;
  double term = std::pow(0.5, double(n)), tail = term;
  while (rank + 1 < n / 2 &&
         tail + term * double(n - rank) / double(rank + 1) <= 0.025) {
    term *= double(n - rank) / double(rank + 1);
    tail += term;
    ++rank;
  }
  low = samples[rank];
  middle = n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  high = samples[n - 1 - rank];
}

void Judge::judgeSpeed(func::FuncOp incumbent, const gate::Program &program,
                       uint64_t handle) {
  if (options.device.sim) {
    out.verdict.fail(gate::Reason::NoDevice,
                     "equivalent, but sim gives no evidence on speed");
    return;
  }
  std::optional<gate::Program> other = build(incumbent);
  if (!other)
    return;
  std::optional<uint64_t> otherHandle = load(*other);
  if (!otherHandle)
    return;
  Result<gate::TimeResult> timed =
      worker->time({*otherHandle, handle}, inputs(program, "normal"),
                   options.blocks, limit() * 5, options.timeoutSeconds);
  if (!timed) {
    out.verdict.fail(reasonOf(timed.status()), timed.status().message());
    return;
  }
  out.modelled = timed->modelled;
  if (timed->mismatches.size() == 2 && timed->mismatches[1]) {
    out.verdict.fail(gate::Reason::Mismatch,
                     std::to_string(timed->mismatches[1]) +
                         " timed outputs differ from the checked ones");
    return;
  }
  // One ratio a block, from its two samples of each arm (ABBA).
  std::vector<double> ratios, times;
  size_t blocks =
      std::min(timed->samples[0].size(), timed->samples[1].size()) / 2;
  for (size_t b = 0; b < blocks; ++b) {
    auto mean = [&](unsigned arm) {
      return (timed->samples[arm][2 * b] + timed->samples[arm][2 * b + 1]) / 2;
    };
    ratios.push_back(mean(0) / mean(1));
    times.push_back(mean(1));
  }
  if (blocks < 6) {
    out.verdict.fail(gate::Reason::Noisy,
                     "expected at least 6 blocks, but got " +
                         std::to_string(blocks));
    return;
  }
  double low, middle, high, timeLow, time, timeHigh;
  medianInterval(ratios, low, middle, high);
  medianInterval(times, timeLow, time, timeHigh);
  out.ratioLow = low;
  out.ratio = middle;
  out.ratioHigh = high;
  out.candidateMicroseconds = time;
  double threshold = options.question == gate::Question::Faster
                         ? options.faster
                         : 1 - options.slack;
  std::string text;
  llvm::raw_string_ostream(text)
      << llvm::format("ratio %.4f in [%.4f, %.4f], threshold %.4f", middle, low,
                      high, threshold);
  if (high < threshold)
    out.verdict.fail(gate::Reason::Slower, text);
  else if (low <= threshold)
    out.verdict.fail(gate::Reason::Noisy, text);
  else
    out.verdict.detail = text;
}

} // namespace kopt
