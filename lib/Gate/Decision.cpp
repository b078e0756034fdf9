//===- Decision.cpp - From samples to an answer on speed ------------------===//

#include "kopt/Gate/Decision.h"

#include <algorithm>
#include <cmath>

namespace kopt::gate {

MedianInterval medianInterval(std::vector<double> samples, double level) {
  std::sort(samples.begin(), samples.end());
  size_t n = samples.size(), rank = 0;
  // P(exactly k of n samples lie below the median), binomial. In logarithms:
  // 2^-n is 0 in a double beyond some thousand samples.
  auto term = [n](size_t k) {
    return std::exp(std::lgamma(double(n) + 1) - std::lgamma(double(k) + 1) -
                    std::lgamma(double(n - k) + 1) - double(n) * std::log(2.0));
  };
  double tail = term(0);
  while (rank + 1 < n / 2 && (tail += term(rank + 1)) <= level / 2)
    ++rank;
  MedianInterval result;
  result.low = samples[rank];
  result.middle =
      n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  result.high = samples[n - 1 - rank];
  return result;
}

MedianInterval withResolution(MedianInterval ratio,
                              double incumbentMicroseconds,
                              double candidateMicroseconds) {
  double share = kResolutionMicroseconds /
                 std::min({incumbentMicroseconds, candidateMicroseconds, 1e12});
  ratio.low *= std::max(0.0, 1 - share);
  ratio.high *= 1 + share;
  return ratio;
}

std::vector<double> blockRatios(const std::vector<double> &incumbent,
                                const std::vector<double> &candidate) {
  std::vector<double> ratios;
  size_t blocks = std::min(incumbent.size(), candidate.size()) / 2;
  for (size_t b = 0; b < blocks; ++b)
    ratios.push_back((incumbent[2 * b] + incumbent[2 * b + 1]) /
                     (candidate[2 * b] + candidate[2 * b + 1]));
  return ratios;
}

SpeedEstimate estimateSpeed(const std::vector<std::vector<double>> &samples,
                            double level) {
  SpeedEstimate estimate;
  estimate.incumbent = medianInterval(samples[0], 0.05).middle;
  estimate.candidate = medianInterval(samples[1], 0.05).middle;
  estimate.ratio =
      withResolution(medianInterval(blockRatios(samples[0], samples[1]), level),
                     estimate.incumbent, estimate.candidate);
  return estimate;
}

std::optional<std::string>
wrongSamples(const std::vector<std::vector<double>> &samples, unsigned blocks) {
  if (samples.size() != 2)
    return "expected samples of 2 arms, but got " +
           std::to_string(samples.size());
  for (const std::vector<double> &arm : samples) {
    if (arm.size() != size_t(blocks) * 2)
      return "expected " + std::to_string(size_t(blocks) * 2) +
             " samples an arm, but got " + std::to_string(arm.size());
    for (double sample : arm)
      if (!(sample > 0) || !std::isfinite(sample))
        return "expected times above 0, but got " + std::to_string(sample) +
               " us";
  }
  return std::nullopt;
}

double leastMicroseconds(const std::string &name,
                         const std::string &architecture, uint64_t bytes,
                         uint64_t l2Bytes) {
  // Bytes a microsecond. An unknown card of the architecture counts as the one
  // with the fastest memory.
  double bandwidth = 0;
  if (name.find("H100") != std::string::npos)
    bandwidth = 3.9e6; // the NVL
  else if (name.find("GH200") != std::string::npos)
    bandwidth = 4.9e6;
  else if (name.find("H200") != std::string::npos)
    bandwidth = 4.8e6;
  else if (architecture == "sm_90a" || architecture == "sm_90")
    bandwidth = 4.9e6;
  if (bandwidth == 0 || bytes <= 2 * l2Bytes)
    return 0;
  return double(bytes) / bandwidth;
}

Look lookAt(unsigned number, unsigned blocks) {
  constexpr double levels[kLooks] = {0.01, 0.015, 0.025};
  return {blocks << number, levels[number]};
}

} // namespace kopt::gate
