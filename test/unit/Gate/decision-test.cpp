//===- decision-test.cpp - The timing rule on synthetic samples -----------===//
//
// Error rates of the rule that the gate applies to its samples, under noise
// like that of a GPU whose clock drifts: each arm's times are 50 us with 1 % of
// noise, a drift that both arms of a block share, and now and then an outlier.
//
//===----------------------------------------------------------------------===//

#include "kopt/Gate/Decision.h"

#include <cmath>
#include <cstdio>
#include <random>

using namespace kopt::gate;

namespace {

enum class Answer { Above, Below, Open };

/// One comparison with `blocks` blocks before the first look.
Answer compare(std::mt19937_64 &random, double candidateOverIncumbent,
               double threshold, unsigned blocks) {
  std::normal_distribution<double> noise(0, 0.01), step(0, 0.004);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> incumbent, candidate;
  double drift = 0;
  auto sample = [&](double time) {
    double outlier = uniform(random) < 0.02 ? 0.2 : 0;
    return time * std::exp(drift + noise(random) + outlier);
  };
  for (unsigned number = 0; number < kLooks; ++number) {
    Look look = lookAt(number, blocks);
    while (incumbent.size() < 2 * look.blocks) {
      drift = 0.9 * drift + step(random);
      // ABBA, then BAAB, with the drift of one sample to the next in it.
      bool backwards = incumbent.size() / 2 % 2;
      for (unsigned at = 0; at < 4; ++at) {
        drift += 1e-3;
        if ((at == 1 || at == 2) != backwards)
          candidate.push_back(sample(50 * candidateOverIncumbent));
        else
          incumbent.push_back(sample(50));
      }
    }
    MedianInterval ratio =
        medianInterval(blockRatios(incumbent, candidate), look.level);
    if (ratio.low > threshold)
      return Answer::Above;
    if (ratio.high < threshold)
      return Answer::Below;
  }
  return Answer::Open;
}

/// Counts of the three answers over `count` comparisons.
struct Counts {
  unsigned above = 0, below = 0, open = 0;
};
Counts many(double candidateOverIncumbent, double threshold, unsigned count) {
  std::mt19937_64 random(20261202);
  Counts counts;
  for (unsigned i = 0; i < count; ++i)
    switch (compare(random, candidateOverIncumbent, threshold, 20)) {
    case Answer::Above:
      ++counts.above;
      break;
    case Answer::Below:
      ++counts.below;
      break;
    case Answer::Open:
      ++counts.open;
      break;
    }
  std::printf("%.3f against %.3f: %u above, %u below, %u open\n",
              1 / candidateOverIncumbent, threshold, counts.above, counts.below,
              counts.open);
  return counts;
}

int failures = 0;
void check(bool condition, const char *what) {
  if (!condition) {
    std::printf("failed: %s\n", what);
    ++failures;
  }
}

} // namespace

int main() {
  MedianInterval five = medianInterval({5, 1, 4, 2, 3}, 0.05);
  check(five.low == 1 && five.middle == 3 && five.high == 5,
        "too few samples: the extremes");
  std::vector<double> samples(100);
  for (unsigned i = 0; i < 100; ++i)
    samples[i] = i;
  MedianInterval hundred = medianInterval(samples, 0.05);
  // Ranks 40 and 61 of 100 are the textbook's.
  check(hundred.low == 39 && hundred.high == 60, "ranks of 100 samples");
  // Far beyond the samples at which 2^-n is no double: about 1.96 standard
  // deviations, 98, below the middle.
  std::vector<double> many10000(10000);
  for (unsigned i = 0; i < 10000; ++i)
    many10000[i] = i;
  MedianInterval wide = medianInterval(many10000, 0.05);
  check(wide.low == 4901 && wide.high == 5098, "ranks of 10000 samples");
  check(leastMicroseconds("NVIDIA H200", "sm_90a", 480000000, 50 << 20) == 100,
        "0.48 GB take 100 us of an H200");
  check(leastMicroseconds("NVIDIA H200", "sm_90a", 100 << 20, 50 << 20) == 0,
        "what two L2 caches hold has no limit");
  check(leastMicroseconds("NVIDIA H200", "sm_90a", (100 << 20) + 1, 50 << 20) >
            21,
        "a byte more has");
  check(leastMicroseconds("a card", "sm_80", 480000000, 50 << 20) == 0,
        "an unknown card has none");
  check(!wrongSamples({{1, 2}, {3, 4}}, 1), "sound samples");
  check(wrongSamples({{1, 2}}, 1) && wrongSamples({{1, 2}, {3}}, 1) &&
            wrongSamples({{1, 0}, {3, 4}}, 1) &&
            wrongSamples({{1, 2}, {NAN, 4}}, 1) &&
            wrongSamples({{1, 2}, {3, INFINITY}}, 1),
        "one arm, too few, zero, NaN and infinity are refused");
  check(blockRatios({2, 4, 9, 9}, {1, 1, 3}).size() == 1 &&
            blockRatios({2, 4}, {1, 1})[0] == 3,
        "one ratio a block, whole blocks only");
  MedianInterval timed = withResolution({0.99, 1, 1.01}, 50, 40);
  check(std::fabs(timed.low - 0.99 * (1 - kResolutionMicroseconds / 40)) < 1e-12 &&
            timed.middle == 1 &&
            std::fabs(timed.high - 1.01 * (1 + kResolutionMicroseconds / 40)) < 1e-12,
        "the timer's resolution widens the interval");
  check(withResolution({1, 1, 1}, 0.1, 9).low == 0,
        "times below the resolution say nothing");
  double spent = 0;
  for (unsigned number = 0; number < kLooks; ++number)
    spent += lookAt(number, 20).level;
  check(std::fabs(spent - 0.05) < 1e-12 && lookAt(2, 20).blocks == 80,
        "the looks spend 5 % in all");
  check(std::pow(0.5, kFewestBlocks) <= lookAt(0, 1).level / 2,
        "the fewest blocks keep the first look's level");

  // A program against itself, not-slower(0.02).
  Counts same = many(1, 0.98, 1000);
  check(same.below <= 10, "a false slowdown in at most 1 %");
  check(same.open <= 50, "inconclusive in at most 5 %");
  // At the threshold itself either answer is an error: 2.5 % each.
  Counts edge = many(1 / 0.98, 0.98, 1000);
  check(edge.above <= 40, "accepted at the threshold in about 2.5 %");
  check(edge.below <= 40, "rejected at the threshold in about 2.5 %");
  // 3 % slower than not-slower(0) allows.
  Counts slow = many(1.03, 1, 400);
  check(slow.below >= 380, "3 % more time found in 95 %");
  check(slow.above == 0, "and never taken for a gain");
  return failures != 0;
}
