//===- Choices.cpp - Where randomness comes from --------------------------===//

#include "Choices.h"
#include "kopt/Gate/Inputs.h"

using namespace kopt::fuzz;

uint32_t Choices::below(uint32_t count) {
  if (next == list.size()) {
    // Past the end of a replay the rest of the case is as simple as can be.
    uint64_t bits = isReplay ? 0 : gate::randomBits(seed, next);
    list.push_back(uint32_t((bits >> 32) * count >> 32));
  }
  // A number that was drawn elsewhere may be too large here.
  uint32_t drawn = list[next++] % count;
  if (next <= logCapacity) {
    log[next] = drawn;
    log[0] = uint32_t(next);
  }
  return drawn;
}
