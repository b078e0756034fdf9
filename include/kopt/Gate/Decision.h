//===- Decision.h - From samples to an answer on speed ----------*- C++ -*-===//
//
// The timing rule of the gate by itself, so that it can be tried on synthetic
// samples. Free of devices and of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef KOPT_GATE_DECISION_H
#define KOPT_GATE_DECISION_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kopt::gate {

/// An interval of the median of some samples.
struct MedianInterval {
  double low = 0, middle = 0, high = 0;
};

/// By order statistics: the widest pair of ranks whose tails hold at most
/// `level` / 2 each, or the extremes where there are too few samples. No
/// assumption on the distribution but that samples are independent.
/// `samples` is not empty.
MedianInterval medianInterval(std::vector<double> samples, double level);

/// What two launches of one kernel may differ by however often they are
/// repeated, measured (docs/gate.md): some steps of the timer's 32 ns.
constexpr double kResolutionMicroseconds = 0.15;

/// `ratio` with both times off by the timer's resolution in the worse
/// direction. Repeating does not average that away: launches of kernels of a
/// few microseconds differ by as much with where their code and data lie.
MedianInterval withResolution(MedianInterval ratio,
                              double incumbentMicroseconds,
                              double candidateMicroseconds);

/// The times of incumbent and candidate, two samples a block each (ABBA), as
/// one ratio incumbent / candidate a block: drifts within a block cancel.
std::vector<double> blockRatios(const std::vector<double> &incumbent,
                                const std::vector<double> &candidate);

/// Of all samples so far: the medians of both arms in microseconds, and the
/// interval at `level` of incumbent / candidate, widened by the resolution. The
/// samples are sound and of one block at least.
struct SpeedEstimate {
  double incumbent = 0, candidate = 0;
  MedianInterval ratio;
};
SpeedEstimate estimateSpeed(const std::vector<std::vector<double>> &samples,
                            double level);

/// What keeps samples from being judged: not two arms of two a block, or a time
/// that is not above 0. Nothing where they are sound.
std::optional<std::string>
wrongSamples(const std::vector<std::vector<double>> &samples, unsigned blocks);

/// The least time, in microseconds, that moving `bytes` between memory and chip
/// takes by the data sheet of a device (its name, or else its architecture). 0
/// where no limit is known, and where not more than two L2 caches are moved:
/// those bytes may have stayed.
double leastMicroseconds(const std::string &name,
                         const std::string &architecture, uint64_t bytes,
                         uint64_t l2Bytes);

/// The looks at a growing number of blocks: the first at `blocks`, then at
/// twice and four times as many. The error rate of 5 % is spent over them, so
/// looking again costs no confidence.
constexpr unsigned kLooks = 3;
struct Look {
  unsigned blocks = 0; ///< in all, up to this look
  double level = 0;    ///< of its interval
};
Look lookAt(unsigned number, unsigned blocks);

/// Fewest blocks of a first look whose interval keeps its level.
constexpr unsigned kFewestBlocks = 9;

} // namespace kopt::gate

#endif // KOPT_GATE_DECISION_H
