//===- Decision.cpp - From samples to an answer on speed ------------------===//

#include "kopt/Gate/Decision.h"

#include <algorithm>
#include <cmath>

namespace kopt::gate {

MedianInterval medianInterval(std::vector<double> samples, double level) {
  std::sort(samples.begin(), samples.end());
  size_t n = samples.size(), rank = 0;
  // P(at most `rank` of n samples lie below the median), binomial.
  double term = std::pow(0.5, double(n)), tail = term;
  while (rank + 1 < n / 2 &&
         tail + term * double(n - rank) / double(rank + 1) <= level / 2) {
    term *= double(n - rank) / double(rank + 1);
    tail += term;
    ++rank;
  }
  MedianInterval result;
  result.low = samples[rank];
  result.middle =
      n % 2 ? samples[n / 2] : (samples[n / 2 - 1] + samples[n / 2]) / 2;
  result.high = samples[n - 1 - rank];
  return result;
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

Look lookAt(unsigned number, unsigned blocks) {
  constexpr double levels[kLooks] = {0.01, 0.015, 0.025};
  return {blocks << number, levels[number]};
}

} // namespace kopt::gate
